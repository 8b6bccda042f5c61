// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.invariant.RegisterSearch.Call;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A group's committed offset of each partition is a register: who asks learns the last commit or a later one. */
public final class CommittedOffsetsAreRecent implements HistoryInvariant {
    private static final long NONE = -1;

    /** Stateless. */
    public CommittedOffsetsAreRecent() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, Set<Long>> asked = new TreeMap<>();
        for (Operation operation : history.operations(Function.COMMITTED)) {
            for (Step step : operation.steps()) {
                if (operation.outcome() == Outcome.OK && step instanceof Step.Committed committed) {
                    asked.computeIfAbsent(committed.partition(), unused -> new HashSet<>())
                            .add(committed.offset());
                }
            }
        }
        List<String> found = new ArrayList<>();
        asked.forEach((partition, offsets) -> {
            Call misfit = RegisterSearch.misfit(calls(history, partition, offsets), NONE);
            if (misfit != null) {
                found.add("in no order of commits and questions of partition " + partition + " fits " + misfit);
            }
        });
        return found;
    }

    private static List<Call> calls(History history, int partition, Set<Long> asked) {
        List<Call> calls = new ArrayList<>();
        for (Operation operation : history.operations()) {
            boolean isCommit = operation.function() == Function.COMMIT;
            boolean isUnknown = isCommit && operation.outcome() == Outcome.INFO;
            for (Step step : operation.steps()) {
                if (!(step instanceof Step.Committed committed) || committed.partition() != partition) {
                    continue;
                }
                if (operation.outcome() == Outcome.OK) {
                    calls.add(new Call(
                            operation.invokedNanos(), operation.completedNanos(), isCommit, committed.offset()));
                } else if (isUnknown && asked.contains(committed.offset())) {
                    calls.add(new Call(operation.invokedNanos(), Long.MAX_VALUE, true, committed.offset()));
                }
            }
        }
        return calls;
    }
}
