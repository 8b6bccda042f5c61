// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.List;
import java.util.function.Consumer;

/**
 * A value at an offset as an acknowledgement or a read showed it.
 *
 * @param operation place of the operation in the history; -1 for the last read taken together, whose polls were seen before
 */
record Sighting(int partition, long offset, long value, long operation) {
    private static final long LAST_READ = -1;

    /** Shows all of a history: what was acknowledged, then what was polled, then what was read at the end. */
    static void forEach(History history, Consumer<Sighting> action) {
        for (SendOperation send : history.sends()) {
            if (send.isPlaced()) {
                action.accept(new Sighting(send.partition(), send.offset(), send.value(), send.index()));
            }
        }
        forEachRead(history, action);
    }

    /** Shows what was read of a history. */
    static void forEachRead(History history, Consumer<Sighting> action) {
        for (PollOperation poll : history.polls()) {
            show(poll.partition(), poll.records(), poll.index(), action);
        }
        history.finalReads().forEach((partition, records) -> show(partition, records, LAST_READ, action));
    }

    private static void show(int partition, List<Seen> records, long operation, Consumer<Sighting> action) {
        for (Seen seen : records) {
            action.accept(new Sighting(partition, seen.offset(), seen.value(), operation));
        }
    }

    @Override
    public String toString() {
        String place = operation == LAST_READ ? "[last read]" : "[op " + operation + "]";
        return "value " + value + " at offset " + offset + " of partition " + partition + " in " + place;
    }
}
