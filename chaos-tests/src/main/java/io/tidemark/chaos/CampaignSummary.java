// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.workload.FaultRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a campaign came to, one line a run and the sums. */
final class CampaignSummary {
    private static final long MS_NANOS = 1_000_000;

    private final PrintStream out = System.out;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, List<Long>> pausesMs = new TreeMap<>();
    private final Map<String, List<Long>> recoveriesMs = new TreeMap<>();
    private int brokenCount;

    /** A run that was done. */
    record Line(long seed, String mix, ChaosRun.Result result, Path page) {}

    void add(Line line) {
        lines.add(line);
        RunFigures figures = line.result().figures();
        out.printf(
                "seed %d %-12s %,9d operations %,9d acknowledged %5.1f %% ok %3d faults %4d elections  %s  %s%n",
                line.seed(),
                line.mix(),
                figures.operations(),
                figures.acknowledged(),
                figures.okShare() * 100,
                line.result().record().faults().size(),
                figures.elections(),
                line.result().verdict().word(),
                line.page());
        List<FaultRecord> faults = line.result().record().faults();
        List<Long> pauses = RunFigures.pausesMs(line.result().record());
        for (int i = 0; i < faults.size(); i++) {
            FaultRecord fault = faults.get(i);
            pausesMs.computeIfAbsent(fault.fault(), unused -> new ArrayList<>()).add(pauses.get(i));
            if (fault.wholeNanos() >= 0) {
                recoveriesMs
                        .computeIfAbsent(fault.fault(), unused -> new ArrayList<>())
                        .add((fault.wholeNanos() - fault.endNanos()) / MS_NANOS);
            }
        }
    }

    /** A run that could not be done to its end. */
    void addBroken(long seed, String mix, IllegalStateException failure) {
        brokenCount++;
        out.printf("seed %d %-12s BROKEN OFF: %s%n", seed, mix, failure);
    }

    boolean isGood() {
        return brokenCount == 0
                && lines.stream().allMatch(line -> line.result().verdict().isGood());
    }

    void print() {
        long operations = lines.stream()
                .mapToLong(line -> line.result().figures().operations())
                .sum();
        long acknowledged = lines.stream()
                .mapToLong(line -> line.result().figures().acknowledged())
                .sum();
        long elections = lines.stream()
                .mapToLong(line -> line.result().figures().elections())
                .sum();
        long good =
                lines.stream().filter(line -> line.result().verdict().isGood()).count();
        out.printf(
                "%d runs, %d good, %,d operations, %,d acknowledged, %d elections%n",
                lines.size() + brokenCount, good, operations, acknowledged, elections);
        out.printf(
                "%-32s %5s  %s%n",
                "fault", "times", "pause of writes, and time to be whole again: least, median, most (ms)");
        pausesMs.forEach((fault, pauses) -> out.printf(
                "%-32s %5d  %s   %s%n",
                fault, pauses.size(), spread(pauses), spread(recoveriesMs.getOrDefault(fault, List.of()))));
    }

    private static String spread(List<Long> values) {
        if (values.isEmpty()) {
            return "never";
        }
        List<Long> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return String.format(
                java.util.Locale.ROOT,
                "%6d %6d %6d",
                sorted.get(0),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() - 1));
    }
}
