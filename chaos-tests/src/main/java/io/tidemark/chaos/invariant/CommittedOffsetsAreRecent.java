// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.invariant.RegisterSearch.Call;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** A group's committed offset of each partition is a register: who asks learns the last commit or a later one. */
public final class CommittedOffsetsAreRecent implements HistoryInvariant {
    private static final long NONE = -1;

    /** Stateless. */
    public CommittedOffsetsAreRecent() {}

    @Override
    public List<String> violations(History history) {
        Map<GroupPartition, Set<Long>> asked = new LinkedHashMap<>();
        Map<GroupPartition, List<Call>> calls = new HashMap<>();
        forEachStep(history, Function.COMMITTED, (operation, committed) -> {
            if (operation.outcome() == Outcome.OK) {
                asked.computeIfAbsent(GroupPartition.of(committed), unused -> new HashSet<>())
                        .add(committed.offset());
                add(calls, committed, call(operation, false, operation.completedNanos(), committed));
            }
        });
        forEachStep(history, Function.COMMIT, (operation, committed) -> {
            Set<Long> told = asked.getOrDefault(GroupPartition.of(committed), Set.of());
            if (operation.outcome() == Outcome.OK) {
                add(calls, committed, call(operation, true, operation.completedNanos(), committed));
            } else if (operation.outcome() == Outcome.INFO && told.contains(committed.offset())) {
                add(calls, committed, call(operation, true, Long.MAX_VALUE, committed));
            }
        });
        List<String> found = new ArrayList<>();
        asked.keySet().forEach(place -> {
            Call misfit = RegisterSearch.misfit(calls.getOrDefault(place, List.of()), NONE);
            if (misfit != null) {
                found.add("in no order of commits and questions of group " + place.group() + " and partition "
                        + place.partition() + " fits " + misfit.place() + " " + misfit);
            }
        });
        return found;
    }

    private static void add(Map<GroupPartition, List<Call>> calls, Step.Committed committed, Call call) {
        calls.computeIfAbsent(GroupPartition.of(committed), unused -> new ArrayList<>())
                .add(call);
    }

    private static Call call(Operation operation, boolean isCommit, long completedNanos, Step.Committed committed) {
        long before = isCommit ? Call.ANY : committed.offset();
        return new Call(operation.place(), operation.invokedNanos(), completedNanos, before, committed.offset());
    }

    private static void forEachStep(History history, Function function, BiConsumer<Operation, Step.Committed> action) {
        for (Operation operation : history.operations(function)) {
            for (Step step : operation.steps()) {
                if (step instanceof Step.Committed committed) {
                    action.accept(operation, committed);
                }
            }
        }
    }
}
