// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Throughput and latency of writes, second by second. */
final class LoadCharts {
    private static final int HEIGHT = 140;
    private static final double SECOND_NANOS = 1e9;
    private static final double MS_NANOS = 1e6;

    private final RunRecord run;
    private final long endNanos;
    private final List<List<Double>> latenciesMs = new ArrayList<>();

    LoadCharts(RunRecord run, long endNanos) {
        this.run = run;
        this.endNanos = endNanos;
        for (int second = 0; second <= endNanos / SECOND_NANOS; second++) {
            latenciesMs.add(new ArrayList<>());
        }
        for (SendOperation send : run.history().sends()) {
            int second = (int) (send.completedNanos() / SECOND_NANOS);
            if (send.outcome() == Outcome.OK && second < latenciesMs.size()) {
                latenciesMs.get(second).add((send.completedNanos() - send.invokedNanos()) / MS_NANOS);
            }
        }
        latenciesMs.forEach(Collections::sort);
    }

    String throughput() {
        double[] perSecond = latenciesMs.stream().mapToDouble(List::size).toArray();
        double max = max(perSecond);
        Chart chart = new Chart("Writes acknowledged per second", HEIGHT, endNanos, run.faults());
        chart.label(14, String.format(Locale.ROOT, "%.0f/s", max));
        chart.label(HEIGHT, "0");
        chart.line(perSecond, max, "#1f5fa8");
        return chart.end();
    }

    String latency() {
        double[] median = quantile(0.5);
        double[] high = quantile(0.99);
        double max = max(high);
        Chart chart = new Chart(
                "Time to acknowledgement: median (blue), 99th percentile (red), by second of completion",
                HEIGHT,
                endNanos,
                run.faults());
        chart.label(14, String.format(Locale.ROOT, "%.0f ms", max));
        chart.label(HEIGHT, "0");
        chart.line(high, max, "#b03a2e");
        chart.line(median, max, "#1f5fa8");
        return chart.end();
    }

    private double[] quantile(double share) {
        return latenciesMs.stream()
                .mapToDouble(sorted -> sorted.isEmpty()
                        ? 0
                        : sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * share))))
                .toArray();
    }

    private static double max(double[] values) {
        double max = 1;
        for (double value : values) {
            max = Math.max(max, value);
        }
        return max;
    }
}
