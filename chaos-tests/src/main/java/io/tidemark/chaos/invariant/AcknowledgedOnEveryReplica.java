// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Membership;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When all is at rest every acknowledged value lies in the log of every replica in sync, and of every eligible leader replica,
 * at the offset that was named: a lucky leader cannot hide a copy that was never made, nor a log that is gone.
 */
public final class AcknowledgedOnEveryReplica implements RunInvariant {
    /** Stateless. */
    public AcknowledgedOnEveryReplica() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Integer, List<SendOperation>> sends = new HashMap<>();
        for (SendOperation send : run.history().sends()) {
            if (send.outcome() == Outcome.OK && !run.history().mayBeTrimmed(send.partition(), send.offset())) {
                sends.computeIfAbsent(send.partition(), unused -> new ArrayList<>())
                        .add(send);
            }
        }
        List<String> found = new ArrayList<>();
        for (Membership membership : run.rest().members()) {
            if (membership.topic().equals(run.rest().topic())) {
                List<SendOperation> held = sends.getOrDefault(membership.partition(), List.of());
                membership.holders().forEach(nodeId -> check(run, membership, nodeId, held, found));
            }
        }
        return found;
    }

    private static void check(
            RunRecord run, Membership membership, int nodeId, List<SendOperation> sends, List<String> found) {
        Optional<ReplicaLog> log = run.rest().log(membership, nodeId);
        if (log.isPresent()) {
            check(log.get(), sends, found);
        } else {
            found.add("node " + nodeId + " has no log, with " + sends.size() + " acknowledged records to hold: "
                    + membership);
        }
    }

    private static void check(ReplicaLog log, List<SendOperation> sends, List<String> found) {
        Map<Long, Long> offsets = new HashMap<>(log.records().size() * 2);
        for (StoredRecord record : log.records()) {
            offsets.put(record.value(), record.offset());
        }
        for (SendOperation send : sends) {
            Long offset = offsets.get(send.value());
            if (offset == null) {
                found.add("node " + log.nodeId() + " lacks " + send);
            } else if (send.offset() >= 0 && offset != send.offset()) {
                found.add("node " + log.nodeId() + " holds at " + offset + " " + send);
            }
        }
    }
}
