// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Both logs filled with the same batches. */
@State(Scope.Benchmark)
public class FilledState {
    private static final long FILLED_BYTES = 256L << 20;

    LogsState logs;
    long count;
    long first;
    final ByteBuffer out = ByteBuffer.allocateDirect(4 << 20);

    private long tidemarkOffset;
    private long kafkaOffset;
    private long kafkaFirst;

    /** Fills them. */
    @Setup(Level.Trial)
    public void fill(LogsState opened) throws IOException {
        logs = opened;
        count = FILLED_BYTES / opened.batchBytes;
        first = opened.tidemark.logEndOffset();
        kafkaFirst = opened.kafka.endOffset();
        tidemarkOffset = first;
        for (long i = 0; i < count; i++) {
            opened.kafka.append(opened.batch);
            opened.appendToTidemark();
        }
    }

    long nextTidemark() {
        return tidemarkOffset >= first + count ? first : tidemarkOffset;
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
        kafkaOffset = offset + Math.max(1, (1 << 20) / logs.batchBytes);
        return offset;
    }

    ByteBuffer readKafka(long offset, int maxBytes) throws IOException {
        logs.kafka.read(kafkaFirst + offset, maxBytes, out.clear());
        return out;
    }
}
