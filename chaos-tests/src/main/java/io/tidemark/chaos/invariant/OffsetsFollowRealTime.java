// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A record acknowledged before another was sent stands before it, whoever sent them. */
public final class OffsetsFollowRealTime implements HistoryInvariant {
    /** Stateless. */
    public OffsetsFollowRealTime() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, List<SendOperation>> byPartition = new TreeMap<>();
        for (SendOperation send : history.sends()) {
            if (send.outcome() == Outcome.OK && send.offset() >= 0) {
                byPartition
                        .computeIfAbsent(send.partition(), unused -> new ArrayList<>())
                        .add(send);
            }
        }
        List<String> found = new ArrayList<>();
        byPartition.values().forEach(sends -> check(sends, found));
        return found;
    }

    /** Sweeps over time: each send must land above everything that was complete when it was invoked. */
    private static void check(List<SendOperation> sends, List<String> found) {
        List<SendOperation> byInvoke = new ArrayList<>(sends);
        byInvoke.sort(Comparator.comparingLong(SendOperation::invokedNanos));
        List<SendOperation> byComplete = new ArrayList<>(sends);
        byComplete.sort(Comparator.comparingLong(SendOperation::completedNanos));
        int completed = 0;
        long highest = -1;
        for (SendOperation send : byInvoke) {
            while (completed < byComplete.size() && byComplete.get(completed).completedNanos() < send.invokedNanos()) {
                highest = Math.max(highest, byComplete.get(completed).offset());
                completed++;
            }
            if (send.offset() <= highest) {
                found.add("before its time: " + send + " although offset " + highest + " was acknowledged before it");
            }
        }
    }
}
