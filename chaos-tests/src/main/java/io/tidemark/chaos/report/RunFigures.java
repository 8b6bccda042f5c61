// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of a run.
 *
 * @param operations operations of all kinds
 * @param sent values sent
 * @param acknowledged values acknowledged
 * @param polled records polled
 * @param okShare share of send operations that were acknowledged whole, 0 to 1
 * @param elections changes of leadership over all partitions, those to none included
 */
public record RunFigures(long operations, long sent, long acknowledged, long polled, double okShare, int elections) {
    private static final long AFTER_NANOS = 8_000_000_000L;

    /** Counts. */
    public static RunFigures of(RunRecord run) {
        List<Operation> sends = run.history().operations(Function.SEND);
        long ok = sends.stream()
                .filter(operation -> operation.outcome() == Outcome.OK)
                .count();
        long polled = run.history().polls().stream()
                .mapToLong(poll -> poll.records().size())
                .sum();
        return new RunFigures(
                run.history().operations().size(),
                run.history().sends().size(),
                run.history().acknowledgedCount(),
                polled,
                sends.isEmpty() ? 0 : (double) ok / sends.size(),
                elections(run));
    }

    /** Leader epochs begin at 0 and grow with every change of leader. */
    private static int elections(RunRecord run) {
        Map<Integer, Integer> epochs = new HashMap<>();
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                epochs.merge(partition.partition(), partition.leaderEpoch(), Math::max);
            }
        }
        return epochs.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * For each fault the longest time within it, and eight seconds after, in which nothing was acknowledged in the hottest
     * partition, milliseconds.
     */
    public static List<Long> pausesMs(RunRecord run) {
        List<Long> acknowledgedNanos = new ArrayList<>(run.history().sends().stream()
                .filter(send -> send.outcome() == Outcome.OK && send.partition() == 0)
                .map(SendOperation::completedNanos)
                .toList());
        acknowledgedNanos.sort(Comparator.naturalOrder());
        List<Long> pauses = new ArrayList<>();
        for (FaultRecord fault : run.faults()) {
            pauses.add(longestNanos(acknowledgedNanos, fault.startNanos(), fault.endNanos() + AFTER_NANOS) / 1_000_000);
        }
        return pauses;
    }

    private static long longestNanos(List<Long> times, long from, long to) {
        long longest = 0;
        long last = from;
        for (long time : times) {
            if (time > to) {
                break;
            }
            if (time >= from) {
                longest = Math.max(longest, time - last);
                last = time;
            }
        }
        // What came after the last acknowledgement counts too, but for the end of the load itself.
        boolean isLoadOver = times.isEmpty() || times.get(times.size() - 1) <= last;
        return isLoadOver && longest > 0 ? longest : Math.max(longest, to - last);
    }
}
