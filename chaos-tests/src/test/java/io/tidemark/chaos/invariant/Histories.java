// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Builds histories of one partition by hand: an operation after the other unless it says when. */
final class Histories {
    static final String GROUP = "members";

    private final List<Operation> operations = new ArrayList<>();
    private final TreeMap<Integer, List<Seen>> finalReads = new TreeMap<>();
    private long timeNanos;

    static Step.Sent sent(long value, long offset) {
        return new Step.Sent(0, value, offset, Outcome.OK);
    }

    static Seen at(long offset, long value) {
        return new Seen(offset, value);
    }

    static Step.Polled polled(Seen... records) {
        return new Step.Polled(0, List.of(records));
    }

    Histories ok(int process, Function function, Step... steps) {
        return during(process, function, timeNanos + 1, timeNanos + 2, steps);
    }

    Histories during(int process, Function function, long invokedNanos, long completedNanos, Step... steps) {
        operations.add(new Operation(
                operations.size(), process, function, invokedNanos, completedNanos, Outcome.OK, List.of(steps)));
        timeNanos = Math.max(timeNanos, completedNanos);
        return this;
    }

    Histories toldDuring(Outcome outcome, int process, long value, long invokedNanos, long completedNanos) {
        Step step = new Step.Sent(0, value, -1, outcome);
        operations.add(new Operation(
                operations.size(), process, Function.SEND, invokedNanos, completedNanos, outcome, List.of(step)));
        return this;
    }

    Histories told(Outcome outcome, int process, long value) {
        Step step = new Step.Sent(0, value, -1, outcome);
        operations.add(new Operation(
                operations.size(), process, Function.SEND, timeNanos + 1, timeNanos + 2, outcome, List.of(step)));
        timeNanos += 2;
        return this;
    }

    Histories send(int process, long value, long offset) {
        return ok(process, Function.SEND, sent(value, offset));
    }

    Histories poll(int process, Seen... records) {
        return ok(process, Function.POLL, polled(records));
    }

    Histories assign(int process, boolean fromBeginning, Integer... partitions) {
        return ok(process, Function.ASSIGN, new Step.Assigned(List.of(partitions), fromBeginning));
    }

    Histories outcome(Outcome outcome, int process, Function function, Step step) {
        operations.add(new Operation(
                operations.size(), process, function, timeNanos + 1, timeNanos + 2, outcome, List.of(step)));
        timeNanos += 2;
        return this;
    }

    Histories register(int process, Function function, long value) {
        return ok(process, function, new Step.Register(value));
    }

    /** A creation of a topic has a number; -1 is for none. */
    Histories topic(int process, Function function, long value, long before) {
        return ok(process, function, new Step.Register("t", value, before));
    }

    Histories owns(int process, int generation, Integer... partitions) {
        return ok(process, Function.JOIN, new Step.Owned(GROUP, generation, List.of(partitions)));
    }

    Histories commits(int process, int generation, long offset) {
        return ok(process, Function.COMMIT, new Step.Committed(GROUP, 0, generation, offset));
    }

    Histories committed(int process, long offset) {
        return ok(process, Function.COMMITTED, new Step.Committed(GROUP, 0, -1, offset));
    }

    Histories trims(long beforeOffset) {
        return ok(8, Function.TRIM, new Step.Trimmed(0, beforeOffset));
    }

    Histories listed(Function function, long offset) {
        return ok(9, function, new Step.Listed(0, -1, offset));
    }

    Histories read(Seen... records) {
        finalReads.put(0, List.of(records));
        return this;
    }

    History end() {
        return new History(operations, finalReads);
    }
}
