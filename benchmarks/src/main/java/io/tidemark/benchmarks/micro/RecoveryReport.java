// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.cli.terminal.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** How long a log takes to open after {@code kill -9}, beside Apache Kafka's. */
public final class RecoveryReport {
    static final String TEN_GIB_S = "10 GiB opened, s";

    private static final long TEN_GIB_MIB = 10 << 10;
    private static final long WARM_UP_MIB = 64;
    private static final double MS_PER_S = 1000;

    private final KilledWriter writer;
    private final Figures figures;
    private final StringBuilder page = new StringBuilder();

    /** @param figures where what is measured goes, beside the page */
    public RecoveryReport(KilledWriter writer, Figures figures) {
        this.writer = writer;
        this.figures = figures;
    }

    /** Measures and tells. */
    public String measure(long mebibytes) throws IOException, InterruptedException {
        page.append("### open after kill -9\n\n");
        page.append("| log | open | what is read |\n|---|---|---|\n");
        LogsOnDisk tidemark = new TidemarkOnDisk();
        warmUp(tidemark);
        double halfMs = openAfterKill(tidemark, mebibytes / 2);
        double wholeMs = openAfterKill(tidemark, mebibytes);
        double tenGibMs = extrapolatedMs(mebibytes, halfMs, wholeMs);
        figures.put(TEN_GIB_S, tenGibMs / MS_PER_S);
        if (mebibytes < TEN_GIB_MIB) {
            line("Tidemark, 10 GiB, extrapolated", tenGibMs, "the slower of the two and the slope between them");
        }
        // What Kafka reads at best does not grow beyond one segment, so that nothing is to be extrapolated.
        LogsOnDisk kafka = new KafkaOnDisk();
        warmUp(kafka);
        openAfterKill(kafka, mebibytes);
        return page.append('\n').toString();
    }

    /** The first open of a process loads classes. */
    private void warmUp(LogsOnDisk disk) throws IOException, InterruptedException {
        int end = page.length();
        openAfterKill(disk, WARM_UP_MIB);
        page.setLength(end);
    }

    /** What opening 10 GiB takes: as measured where so much was, else from the slower time on with the slope between both. */
    static double extrapolatedMs(long mebibytes, double halfMs, double wholeMs) {
        if (mebibytes >= TEN_GIB_MIB) {
            return wholeMs;
        }
        double perMib = Math.max(0, (wholeMs - halfMs) / (mebibytes - mebibytes / 2));
        return Math.max(halfMs, wholeMs) + perMib * (TEN_GIB_MIB - mebibytes);
    }

    private double openAfterKill(LogsOnDisk disk, long mebibytes) throws IOException, InterruptedException {
        Path directory = TemporaryDirectory.create("tidemark-recovery-");
        try {
            writer.run(disk, directory, 1, mebibytes);
            String what = disk.system() + ", " + mebibytes + " MiB";
            double openMs = disk.openMs(directory, true);
            line(what, openMs, disk.reads());
            double scanMs = disk.openMs(directory, false);
            line(
                    what + ", nothing noted",
                    scanMs,
                    String.format(Locale.ROOT, "all of it: %.0f MiB/s", mebibytes / scanMs * MS_PER_S));
            return openMs;
        } finally {
            TemporaryDirectory.delete(directory);
        }
    }

    private void line(String what, double ms, String detail) {
        page.append(String.format(Locale.ROOT, "| %s | %.0f ms | %s |%n", what, ms, detail));
        System.err.printf(Locale.ROOT, "%s: %.0f ms%n", what, ms);
    }
}
