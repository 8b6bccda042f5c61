// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A commit in an older generation is refused once a member of a newer one has committed or owns the partition. */
public final class CommitsOfOldGenerationsAreRefused implements HistoryInvariant {
    /** Stateless. */
    public CommitsOfOldGenerationsAreRefused() {}

    @Override
    public List<String> violations(History history) {
        List<Operation> byInvocation = new ArrayList<>(history.operations(Function.COMMIT));
        byInvocation.sort(Comparator.comparingLong(Operation::invokedNanos));
        Map<GroupPartition, NavigableMap<Long, Integer>> newest = newestGenerations(history);
        List<String> found = new ArrayList<>();
        for (Operation operation : byInvocation) {
            for (Step step : operation.steps()) {
                if (operation.outcome() == Outcome.OK && step instanceof Step.Committed committed) {
                    Map.Entry<Long, Integer> known = newest.getOrDefault(GroupPartition.of(committed), new TreeMap<>())
                            .lowerEntry(operation.invokedNanos());
                    if (known != null && known.getValue() > committed.generation()) {
                        found.add(
                                "accepted: " + operation + " although generation " + known.getValue() + " was at work");
                    }
                }
            }
        }
        return found;
    }

    /** Per partition, by the moment from which it is known, the newest generation at work. */
    private static Map<GroupPartition, NavigableMap<Long, Integer>> newestGenerations(History history) {
        Map<GroupPartition, NavigableMap<Long, Integer>> newest = new HashMap<>();
        for (Operation operation : history.operations()) {
            if (operation.outcome() != Outcome.OK) {
                continue;
            }
            for (Step step : operation.steps()) {
                if (step instanceof Step.Owned owned) {
                    owned.partitions()
                            .forEach(partition -> note(
                                    newest,
                                    new GroupPartition(owned.group(), partition),
                                    operation.completedNanos(),
                                    owned.generation()));
                } else if (step instanceof Step.Committed committed && committed.generation() >= 0) {
                    GroupPartition place = GroupPartition.of(committed);
                    note(newest, place, operation.completedNanos(), committed.generation());
                }
            }
        }
        return newest;
    }

    private static void note(
            Map<GroupPartition, NavigableMap<Long, Integer>> newest,
            GroupPartition place,
            long timeNanos,
            int generation) {
        NavigableMap<Long, Integer> known = newest.computeIfAbsent(place, unused -> new TreeMap<>());
        Map.Entry<Long, Integer> before = known.floorEntry(timeNanos);
        int highest = before == null ? generation : Math.max(before.getValue(), generation);
        known.put(timeNanos, highest);
        known.tailMap(timeNanos, false).replaceAll((time, value) -> Math.max(value, highest));
    }
}
