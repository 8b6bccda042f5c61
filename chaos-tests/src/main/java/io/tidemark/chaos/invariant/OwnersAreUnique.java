// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** In one generation of a group a partition belongs to one member. */
public final class OwnersAreUnique implements HistoryInvariant {
    private record Share(String group, int generation, int partition) {}

    /** Stateless. */
    public OwnersAreUnique() {}

    @Override
    public List<String> violations(History history) {
        Map<Share, Operation> owners = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (Operation operation : history.operations(Function.JOIN)) {
            for (Step step : operation.steps()) {
                if (operation.outcome() == Outcome.OK && step instanceof Step.Owned owned && owned.generation() >= 0) {
                    for (int partition : owned.partitions()) {
                        Operation other =
                                owners.putIfAbsent(new Share(owned.group(), owned.generation(), partition), operation);
                        if (other != null && other.process() != operation.process()) {
                            found.add("two owners of partition " + partition + " in generation " + owned.generation()
                                    + ": process " + other.process() + " " + other.place() + " and process "
                                    + operation.process() + " " + operation.place());
                        }
                    }
                }
            }
        }
        return found;
    }
}
