// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Membership;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When all is at rest the replicas of a partition hold the same batches in the same leader epochs with the same bytes, over
 * the range that all of them have, and whoever is to hold it has one. Of compacted topics too: no segment closes in a run, and
 * what lies in the open one is not compacted.
 */
public final class ReplicasAreEqual implements RunInvariant {
    /** Stateless. */
    public ReplicasAreEqual() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<String, List<ReplicaLog>> byPartition = new TreeMap<>();
        run.rest().logs().forEach(log -> byPartition
                .computeIfAbsent(log.topic() + "-" + log.partition(), unused -> new ArrayList<>())
                .add(log));
        List<String> found = new ArrayList<>();
        byPartition.values().forEach(logs -> logs.subList(1, logs.size())
                .forEach(other -> compare(logs.get(0), other, found)));
        for (Membership membership : run.rest().members()) {
            for (int nodeId : membership.holders()) {
                if (run.rest().log(membership, nodeId).isEmpty()) {
                    found.add("node " + nodeId + " has no log to compare: " + membership);
                }
            }
        }
        return found;
    }

    private static void compare(ReplicaLog one, ReplicaLog other, List<String> found) {
        long from = Math.max(one.startOffset(), other.startOffset());
        long to = Math.min(one.endOffset(), other.endOffset());
        Map<Long, StoredBatch> batches = within(one, from, to);
        Map<Long, StoredBatch> others = within(other, from, to);
        String who = "nodes " + one.nodeId() + " and " + other.nodeId() + " differ in " + one.topic() + "-"
                + one.partition();
        batches.forEach((baseOffset, batch) -> {
            StoredBatch same = others.remove(baseOffset);
            if (!batch.equals(same)) {
                found.add(who + ": " + batch + " and " + same);
            }
        });
        others.values().forEach(batch -> found.add(who + ": nothing and " + batch));
    }

    private static Map<Long, StoredBatch> within(ReplicaLog log, long from, long to) {
        Map<Long, StoredBatch> batches = new HashMap<>();
        for (StoredBatch batch : log.batches()) {
            if (batch.endOffset() > from && batch.baseOffset() < to) {
                batches.put(batch.baseOffset(), batch);
            }
        }
        return batches;
    }
}
