// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every record that is read was sent, to that partition. */
public final class NothingAppearsFromNowhere implements HistoryInvariant {
    /** Stateless. */
    public NothingAppearsFromNowhere() {}

    @Override
    public List<String> violations(History history) {
        Map<Long, Integer> partitionByValue = new HashMap<>();
        for (SendOperation send : history.sends()) {
            partitionByValue.put(send.value(), send.partition());
        }
        List<String> found = new ArrayList<>();
        history.finalReads()
                .forEach((partition, records) -> records.forEach(record -> {
                    Integer sentTo = partitionByValue.get(record.value());
                    if (!partition.equals(sentTo)) {
                        found.add("from nowhere: value " + record.value() + " in partition " + partition + ", sent to "
                                + sentTo);
                    }
                }));
        return found;
    }
}
