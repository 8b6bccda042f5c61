// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.cli.terminal.TemporaryDirectory;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** How long logs take to open after {@code kill -9}, and what they hold at rest. */
public final class RecoveryReport {
    private static final LogConfig CONFIG = LogConfig.DEFAULT;
    private static final int BATCH_BYTES = 64 << 10;
    private static final int SMALL_BATCHES = 20;
    private static final int SMALL_BATCH_BYTES = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long TEN_GIB_MIB = 10 << 10;
    private static final long WARM_UP_MIB = 64;
    private static final double NANOS_PER_MS = 1e6;

    private final List<String> launch;
    private final StringBuilder page = new StringBuilder();

    /** @param launch command that runs {@link #fill} with a directory, a count of logs and the mebibytes of each, then waits */
    public RecoveryReport(List<String> launch) {
        this.launch = List.copyOf(launch);
    }

    /** Writes logs and says so on standard output. */
    public static void fill(Path directory, int logs, long mebibytes) throws IOException {
        ChronicleLogStore store = ChronicleLogStore.open(directory);
        boolean small = mebibytes == 0;
        ByteBuffer batch = LogsState.batch(small ? SMALL_BATCH_BYTES : BATCH_BYTES);
        long count = small ? SMALL_BATCHES : mebibytes * MIB / BATCH_BYTES;
        for (int i = 0; i < logs; i++) {
            PartitionLog log = store.open("recovery", id(i), 0, CONFIG).log();
            for (long offset = 0; offset < count; offset++) {
                RecordBatch.setBaseOffset(batch, offset);
                log.append(batch, offset);
            }
            if (small) {
                log.restWhenIdle();
                log.restWhenIdle();
            }
        }
        System.out.println("filled");
    }

    private static UUID id(int log) {
        return new UUID(9, log);
    }

    /** Measures and tells. */
    public String measure(long largeMebibytes, int smallLogs) throws Exception {
        // The first open of a process loads the queue's classes.
        openAfterKill(WARM_UP_MIB);
        page.setLength(0);
        page.append("### open after kill -9\n\n");
        page.append("| log | open | what is read |\n|---|---|---|\n");
        double half = openAfterKill(largeMebibytes / 2);
        double whole = openAfterKill(largeMebibytes);
        double perMib = Math.max(0, (whole - half) / (largeMebibytes - largeMebibytes / 2));
        page.append(String.format(
                Locale.ROOT,
                "| 10 GiB, extrapolated | %.0f ms | the larger time and the slope between the two above |%n%n",
                whole + perMib * Math.max(0, TEN_GIB_MIB - largeMebibytes)));
        page.append("### ").append(smallLogs).append(" small partitions\n\n");
        openMany(smallLogs);
        return page.toString();
    }

    private double openAfterKill(long mebibytes) throws Exception {
        Path directory = Files.createTempDirectory("tidemark-recovery-");
        try {
            killOnceFilled(directory, 1, mebibytes);
            double openMs = openOne(directory);
            line(mebibytes + " MiB", openMs, "what the last checkpoint does not cover");
            removeCheckpoints(directory);
            double scanMs = openOne(directory);
            line(
                    mebibytes + " MiB without checkpoints",
                    scanMs,
                    String.format(Locale.ROOT, "all of it: %.0f MiB/s", mebibytes / scanMs * 1000));
            return openMs;
        } finally {
            TemporaryDirectory.delete(directory);
        }
    }

    private void line(String what, double ms, String detail) {
        page.append(String.format(Locale.ROOT, "| %s | %.0f ms | %s |%n", what, ms, detail));
        System.err.printf(Locale.ROOT, "%s: %.0f ms%n", what, ms);
    }

    private void killOnceFilled(Path directory, int logs, long mebibytes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launch);
        command.addAll(List.of(directory.toString(), String.valueOf(logs), String.valueOf(mebibytes)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null && !line.equals("filled")) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new IOException("the writing process ended");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static double openOne(Path directory) throws IOException {
        try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
            long startNanos = System.nanoTime();
            OpenedLog opened = store.open("recovery", id(0), 0, CONFIG);
            double ms = (System.nanoTime() - startNanos) / NANOS_PER_MS;
            if (opened.damaged()) {
                throw new IOException("damaged: " + opened.detail());
            }
            return ms;
        }
    }

    private static void removeCheckpoints(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) files::iterator) {
                if (path.toString().endsWith(".index")) {
                    Files.delete(path);
                }
            }
        }
        // Closed in good order it need not be read again: a byte more of it makes that untrue.
        try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
            PartitionLog log = store.open("recovery", id(0), 0, CONFIG).log();
            log.appendEpoch(Integer.MAX_VALUE);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) files::iterator) {
                if (path.toString().endsWith(".index")) {
                    Files.delete(path);
                }
            }
        }
    }

    private void openMany(int logs) throws Exception {
        Path directory = Files.createTempDirectory("tidemark-partitions-");
        try {
            killOnceFilled(directory, logs, 0);
            page.append("| | |\n|---|---|\n");
            try (ChronicleLogStore store = ChronicleLogStore.open(directory)) {
                store.open("warm-up", new UUID(8, 8), 0, CONFIG).log().close();
                System.gc();
                long before = residentBytes();
                long startNanos = System.nanoTime();
                List<PartitionLog> opened = openParallel(store, logs);
                double ms = (System.nanoTime() - startNanos) / NANOS_PER_MS;
                row("open after kill -9, in parallel", String.format(Locale.ROOT, "%.0f ms", ms));
                ByteBuffer batch = LogsState.batch(SMALL_BATCH_BYTES);
                for (PartitionLog log : opened) {
                    RecordBatch.setBaseOffset(batch, log.logEndOffset());
                    log.append(batch, log.logEndOffset());
                }
                System.gc();
                row("resident for each, in use", perLog(residentBytes() - before, logs));
                for (int i = 0; i < 2; i++) {
                    for (PartitionLog log : opened) {
                        log.restWhenIdle();
                    }
                }
                System.gc();
                row("resident for each, idle", perLog(residentBytes() - before, logs));
            }
        } finally {
            TemporaryDirectory.delete(directory);
        }
    }

    private void row(String what, String value) {
        page.append("| ").append(what).append(" | ").append(value).append(" |\n");
        System.err.println(what + ": " + value);
    }

    private static String perLog(long bytes, int logs) {
        return String.format(Locale.ROOT, "%.3f MiB", (double) bytes / logs / MIB);
    }

    private static List<PartitionLog> openParallel(ChronicleLogStore store, int logs) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<PartitionLog>> opening = new ArrayList<>();
            for (int i = 0; i < logs; i++) {
                UUID topicId = id(i);
                opening.add(threads.submit(
                        () -> store.open("recovery", topicId, 0, CONFIG).log()));
            }
            List<PartitionLog> opened = new ArrayList<>();
            for (Future<PartitionLog> each : opening) {
                opened.add(each.get());
            }
            return opened;
        } finally {
            threads.shutdown();
        }
    }

    private static long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .sum();
    }
}
