// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * One attempt to write one value, as its client saw it.
 *
 * @param index place of the operation's invocation in the history
 * @param process the client
 * @param partition partition written to
 * @param value the value, unique in the whole history
 * @param invokedNanos when it was asked, on the history's one monotonic clock
 * @param completedNanos when its outcome was known, or when nobody waited for it any more
 * @param outcome what the client was told
 * @param offset offset that the answer named; -1 for none
 */
public record SendOperation(
        long index,
        int process,
        int partition,
        long value,
        long invokedNanos,
        long completedNanos,
        Outcome outcome,
        long offset) {

    /** Where its operation stands in the history, as anomalies name it. */
    public String place() {
        return Operation.place(index);
    }

    @Override
    public String toString() {
        return place() + " value " + value + " to partition " + partition + " by process " + process + " from "
                + invokedNanos + " to " + completedNanos + " ns, " + outcome + ", offset " + offset;
    }

    /** Whether it is known to be written, and where. */
    public boolean isPlaced() {
        return outcome == Outcome.OK && offset >= 0;
    }
}
