// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every acknowledged record is read at the end, at the offset that the acknowledgement named (I5; lost-write, unseen). */
public final class AcknowledgedRecordsSurvive implements HistoryInvariant {
    /** Stateless. */
    public AcknowledgedRecordsSurvive() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, Map<Long, Long>> offsetsByValue = new HashMap<>();
        history.finalReads().forEach((partition, records) -> {
            Map<Long, Long> offsets = offsetsByValue.computeIfAbsent(partition, unused -> new HashMap<>());
            for (Seen record : records) {
                offsets.put(record.value(), record.offset());
            }
        });
        List<String> found = new ArrayList<>();
        for (SendOperation send : history.sends()) {
            if (send.outcome() != Outcome.OK
                    || !history.isReadBack(send.partition())
                    || history.mayBeTrimmed(send.partition(), send.offset())) {
                continue;
            }
            Long offset =
                    offsetsByValue.getOrDefault(send.partition(), Map.of()).get(send.value());
            if (offset == null) {
                found.add("lost: " + send);
            } else if (send.offset() >= 0 && send.offset() != offset) {
                found.add("moved: " + send + " is read at offset " + offset);
            }
        }
        return found;
    }
}
