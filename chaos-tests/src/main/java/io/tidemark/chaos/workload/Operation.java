// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;

/**
 * An operation with its completion.
 *
 * @param index place of its invocation in the history
 * @param process the client; one operation at a time, and never another after {@link Outcome#INFO}
 * @param function what it is
 * @param invokedNanos when it was asked, on the history's one monotonic clock
 * @param completedNanos when its outcome was known, or when nobody waited for it any more
 * @param outcome what the client was told
 * @param steps what it consists of, with answers
 */
public record Operation(
        long index,
        int process,
        Function function,
        long invokedNanos,
        long completedNanos,
        Outcome outcome,
        List<Step> steps) {

    /** Where it stands in the history, as anomalies name it. */
    public String place() {
        return place(index);
    }

    static String place(long index) {
        return "[op " + index + "]";
    }

    @Override
    public String toString() {
        return place() + " " + function + " of process " + process + " from " + invokedNanos + " to " + completedNanos
                + " ns, " + outcome + ": " + steps;
    }

    /** Kinds of operations. */
    public enum Function {
        /** Takes other partitions to read. */
        ASSIGN,
        /** Sends values. */
        SEND,
        /** Polls records. */
        POLL,
        /** Asks for the end of a partition. */
        LATEST,
        /** Asks for the start of a partition. */
        EARLIEST,
        /** Asks for the first offset at or after a time. */
        TIME,
        /** Deletes records. */
        TRIM,
        /** Writes a register of the metadata. */
        WRITE,
        /** Reads it. */
        READ,
        /** Joins a group, or learns of its share in a new generation. */
        JOIN,
        /** Commits offsets of a group. */
        COMMIT,
        /** Asks for committed offsets of a group. */
        COMMITTED
    }
}
