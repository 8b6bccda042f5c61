// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A record that a client was told is not written is never read: errors are honest (aborted read). */
public final class RefusedRecordsNeverAppear implements HistoryInvariant {
    /** Stateless. */
    public RefusedRecordsNeverAppear() {}

    @Override
    public List<String> violations(History history) {
        Set<Long> refused = new HashSet<>();
        for (SendOperation send : history.sends()) {
            if (send.outcome() == Outcome.FAIL) {
                refused.add(send.value());
            }
        }
        List<String> found = new ArrayList<>();
        history.polls().forEach(poll -> collect(poll.partition(), poll.records(), refused, found));
        history.finalReads().forEach((partition, records) -> collect(partition, records, refused, found));
        return found;
    }

    private static void collect(int partition, List<Seen> records, Set<Long> refused, List<String> found) {
        for (Seen record : records) {
            if (refused.contains(record.value())) {
                found.add("refused but read: value " + record.value() + " of partition " + partition + " at offset "
                        + record.offset());
            }
        }
    }
}
