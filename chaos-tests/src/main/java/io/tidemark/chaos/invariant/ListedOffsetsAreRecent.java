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

/**
 * The end of a partition lies above everything that was acknowledged or read before it was asked for, and neither the end
 * nor the start ever goes back (KIP-207).
 */
public final class ListedOffsetsAreRecent implements HistoryInvariant {
    /** Something known from a moment on: the end, or the start, is at least this. */
    private record Known(long timeNanos, long atLeast) {}

    /** Stateless. */
    public ListedOffsetsAreRecent() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, List<Known>> ends = new HashMap<>();
        Map<Integer, List<Known>> starts = new HashMap<>();
        history.sends().stream()
                .filter(send -> send.isPlaced())
                .forEach(send -> add(ends, send.partition(), send.completedNanos(), send.offset() + 1));
        history.polls().stream()
                .filter(poll -> !poll.records().isEmpty())
                .forEach(poll -> add(
                        ends,
                        poll.partition(),
                        poll.completedNanos(),
                        poll.records().get(poll.records().size() - 1).offset() + 1));
        listed(history, Function.LATEST, ends);
        listed(history, Function.EARLIEST, starts);
        List<String> found = new ArrayList<>();
        check(history, Function.LATEST, ends, found);
        check(history, Function.EARLIEST, starts, found);
        return found;
    }

    private static void listed(History history, Function function, Map<Integer, List<Known>> known) {
        for (Operation operation : answered(history, function)) {
            Step.Listed listed = (Step.Listed) operation.steps().get(0);
            add(known, listed.partition(), operation.completedNanos(), listed.offset());
        }
    }

    private static List<Operation> answered(History history, Function function) {
        return history.operations(function).stream()
                .filter(operation -> operation.outcome() == Outcome.OK)
                .toList();
    }

    private static void add(Map<Integer, List<Known>> known, int partition, long timeNanos, long atLeast) {
        known.computeIfAbsent(partition, unused -> new ArrayList<>()).add(new Known(timeNanos, atLeast));
    }

    private static void check(History history, Function function, Map<Integer, List<Known>> known, List<String> found) {
        known.values().forEach(facts -> facts.sort(Comparator.comparingLong(Known::timeNanos)));
        List<Operation> asked = new ArrayList<>(answered(history, function));
        asked.sort(Comparator.comparingLong(Operation::invokedNanos));
        Map<Integer, Integer> place = new HashMap<>();
        Map<Integer, Long> highest = new HashMap<>();
        for (Operation operation : asked) {
            Step.Listed listed = (Step.Listed) operation.steps().get(0);
            List<Known> facts = known.getOrDefault(listed.partition(), List.of());
            int at = place.getOrDefault(listed.partition(), 0);
            long high = highest.getOrDefault(listed.partition(), -1L);
            while (at < facts.size() && facts.get(at).timeNanos() < operation.invokedNanos()) {
                high = Math.max(high, facts.get(at++).atLeast());
            }
            place.put(listed.partition(), at);
            highest.put(listed.partition(), high);
            if (listed.offset() < high) {
                found.add("stale: " + operation + " although " + high + " was known before it was asked");
            }
        }
    }
}
