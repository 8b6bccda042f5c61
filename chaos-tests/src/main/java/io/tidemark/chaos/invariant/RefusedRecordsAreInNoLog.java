// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a client was told is not written lies in no log: errors are honest. */
public final class RefusedRecordsAreInNoLog implements RunInvariant {
    /** Stateless. */
    public RefusedRecordsAreInNoLog() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Long, SendOperation> refused = new HashMap<>();
        run.history().sends().stream()
                .filter(send -> send.outcome() == Outcome.FAIL)
                .forEach(send -> refused.put(send.value(), send));
        List<String> found = new ArrayList<>();
        for (ReplicaLog log : run.replicas()) {
            for (StoredRecord record : log.records()) {
                SendOperation send = refused.get(record.value());
                if (send != null) {
                    found.add("refused but stored on node " + log.nodeId() + " in partition " + log.partition() + ": "
                            + record + " of " + send);
                }
            }
        }
        return found;
    }
}
