// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was acknowledged or read once at an offset is read there always, by everyone (I6; inconsistent-offset). */
public final class OffsetsAreStable implements HistoryInvariant {
    /** Stateless. */
    public OffsetsAreStable() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, Map<Long, Long>> known = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (SendOperation send : history.sends()) {
            if (send.isPlaced()) {
                check(send.partition(), List.of(new Seen(send.offset(), send.value())), known, found);
            }
        }
        for (PollOperation poll : history.polls()) {
            check(poll.partition(), poll.records(), known, found);
        }
        history.finalReads().forEach((partition, records) -> check(partition, records, known, found));
        return found;
    }

    private static void check(
            int partition, List<Seen> records, Map<Integer, Map<Long, Long>> known, List<String> found) {
        Map<Long, Long> values = known.computeIfAbsent(partition, unused -> new HashMap<>());
        for (Seen record : records) {
            Long before = values.putIfAbsent(record.offset(), record.value());
            if (before != null && before != record.value()) {
                found.add("changed: offset " + record.offset() + " of partition " + partition + " was " + before
                        + " and is " + record.value());
            }
        }
    }
}
