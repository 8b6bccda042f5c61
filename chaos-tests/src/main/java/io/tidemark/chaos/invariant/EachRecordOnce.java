// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No value stands at two offsets, in whatever anybody read or was told (I15; duplicate). */
public final class EachRecordOnce implements HistoryInvariant {
    /** Stateless. */
    public EachRecordOnce() {}

    @Override
    public List<String> violations(History history) {
        Map<Long, Long> offsets = new HashMap<>();
        List<String> found = new ArrayList<>();
        history.sends().stream()
                .filter(send -> send.isPlaced())
                .forEach(send -> check(send.partition(), new Seen(send.offset(), send.value()), offsets, found));
        history.polls().forEach(poll -> poll.records().forEach(seen -> check(poll.partition(), seen, offsets, found)));
        history.finalReads()
                .forEach((partition, records) -> records.forEach(seen -> check(partition, seen, offsets, found)));
        return found;
    }

    private static void check(int partition, Seen seen, Map<Long, Long> offsets, List<String> found) {
        Long before = offsets.putIfAbsent(seen.value(), seen.offset());
        if (before != null && before != seen.offset()) {
            found.add("duplicate: value " + seen.value() + " of partition " + partition + " at offsets " + before
                    + " and " + seen.offset());
        }
    }
}
