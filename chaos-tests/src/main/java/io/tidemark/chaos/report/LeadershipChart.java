// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who led each partition, and who was in sync, over time, as the leaders told. */
final class LeadershipChart {
    private static final List<String> COLORS =
            List.of("#999999", "#1f77b4", "#ff7f0e", "#2ca02c", "#9467bd", "#8c564b", "#17becf");
    private static final int ROW = 26;
    private static final long LONGEST_NANOS = 1_500_000_000L;

    private LeadershipChart() {}

    static String of(RunRecord run, long endNanos) {
        Map<Integer, List<Told>> rows = rows(run);
        Chart chart = new Chart(
                "Leader of each partition (upper strip, one colour per node) and nodes in sync (thin strips)",
                ROW * Math.max(1, rows.size()) + 14,
                endNanos,
                run.faults());
        rows.forEach((partition, told) -> row(chart, partition, told));
        return chart.end();
    }

    private record Told(long timeNanos, PartitionSample partition) {}

    private static Map<Integer, List<Told>> rows(RunRecord run) {
        Map<Integer, List<Told>> rows = new TreeMap<>();
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                if (partition.isLeader()) {
                    rows.computeIfAbsent(partition.partition(), unused -> new ArrayList<>())
                            .add(new Told(sample.timeNanos(), partition));
                }
            }
        }
        return rows;
    }

    private static void row(Chart chart, int partition, List<Told> told) {
        double top = 14.0 + ROW * partition;
        chart.label(top + 10, "partition " + partition);
        for (int i = 0; i < told.size(); i++) {
            Told now = told.get(i);
            long next = i + 1 < told.size() ? told.get(i + 1).timeNanos() : Long.MAX_VALUE;
            long until = Math.min(next, now.timeNanos() + LONGEST_NANOS);
            chart.rectangle(
                    now.timeNanos(), until, top, 8, color(now.partition().leader()));
            int strip = 0;
            for (int member : now.partition().isr()) {
                chart.rectangle(now.timeNanos(), until, top + 10 + 4.0 * strip++, 3, color(member));
            }
        }
    }

    private static String color(int nodeId) {
        return COLORS.get(Math.floorMod(nodeId, COLORS.size()));
    }
}
