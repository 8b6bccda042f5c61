// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Appending one batch to a partition's log, beside writing the same bytes to a plain file. Not forced to disk. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-Dchronicle.analytics.disable=true",
            "-Dchronicle.announcer.disable=true",
            "-Dchronicle.disk.monitor.disable=true"
        })
public class LogAppendBenchmark {
    private static final long KEPT_BYTES = 1L << 30;

    /** Bytes of values in the batch. */
    @Param({"1024", "16384", "262144"})
    int valueBytes;

    private Path directory = Path.of(".");
    private ByteBuffer batch = ByteBuffer.allocate(0);
    private ChronicleLogStore store;
    private PartitionLog log;
    private FileChannel file;
    private long filePosition;

    /** Opens an empty log and an empty file. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("tidemark-benchmark-");
        store = ChronicleLogStore.open(directory.resolve("topics"));
        LogConfig config = new LogConfig(128L << 20, LogConfig.DEFAULT.segmentMs(), LogConfig.DEFAULT.maxBatchBytes());
        log = store.open("benchmark", new UUID(1, 2), 0, config).log();
        file = FileChannel.open(directory.resolve("plain"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, new byte[valueBytes], List.of());
        ByteBuffer built = builder.build(0, 0);
        batch = ByteBuffer.allocateDirect(built.remaining()).put(built).flip();
    }

    /** One batch into the log, as a leader does. */
    @Benchmark
    public long tidemarkLog() throws IOException {
        long end = log.logEndOffset();
        RecordBatch.setBaseOffset(batch, end);
        log.append(batch, end);
        if (log.sizeBytes() > KEPT_BYTES) {
            log.trimTo(end);
        }
        return end;
    }

    /** The same bytes into a file: the limit. */
    @Benchmark
    public long plainFile() throws IOException {
        if (filePosition > KEPT_BYTES) {
            filePosition = 0;
        }
        filePosition += file.write(batch.duplicate(), filePosition);
        return filePosition;
    }

    /** Closes and removes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        log.close();
        store.close();
        file.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        }
    }
}
