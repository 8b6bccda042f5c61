// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.PollOperation.Seen;
import java.util.List;

/** One part of an operation; Jepsen calls it a micro-operation. */
public sealed interface Step {
    /**
     * A value that was sent.
     *
     * @param partition partition
     * @param value the value, unique in the history
     * @param offset offset that the answer named; -1 for none
     * @param outcome what was told of it
     */
    record Sent(int partition, long value, long offset, Outcome outcome) implements Step {}

    /**
     * What was polled of one partition.
     *
     * @param partition partition
     * @param records offsets and values as returned
     */
    record Polled(int partition, List<Seen> records) implements Step {}

    /**
     * An offset that was asked for.
     *
     * @param partition partition
     * @param timestampMs the time asked for, milliseconds since 1970-01-01 UTC; -1 for earliest and latest
     * @param offset the answer; -1 for none
     */
    record Listed(int partition, long timestampMs, long offset) implements Step {}

    /**
     * A new set of partitions to read.
     *
     * @param partitions the set
     * @param fromBeginning whether all of them are read from the log start, else those kept go on where they were
     */
    record Assigned(List<Integer> partitions, boolean fromBeginning) implements Step {}
}
