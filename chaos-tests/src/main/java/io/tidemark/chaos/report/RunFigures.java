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
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Numbers of a run.
 *
 * @param operations operations of all kinds
 * @param sent values sent
 * @param acknowledged values acknowledged
 * @param polled records polled
 * @param okShare share of send operations that were acknowledged whole, 0 to 1
 * @param elections changes of leadership over all partitions, those to none included
 * @param electionMoments distinct moments of such changes: what lies within one second counts as one
 * @param generations generations of the reading group in which a member was given something
 * @param commits commits of its members that were acknowledged
 */
public record RunFigures(
        long operations,
        long sent,
        long acknowledged,
        long polled,
        double okShare,
        int elections,
        int electionMoments,
        int generations,
        long commits) {
    private static final long AFTER_NANOS = 8_000_000_000L;
    private static final long MOMENT_NANOS = 1_000_000_000L;

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
                elections(run),
                electionMoments(run),
                generations(run),
                commits(run));
    }

    private static int generations(RunRecord run) {
        Set<Integer> generations = new HashSet<>();
        for (Operation operation : run.history().operations(Function.JOIN)) {
            for (Step step : operation.steps()) {
                if (step instanceof Step.Owned owned && !owned.partitions().isEmpty() && owned.generation() >= 0) {
                    generations.add(owned.generation());
                }
            }
        }
        return generations.size();
    }

    private static long commits(RunRecord run) {
        return run.history().operations(Function.COMMIT).stream()
                .filter(operation -> operation.outcome() == Outcome.OK)
                .filter(operation -> operation.steps().stream()
                        .anyMatch(step -> step instanceof Step.Committed committed && committed.generation() >= 0))
                .count();
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

    /** One death makes every partition that the node led change its leader: that is one moment. */
    private static int electionMoments(RunRecord run) {
        Map<Integer, Integer> epochs = new HashMap<>();
        int moments = 0;
        long momentEndNanos = Long.MIN_VALUE;
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                int before = epochs.getOrDefault(partition.partition(), 0);
                if (partition.leaderEpoch() > before) {
                    epochs.put(partition.partition(), partition.leaderEpoch());
                    if (sample.timeNanos() >= momentEndNanos) {
                        moments++;
                        momentEndNanos = sample.timeNanos() + MOMENT_NANOS;
                    }
                }
            }
        }
        return moments;
    }

    /**
     * For each fault the longest time within it, and eight seconds after, in which nothing was acknowledged in the hottest
     * partition, milliseconds.
     */
    public static List<Long> pausesMs(RunRecord run) {
        return pausesMs(
                run,
                run.history().sends().stream()
                        .filter(send -> send.outcome() == Outcome.OK && send.partition() == 0)
                        .map(SendOperation::completedNanos));
    }

    /** The same for commits of offsets, of whatever group. */
    public static List<Long> commitPausesMs(RunRecord run) {
        return pausesMs(
                run,
                run.history().operations(Function.COMMIT).stream()
                        .filter(operation -> operation.outcome() == Outcome.OK)
                        .map(Operation::completedNanos));
    }

    private static List<Long> pausesMs(RunRecord run, Stream<Long> acknowledged) {
        List<Long> acknowledgedNanos = acknowledged.sorted().toList();
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
