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
import java.util.Set;

/** The register of the metadata behaves as if each of its reads and writes happened in one moment (linearizability). */
public final class RegistersAreLinearizable implements HistoryInvariant {
    private static final long NOT_SET = -1;

    /** Stateless. */
    public RegistersAreLinearizable() {}

    @Override
    public List<String> violations(History history) {
        Set<Long> read = new HashSet<>();
        history.operations(Function.READ).stream()
                .filter(operation -> operation.outcome() == Outcome.OK)
                .forEach(operation -> read.add(value(operation)));
        List<Call> calls = new ArrayList<>();
        for (Operation operation : history.operations()) {
            boolean isWrite = operation.function() == Function.WRITE;
            boolean isOk = operation.outcome() == Outcome.OK;
            if (isOk && (isWrite || operation.function() == Function.READ)) {
                calls.add(new Call(operation.invokedNanos(), operation.completedNanos(), isWrite, value(operation)));
            } else if (isWrite && operation.outcome() == Outcome.INFO && read.contains(value(operation))) {
                // One that nobody read may as well not have happened.
                calls.add(new Call(operation.invokedNanos(), Long.MAX_VALUE, true, value(operation)));
            }
        }
        Call misfit = RegisterSearch.misfit(calls, NOT_SET);
        return misfit == null ? List.of() : List.of("in no order of all reads and writes fits " + misfit);
    }

    private static long value(Operation operation) {
        return ((Step.Register) operation.steps().get(0)).value();
    }
}
