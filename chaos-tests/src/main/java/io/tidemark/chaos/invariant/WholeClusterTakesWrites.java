// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.invariant.CalmPeriods.Period;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * While nothing is wrong with the cluster writes are acknowledged on every partition (L4, L7): none is silent for long although
 * clients write to it. A cold partition to which nobody wrote is no evidence.
 */
public final class WholeClusterTakesWrites implements RunInvariant {
    private static final long LIMIT_NANOS = 8_000_000_000L;
    /** Fewer may be clients that died in the midst of it. */
    private static final int LEAST_TRIES = 3;

    /** Stateless. */
    public WholeClusterTakesWrites() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Integer, List<SendOperation>> byPartition = new TreeMap<>();
        run.history().sends().forEach(send -> byPartition
                .computeIfAbsent(send.partition(), unused -> new ArrayList<>())
                .add(send));
        List<String> found = new ArrayList<>();
        for (Period period : CalmPeriods.of(run)) {
            byPartition.forEach((partition, sends) -> check(period, partition, sends, found));
        }
        return found;
    }

    private static void check(Period period, int partition, List<SendOperation> sends, List<String> found) {
        List<Long> steps = new ArrayList<>(sends.stream()
                .filter(send -> send.outcome() == Outcome.OK)
                .map(SendOperation::completedNanos)
                .filter(time -> time > period.fromNanos() && time < period.toNanos())
                .sorted()
                .toList());
        steps.add(period.toNanos());
        long lastNanos = period.fromNanos();
        for (long stepNanos : steps) {
            if (stepNanos - lastNanos > LIMIT_NANOS) {
                List<String> tries = triesSince(lastNanos, sends);
                if (tries.size() >= LEAST_TRIES) {
                    found.add("partition " + partition + " acknowledged nothing for "
                            + (stepNanos - lastNanos) / 1_000_000 + " ms while nothing was wrong, of "
                            + tries.subList(0, LEAST_TRIES) + " and others");
                }
            }
            lastNanos = stepNanos;
        }
    }

    /** Operations that wrote then, and had at least half of the limit for it. */
    private static List<String> triesSince(long timeNanos, List<SendOperation> sends) {
        return sends.stream()
                .filter(send -> send.invokedNanos() < timeNanos + LIMIT_NANOS / 2 && send.completedNanos() > timeNanos)
                .map(SendOperation::place)
                .distinct()
                .toList();
    }

    @Override
    public boolean isAboutTime() {
        return true;
    }
}
