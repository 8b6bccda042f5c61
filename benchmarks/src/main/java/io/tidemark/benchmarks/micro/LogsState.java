// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.cli.terminal.TemporaryDirectory;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Both logs, a plain file and one batch. */
@State(Scope.Benchmark)
public class LogsState {
    static final long SEGMENT_BYTES = 128L << 20;
    static final long KEPT_BYTES = 512L << 20;

    /** Size of the batch, bytes. */
    @Param({"1024", "16384", "262144", "1048576"})
    int batchBytes;

    ByteBuffer batch = ByteBuffer.allocate(0);
    ByteBuffer copy = ByteBuffer.allocate(0);
    PartitionLog tidemark;
    KafkaLog kafka;

    private Path directory = Path.of(".");
    private ChronicleLogStore store;
    private PlainFile file;
    private long sinceTrim;

    /** Opens everything, empty. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("tidemark-benchmark-");
        store = ChronicleLogStore.open(directory.resolve("topics"));
        LogConfig config = new LogConfig(SEGMENT_BYTES, LogConfig.DEFAULT.segmentMs(), 1 << 20);
        tidemark = store.open("benchmark", new UUID(1, 2), 0, config).log();
        kafka = new KafkaLog(directory.resolve("kafka"), SEGMENT_BYTES, KEPT_BYTES);
        file = new PlainFile(directory.resolve("plain"), SEGMENT_BYTES, KEPT_BYTES);
        batch = batch(batchBytes);
        copy = ByteBuffer.allocateDirect(batch.remaining());
    }

    static ByteBuffer batch(int sizeBytes) {
        byte[] value = new byte[sizeBytes - 80];
        new Random(1).nextBytes(value);
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(System.currentTimeMillis(), (byte[]) null, value, List.of());
        ByteBuffer built = builder.build(0, 0);
        return ByteBuffer.allocateDirect(built.remaining()).put(built).flip();
    }

    long appendToTidemark() throws IOException {
        long end = tidemark.logEndOffset();
        RecordBatch.setBaseOffset(batch, end);
        tidemark.append(batch, end);
        sinceTrim += batchBytes;
        if (sinceTrim > SEGMENT_BYTES) {
            sinceTrim = 0;
            tidemark.trimTo(Math.max(tidemark.logStartOffset(), end - KEPT_BYTES / batchBytes));
        }
        return end;
    }

    long writeToFile() throws IOException {
        return file.append(batch);
    }

    /** Applies retention to Kafka's log, which it does on a thread of its own in a broker. */
    @TearDown(Level.Iteration)
    public void retain() throws IOException {
        kafka.retain();
    }

    /** Closes and removes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException, InterruptedException {
        tidemark.close();
        store.close();
        kafka.close();
        file.close();
        TemporaryDirectory.delete(directory);
    }
}
