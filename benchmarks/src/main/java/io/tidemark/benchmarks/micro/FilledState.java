// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Both logs filled with the same batches. */
@State(Scope.Benchmark)
public class FilledState {
    static final int READ_BYTES = 1 << 20;
    static final int FILLED_BYTES = 256 << 20;

    LogsState logs;
    long count;
    long first;
    final ByteBuffer out = ByteBuffer.allocateDirect(4 << 20);

    private int perRead;
    private long tidemarkOffset;
    private long kafkaOffset;
    private long kafkaFirst;

    /** Fills them. */
    @Setup(Level.Trial)
    public void fill(LogsState opened) throws IOException {
        append(opened, FILLED_BYTES);
    }

    /** Appends so many bytes more to both and reads only these from now on. */
    final void append(LogsState opened, int bytes) throws IOException {
        logs = opened;
        count = bytes / opened.batchBytes;
        perRead = Math.max(1, READ_BYTES / opened.batchBytes);
        first = opened.tidemark.logEndOffset();
        kafkaFirst = opened.kafka.endOffset();
        rewind();
        for (long i = 0; i < count; i++) {
            opened.kafka.append(opened.batch);
            opened.appendToTidemark();
        }
    }

    /** Sequential reads begin at the first batch again. */
    final void rewind() {
        tidemarkOffset = first;
        kafkaOffset = 0;
    }

    long nextTidemark() {
        return tidemarkOffset >= first + count ? first : tidemarkOffset;
    }

    /** From where a whole read is left, anywhere. */
    long anyTidemark() {
        return first + any();
    }

    /** As {@link #anyTidemark}. */
    long anyKafka() {
        return any();
    }

    private long any() {
        return ThreadLocalRandom.current().nextLong(count - perRead + 1);
    }

    /** The next stretch of Tidemark's log. */
    LogSlice read(int maxBytes) throws IOException {
        LogSlice slice = logs.tidemark.read(nextTidemark(), maxBytes, Long.MAX_VALUE);
        reached(slice.endOffset());
        return slice;
    }

    void reached(long endOffset) {
        tidemarkOffset = endOffset;
    }

    long nextKafka() {
        long offset = kafkaOffset >= count ? 0 : kafkaOffset;
        kafkaOffset = offset + perRead;
        return offset;
    }

    ByteBuffer readKafka(long offset, int maxBytes) throws IOException {
        logs.kafka.read(kafkaFirst + offset, maxBytes, out.clear());
        return out;
    }

    long findKafka(long offset) throws IOException {
        return logs.kafka.find(kafkaFirst + offset, 1);
    }
}
