// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a client was told is not written lies in no log: errors are honest. */
public final class RefusedRecordsAreInNoLog implements RunInvariant {
    /** Stateless. */
    public RefusedRecordsAreInNoLog() {}

    @Override
    public List<String> violations(RunRecord run) {
        Set<Long> refused = new HashSet<>();
        run.history().sends().stream()
                .filter(send -> send.outcome() == Outcome.FAIL)
                .forEach(send -> refused.add(send.value()));
        List<String> found = new ArrayList<>();
        for (ReplicaLog log : run.replicas()) {
            for (StoredRecord record : log.records()) {
                if (refused.contains(record.value())) {
                    found.add("refused but stored on node " + log.nodeId() + " in partition " + log.partition() + ": "
                            + record);
                }
            }
        }
        return found;
    }
}
