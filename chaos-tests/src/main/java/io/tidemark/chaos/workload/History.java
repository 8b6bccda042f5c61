// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Everything that clients saw in a run, and what a last full read of every partition gave after all was healed. Immutable. */
public final class History {
    private final List<Operation> operations;
    private final List<SendOperation> sends = new ArrayList<>();
    private final List<PollOperation> polls = new ArrayList<>();
    private final Map<Integer, Long> trimmedBefore = new HashMap<>();
    private final SortedMap<Integer, List<Seen>> finalReads;

    /**
     * Of operations in order of completion.
     *
     * @param finalReads per partition all records from the log start to the end, in order
     */
    public History(List<Operation> operations, SortedMap<Integer, List<Seen>> finalReads) {
        this.operations = List.copyOf(operations);
        this.finalReads = finalReads;
        for (Operation operation : this.operations) {
            for (Step step : operation.steps()) {
                flatten(operation, step);
            }
        }
    }

    private void flatten(Operation operation, Step step) {
        if (step instanceof Step.Sent sent) {
            sends.add(new SendOperation(
                    operation.index(),
                    operation.process(),
                    sent.partition(),
                    sent.value(),
                    operation.invokedNanos(),
                    operation.completedNanos(),
                    sent.outcome(),
                    sent.offset()));
        } else if (step instanceof Step.Polled polled) {
            polls.add(new PollOperation(
                    operation.index(),
                    operation.process(),
                    polled.partition(),
                    operation.completedNanos(),
                    polled.records()));
        } else if (step instanceof Step.Trimmed trimmed) {
            trimmedBefore.merge(trimmed.partition(), trimmed.beforeOffset(), Math::max);
        }
    }

    /** All operations in order of completion. */
    public List<Operation> operations() {
        return operations;
    }

    /** Operations of one kind, in order of completion. */
    public List<Operation> operations(Function function) {
        return operations.stream()
                .filter(operation -> operation.function() == function)
                .toList();
    }

    /** All writes, value by value. */
    public List<SendOperation> sends() {
        return sends;
    }

    /** All that was polled, also by operations that failed later: the data was really returned. */
    public List<PollOperation> polls() {
        return polls;
    }

    /** The last full reads by partition. */
    public SortedMap<Integer, List<Seen>> finalReads() {
        return finalReads;
    }

    /** Whether a partition was read back to its end after all was over; without that nothing of it counts as lost. */
    public boolean isReadBack(int partition) {
        return finalReads.containsKey(partition);
    }

    /** The last full read of a partition; empty when there was none. */
    public List<Seen> finalRead(int partition) {
        return finalReads.getOrDefault(partition, List.of());
    }

    /** Whether somebody may have deleted what stands at an offset; one that is not known, -1, counts as any. */
    public boolean mayBeTrimmed(int partition, long offset) {
        return offset < trimmedBefore.getOrDefault(partition, -1L);
    }

    /** Whether somebody deleted records of a partition. */
    public boolean isTrimmed(int partition) {
        return trimmedBefore.containsKey(partition);
    }

    /** Number of values whose write was acknowledged. */
    public long acknowledgedCount() {
        return sends.stream().filter(send -> send.outcome() == Outcome.OK).count();
    }
}
