// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.cli.terminal.TemporaryDirectory;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Both logs, a plain file and one batch. What is appended stays until {@link #retain}, which nobody measures. */
@State(Scope.Benchmark)
public class LogsState {
    static final long SEGMENT_BYTES = 128L << 20;
    static final long KEPT_BYTES = 512L << 20;
    private static final int BATCH_MAX_BYTES = 2 << 20;
    private static final RetentionPolicy RETENTION = new RetentionPolicy(KEPT_BYTES, -1);

    /** Size of the batch, bytes. */
    @Param({"1024", "16384", "262144", "1048576"})
    int batchBytes;

    ByteBuffer batch = ByteBuffer.allocate(0);
    ByteBuffer copy = ByteBuffer.allocate(0);
    PartitionLog tidemark;
    KafkaLog kafka;

    private Path directory = Path.of(".");
    private ChronicleLogStore store;
    private KafkaStore kafkaStore;
    private PlainFile file;

    /** Opens everything, empty. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("tidemark-benchmark-");
        store = ChronicleLogStore.open(directory.resolve("topics"));
        LogConfig config = new LogConfig(SEGMENT_BYTES, LogConfig.DEFAULT.segmentMs(), 1 << 20);
        tidemark = store.open("benchmark", new UUID(1, 2), 0, config).log();
        kafkaStore = new KafkaStore();
        kafka = kafkaStore.create(
                directory.resolve("kafka"),
                0,
                Map.of(
                        "segment.bytes",
                        String.valueOf(SEGMENT_BYTES),
                        "retention.bytes",
                        String.valueOf(KEPT_BYTES),
                        "file.delete.delay.ms",
                        "0"));
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
        return end;
    }

    /** As a leader appends what a client sent: the same checks as Kafka's log makes. */
    long validateAndAppend() throws IOException {
        if (BatchValidator.validate(batch, BATCH_MAX_BYTES, true) != null) {
            throw new IOException("bad batch");
        }
        return appendToTidemark();
    }

    long writeToFile() throws IOException {
        return file.append(batch);
    }

    void forceFile() throws IOException {
        file.force();
    }

    /** Deletes whole segments of all three down to the same number of bytes; brokers do it on threads of their own. */
    @TearDown(Level.Iteration)
    public void retain() throws IOException {
        kafka.retain();
        tidemark.trimTo(tidemark.retainedStart(RETENTION, System.currentTimeMillis(), tidemark.logEndOffset()));
        file.retain();
    }

    /** Closes and removes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        tidemark.close();
        store.close();
        kafka.close();
        kafkaStore.close();
        file.close();
        TemporaryDirectory.delete(directory);
    }
}
