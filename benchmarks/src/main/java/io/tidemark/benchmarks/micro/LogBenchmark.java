// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * One partition's log beside Apache Kafka's own, with the same bytes and the same checks: both verify the batch's CRC-32C
 * and its records when it comes in. Beside them what the machine can do: a plain file, a copy in memory, the checksum alone.
 */
public class LogBenchmark extends NodeBenchmark {
    private static final int READ_BYTES = 1 << 20;

    /** The checksum of a batch, as both logs compute it. */
    @Benchmark
    public boolean checksumOnly(LogsState state) {
        return Crc.matches(state.batch);
    }

    /** The batch copied in memory. */
    @Benchmark
    public ByteBuffer memoryCopy(LogsState state) {
        return state.copy.clear().put(state.batch.duplicate());
    }

    /** The batch into a plain file. */
    @Benchmark
    public long plainFileWrite(LogsState state) throws IOException {
        return state.writeToFile();
    }

    /** A leader's append: check the batch, set the offset, append. */
    @Benchmark
    public long tidemarkAppend(LogsState state) throws IOException {
        return state.validateAndAppend();
    }

    /** The append without the checks. */
    @Benchmark
    public long tidemarkAppendAlone(LogsState state) throws IOException {
        return state.appendToTidemark();
    }

    /** A leader's append, forced to disk. */
    @Benchmark
    public long tidemarkAppendFlushed(LogsState state) throws IOException {
        long end = tidemarkAppend(state);
        state.tidemark.flush();
        return end;
    }

    /** Kafka's append as a leader. */
    @Benchmark
    public long kafkaAppend(LogsState state) throws IOException {
        return state.kafka.append(state.batch);
    }

    /** Kafka's append as a leader, forced to disk. */
    @Benchmark
    public long kafkaAppendFlushed(LogsState state) throws IOException {
        long end = state.kafka.append(state.batch);
        state.kafka.flush();
        return end;
    }

    /** A mebibyte from the next offset on, bytes in place. */
    @Benchmark
    public int tidemarkReadSequential(FilledState state) throws IOException {
        return readTidemark(state, state.nextTidemark());
    }

    /** A mebibyte from anywhere. */
    @Benchmark
    public int tidemarkReadRandom(FilledState state) throws IOException {
        return readTidemark(state, state.anyTidemark());
    }

    private static int readTidemark(FilledState state, long offset) throws IOException {
        try (LogSlice slice = state.logs.tidemark.read(offset, READ_BYTES, Long.MAX_VALUE)) {
            state.reached(slice.endOffset());
            int sum = 0;
            for (ByteBuffer batch : slice.buffers()) {
                sum += RecordBatch.count(batch);
            }
            return sum;
        }
    }

    /** As {@link #tidemarkReadSequential}, the bytes copied out as to a socket's buffer. */
    @Benchmark
    public ByteBuffer tidemarkReadCopied(FilledState state) throws IOException {
        ByteBuffer out = state.out.clear();
        try (LogSlice slice = state.logs.tidemark.read(state.nextTidemark(), READ_BYTES, Long.MAX_VALUE)) {
            state.reached(slice.endOffset());
            slice.copyTo(out);
        }
        return out;
    }

    /** Kafka's read of a mebibyte from the next offset on, the bytes made real. */
    @Benchmark
    public ByteBuffer kafkaReadCopied(FilledState state) throws IOException {
        return state.readKafka(state.nextKafka(), READ_BYTES);
    }

    /** One batch from anywhere: the cost of finding it. */
    @Benchmark
    public int tidemarkLookUp(FilledState state) throws IOException {
        long offset = state.first + ThreadLocalRandom.current().nextLong(state.count);
        try (LogSlice slice = state.logs.tidemark.read(offset, 1, Long.MAX_VALUE)) {
            return slice.sizeBytes();
        }
    }

    /** Kafka's read of a mebibyte from anywhere, the bytes made real. */
    @Benchmark
    public ByteBuffer kafkaReadRandom(FilledState state) throws IOException {
        return state.readKafka(state.anyKafka(), READ_BYTES);
    }

    /** Kafka's look-up of one batch, no byte of it touched. */
    @Benchmark
    public long kafkaLookUp(FilledState state) throws IOException {
        return state.findKafka(ThreadLocalRandom.current().nextLong(state.count));
    }

    /** Kafka's look-up of one batch, the bytes made real. */
    @Benchmark
    public ByteBuffer kafkaLookUpCopied(FilledState state) throws IOException {
        return state.readKafka(ThreadLocalRandom.current().nextLong(state.count), 1);
    }
}
