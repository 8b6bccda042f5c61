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
    record Polled(int partition, List<Seen> records) implements Step {
        /** The last of the records, of which there must be one. */
        public Seen last() {
            return records.get(records.size() - 1);
        }
    }

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

    /**
     * Records that were to be deleted.
     *
     * @param partition partition
     * @param beforeOffset records below it go
     */
    record Trimmed(int partition, long beforeOffset) implements Step {}

    /**
     * A value of a register of the metadata, written or read.
     *
     * @param name which register
     * @param value the value; {@link #NONE} for none
     * @param before the value that a write must find, {@link #ANY} for any; a read has none to find
     */
    record Register(String name, long value, long before) implements Step {
        /** No value. */
        public static final long NONE = -1;
        /** Whatever value. */
        public static final long ANY = -2;

        /** Of the register that any write may write. */
        public Register(long value) {
            this("config", value, ANY);
        }
    }

    /**
     * A member's share in one generation of its group: what it had before and is not in it, it has given up.
     *
     * @param group the group
     * @param generation the generation
     * @param partitions what it owns
     */
    record Owned(String group, int generation, List<Integer> partitions) implements Step {}

    /**
     * An offset that was committed, or told as committed.
     *
     * @param group the group
     * @param partition partition
     * @param generation generation of the member that commits; -1 for none
     * @param offset the offset; -1 for none
     */
    record Committed(String group, int partition, int generation, long offset) implements Step {}
}
