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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Each register of the metadata, a config and which topic a name stands for, behaves as if each of its reads and writes happened
 * in one moment (linearizability).
 */
public final class RegistersAreLinearizable implements HistoryInvariant {
    /** Stateless. */
    public RegistersAreLinearizable() {}

    @Override
    public List<String> violations(History history) {
        Map<String, Set<Long>> read = new HashMap<>();
        forEach(history, Function.READ, (operation, register) -> read.computeIfAbsent(
                        register.name(), unused -> new HashSet<>())
                .add(register.value()));
        Map<String, List<Call>> calls = new TreeMap<>();
        forEach(history, Function.READ, (operation, register) -> {
            if (operation.outcome() == Outcome.OK) {
                add(calls, register, call(operation, operation.completedNanos(), register.value(), register.value()));
            }
        });
        forEach(history, Function.WRITE, (operation, register) -> {
            if (operation.outcome() == Outcome.OK) {
                add(calls, register, call(operation, operation.completedNanos(), register.before(), register.value()));
            } else if (operation.outcome() == Outcome.INFO
                    && read.getOrDefault(register.name(), Set.of()).contains(register.value())) {
                // One that nobody read may as well not have happened: without those the search is short.
                add(calls, register, call(operation, Long.MAX_VALUE, register.before(), register.value()));
            }
        });
        List<String> found = new ArrayList<>();
        calls.forEach((name, all) -> {
            Call misfit = RegisterSearch.misfit(all, Step.Register.NONE);
            if (misfit != null) {
                found.add("in no order of all reads and writes of " + name + " fits " + misfit.place() + " " + misfit);
            }
        });
        return found;
    }

    private static void add(Map<String, List<Call>> calls, Step.Register register, Call call) {
        calls.computeIfAbsent(register.name(), unused -> new ArrayList<>()).add(call);
    }

    private static Call call(Operation operation, long completedNanos, long before, long after) {
        return new Call(operation.place(), operation.invokedNanos(), completedNanos, before, after);
    }

    private static void forEach(History history, Function function, BiConsumer<Operation, Step.Register> action) {
        for (Operation operation : history.operations(function)) {
            for (Step step : operation.steps()) {
                if (step instanceof Step.Register register) {
                    action.accept(operation, register);
                }
            }
        }
    }
}
