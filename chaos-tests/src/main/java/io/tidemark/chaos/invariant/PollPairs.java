// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Finds pairs of values that a client polled one after the other and that do not stand one after the other in the log. */
final class PollPairs {
    private final History history;
    private final LogOrder order;
    private final IntPredicate isBad;
    private final String what;
    private final List<String> found = new ArrayList<>();

    private PollPairs(History history, IntPredicate isBad, String what) {
        this.history = history;
        this.order = LogOrder.of(history);
        this.isBad = isBad;
        this.what = what;
    }

    /** Pairs inside of one operation. */
    static List<String> inside(History history, IntPredicate isBad, String what) {
        PollPairs pairs = new PollPairs(history, isBad, what);
        for (Operation operation : history.operations()) {
            Map<Integer, Seen> last = new HashMap<>();
            for (Step step : operation.steps()) {
                if (step instanceof Step.Polled polled) {
                    for (Seen seen : polled.records()) {
                        pairs.check(operation, polled.partition(), last.put(polled.partition(), seen), seen);
                    }
                }
            }
        }
        return pairs.found;
    }

    /** Pairs of the last value of an operation and the first of the next of the same client. */
    static List<String> between(History history, IntPredicate isBad, String what) {
        PollPairs pairs = new PollPairs(history, isBad, what);
        Map<Integer, Map<Integer, Seen>> lastByProcess = new HashMap<>();
        for (Operation operation : history.operations()) {
            Map<Integer, Seen> last = lastByProcess.computeIfAbsent(operation.process(), unused -> new HashMap<>());
            Map<Integer, Seen> read = new HashMap<>();
            for (Step step : operation.steps()) {
                if (step instanceof Step.Assigned assigned && operation.outcome() != Outcome.FAIL) {
                    last.keySet()
                            .removeIf(key -> assigned.fromBeginning()
                                    || !assigned.partitions().contains(key));
                } else if (step instanceof Step.Owned owned) {
                    last.keySet().retainAll(owned.partitions());
                } else if (step instanceof Step.Polled polled
                        && !polled.records().isEmpty()) {
                    if (!read.containsKey(polled.partition())) {
                        pairs.check(
                                operation,
                                polled.partition(),
                                last.get(polled.partition()),
                                polled.records().get(0));
                    }
                    read.put(polled.partition(), polled.last());
                }
            }
            if (operation.outcome() == Outcome.OK) {
                last.putAll(read);
            }
        }
        return pairs.found;
    }

    private void check(Operation operation, int partition, @Nullable Seen before, Seen seen) {
        int distance = before == null ? 1 : order.distance(partition, before.value(), seen.value());
        // A reader goes on where the log begins when what it wanted was deleted.
        boolean isPastDeleted = distance > 1 && before != null && history.mayBeTrimmed(partition, before.offset());
        if (before != null && !isPastDeleted && isBad.test(distance)) {
            found.add(what + ": process " + operation.process() + " polled " + seen + " of partition " + partition
                    + " after " + before + " in " + operation.place());
        }
    }
}
