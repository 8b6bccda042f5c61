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
        Map<Long, SendOperation> sends = new HashMap<>();
        history.sends().forEach(send -> sends.put(send.value(), send));
        List<String> found = new ArrayList<>();
        Sighting.forEachRead(history, seen -> {
            SendOperation send = sends.get(seen.value());
            if (send == null) {
                found.add("from nowhere: " + seen);
            } else if (send.partition() != seen.partition()) {
                found.add("in another partition: " + seen + " was sent as " + send);
            }
        });
        return found;
    }
}
