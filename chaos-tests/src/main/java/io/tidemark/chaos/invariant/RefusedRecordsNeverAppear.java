// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A record that a client was told is not written is never read: errors are honest (aborted read). */
public final class RefusedRecordsNeverAppear implements HistoryInvariant {
    /** Stateless. */
    public RefusedRecordsNeverAppear() {}

    @Override
    public List<String> violations(History history) {
        Map<Long, SendOperation> refused = new HashMap<>();
        for (SendOperation send : history.sends()) {
            if (send.outcome() == Outcome.FAIL) {
                refused.put(send.value(), send);
            }
        }
        List<String> found = new ArrayList<>();
        Sighting.forEachRead(history, seen -> {
            SendOperation send = refused.get(seen.value());
            if (send != null) {
                found.add("refused but read: " + send + ", read as " + seen);
            }
        });
        return found;
    }
}
