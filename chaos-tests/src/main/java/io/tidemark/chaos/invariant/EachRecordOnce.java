// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No value stands at two offsets (I15; duplicate). */
public final class EachRecordOnce implements HistoryInvariant {
    /** Stateless. */
    public EachRecordOnce() {}

    @Override
    public List<String> violations(History history) {
        List<String> found = new ArrayList<>();
        history.finalReads().forEach((partition, records) -> {
            Map<Long, Long> first = new HashMap<>();
            for (Seen record : records) {
                Long before = first.putIfAbsent(record.value(), record.offset());
                if (before != null) {
                    found.add("duplicate: value " + record.value() + " of partition " + partition + " at offsets "
                            + before + " and " + record.offset());
                }
            }
        });
        return found;
    }
}
