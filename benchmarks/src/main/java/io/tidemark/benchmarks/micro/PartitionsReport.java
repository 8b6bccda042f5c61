// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.cli.terminal.TemporaryDirectory;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** How long many small logs take to open after {@code kill -9}, beside Apache Kafka's, and what they hold at rest. */
public final class PartitionsReport {
    static final String OPEN_S = "small partitions opened, s";
    static final String IDLE_MIB = "resident for each idle partition, MiB";

    private static final int THREADS = 4;
    private static final int BATCH_BYTES = 1 << 10;
    private static final double MIB = 1 << 20;
    private static final double NANOS_PER_S = 1e9;

    private final KilledWriter writer;
    private final Figures figures;
    private final StringBuilder page = new StringBuilder();

    /** @param figures where what is measured goes, beside the page */
    public PartitionsReport(KilledWriter writer, Figures figures) {
        this.writer = writer;
        this.figures = figures;
    }

    /** Measures and tells. */
    public String measure(int logs) throws Exception {
        page.append("### ").append(logs).append(" small partitions\n\n| | |\n|---|---|\n");
        Path directory = TemporaryDirectory.create("tidemark-partitions-");
        try {
            writer.run(new TidemarkOnDisk(), directory.resolve("tidemark"), logs, 0);
            tidemark(directory.resolve("tidemark"), logs);
            writer.run(new KafkaOnDisk(), directory.resolve("kafka"), logs, 0);
            kafka(directory.resolve("kafka"), logs);
        } finally {
            TemporaryDirectory.delete(directory);
        }
        return page.append('\n').toString();
    }

    private void tidemark(Path directory, int logs) throws Exception {
        try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
            store.open("warm-up", new UUID(8, 8), 0, LogConfig.DEFAULT).log().close();
            long before = ResidentMemory.settledBytes();
            List<PartitionLog> opened = new ArrayList<>();
            double seconds = inParallel(
                    logs, log -> () -> TidemarkOnDisk.open(store, log).log(), opened);
            figures.put(OPEN_S, seconds);
            row("Tidemark, open after kill -9, " + THREADS + " threads", ms(seconds));
            ByteBuffer batch = LogsState.batch(BATCH_BYTES);
            for (PartitionLog log : opened) {
                RecordBatch.setBaseOffset(batch, log.logEndOffset());
                log.append(batch, log.logEndOffset());
            }
            row("Tidemark, resident for each, in use", mib(perLog(before, logs)));
            for (int i = 0; i < 2; i++) {
                for (PartitionLog log : opened) {
                    log.restWhenIdle();
                }
            }
            double idleMib = perLog(before, logs);
            figures.put(IDLE_MIB, idleMib);
            row("Tidemark, resident for each, idle", mib(idleMib));
        }
    }

    private void kafka(Path directory, int logs) throws Exception {
        try (KafkaStore store = new KafkaStore()) {
            long before = ResidentMemory.settledBytes();
            List<KafkaLog> opened = new ArrayList<>();
            double seconds = inParallel(logs, log -> () -> store.recover(directory, log, 0), opened);
            row("Kafka, open after kill -9, " + THREADS + " threads", ms(seconds));
            row("Kafka, resident for each", mib(perLog(before, logs)));
            opened.forEach(KafkaLog::abandon);
        }
    }

    private static <T> double inParallel(int count, IntFunction<Callable<T>> open, List<T> opened) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long startNanos = System.nanoTime();
            List<Future<T>> opening = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                opening.add(threads.submit(open.apply(i)));
            }
            for (Future<T> each : opening) {
                opened.add(each.get());
            }
            return (System.nanoTime() - startNanos) / NANOS_PER_S;
        } finally {
            threads.shutdown();
        }
    }

    private void row(String what, String value) {
        page.append("| ").append(what).append(" | ").append(value).append(" |\n");
        System.err.println(what + ": " + value);
    }

    private static String ms(double seconds) {
        return String.format(Locale.ROOT, "%.0f ms", seconds * 1000);
    }

    private static String mib(double mib) {
        return String.format(Locale.ROOT, "%.3f MiB", mib);
    }

    private static double perLog(long before, int logs) {
        return (ResidentMemory.settledBytes() - before) / MIB / logs;
    }
}
