// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.StoredBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * When all is at rest the replicas of a partition hold the same batches in the same leader epochs with the same bytes, over
 * the range that all of them have.
 */
public final class ReplicasAreEqual implements RunInvariant {
    /** Stateless. */
    public ReplicasAreEqual() {}

    @Override
    public List<String> violations(RunRecord run) {
        TreeSet<Integer> partitions = new TreeSet<>();
        run.replicas().forEach(log -> partitions.add(log.partition()));
        List<String> found = new ArrayList<>();
        for (int partition : partitions) {
            List<ReplicaLog> logs = run.replicas(partition);
            for (int i = 1; i < logs.size(); i++) {
                compare(logs.get(0), logs.get(i), found);
            }
        }
        return found;
    }

    private static void compare(ReplicaLog one, ReplicaLog other, List<String> found) {
        long from = Math.max(one.startOffset(), other.startOffset());
        long to = Math.min(one.endOffset(), other.endOffset());
        Map<Long, StoredBatch> batches = within(one, from, to);
        Map<Long, StoredBatch> others = within(other, from, to);
        String who = "nodes " + one.nodeId() + " and " + other.nodeId() + " differ in partition " + one.partition();
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
