// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No operation reads what could only have been written after it: writers before readers, each client's operations in their
 * order, and operations that ended before others were asked for, form no cycle (G1c, G1c-process, G1c-realtime). Order of
 * values in the log is left out: operations that write several values may legally interleave there (G0).
 */
public final class InformationFlowsForward implements HistoryInvariant {
    private static final int SHOWN = 8;

    /** Stateless. */
    public InformationFlowsForward() {}

    @Override
    public List<String> violations(History history) {
        List<Operation> operations = mustHaveCommitted(history);
        OperationGraph graph = new OperationGraph(operations.size());
        addWriters(graph, operations);
        addProcessOrder(graph, operations);
        addRealTime(graph, operations);
        List<String> found = new ArrayList<>();
        for (List<Integer> cycle : graph.cycles()) {
            found.add("cycle of " + cycle.size() + " operations: "
                    + cycle.stream().limit(SHOWN).map(operations::get).toList());
        }
        return found;
    }

    /** Acknowledged operations, and those of unknown outcome of which something was read. */
    private static List<Operation> mustHaveCommitted(History history) {
        Set<Long> read = new HashSet<>();
        history.polls().forEach(poll -> poll.records().forEach(seen -> read.add(seen.value())));
        return history.operations().stream()
                .filter(operation -> operation.outcome() == Outcome.OK
                        || (operation.outcome() == Outcome.INFO
                                && operation.steps().stream()
                                        .anyMatch(
                                                step -> step instanceof Step.Sent sent && read.contains(sent.value()))))
                .toList();
    }

    private static void addWriters(OperationGraph graph, List<Operation> operations) {
        Map<Long, Integer> writers = new HashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            for (Step step : operations.get(i).steps()) {
                if (step instanceof Step.Sent sent) {
                    writers.put(sent.value(), i);
                }
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            for (Step step : operations.get(i).steps()) {
                if (step instanceof Step.Polled polled) {
                    for (Seen seen : polled.records()) {
                        Integer writer = writers.get(seen.value());
                        if (writer != null && writer != i) {
                            graph.edge(writer, i);
                        }
                    }
                }
            }
        }
    }

    private static void addProcessOrder(OperationGraph graph, List<Operation> operations) {
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            Integer before = last.put(operations.get(i).process(), i);
            if (before != null) {
                graph.edge(before, i);
            }
        }
    }

    /** Edges only from operations that no other completed one lies behind: the others follow. */
    private static void addRealTime(OperationGraph graph, List<Operation> operations) {
        List<Integer> byInvocation = numbers(operations);
        byInvocation.sort(Comparator.comparingLong(i -> operations.get(i).invokedNanos()));
        List<Integer> byCompletion = numbers(operations);
        byCompletion.sort(Comparator.comparingLong(i -> operations.get(i).completedNanos()));
        Set<Integer> frontier = new LinkedHashSet<>();
        Iterator<Integer> completions = byCompletion.iterator();
        int completed = completions.hasNext() ? completions.next() : -1;
        for (int invoked : byInvocation) {
            long invokedNanos = operations.get(invoked).invokedNanos();
            while (completed >= 0 && operations.get(completed).completedNanos() < invokedNanos) {
                long sinceNanos = operations.get(completed).invokedNanos();
                frontier.removeIf(old -> operations.get(old).completedNanos() < sinceNanos);
                frontier.add(completed);
                completed = completions.hasNext() ? completions.next() : -1;
            }
            frontier.forEach(before -> graph.edge(before, invoked));
        }
    }

    private static List<Integer> numbers(List<Operation> operations) {
        List<Integer> numbers = new ArrayList<>(operations.size());
        for (int i = 0; i < operations.size(); i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
