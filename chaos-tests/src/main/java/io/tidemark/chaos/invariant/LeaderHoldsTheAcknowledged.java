// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import io.tidemark.chaos.workload.StoredBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A leader's log reaches beyond everything that was acknowledged before and was written in its leader epoch or an earlier
 * one. A loss is seen here even if a later leader heals it.
 */
public final class LeaderHoldsTheAcknowledged implements RunInvariant {
    /** Stateless. */
    public LeaderHoldsTheAcknowledged() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Integer, NavigableMap<Long, Integer>> epochs = epochsByOffset(run);
        List<SendOperation> sends = new ArrayList<>(run.history().sends().stream()
                .filter(send -> send.isPlaced() && epochs.containsKey(send.partition()))
                .toList());
        sends.sort(Comparator.comparingLong(SendOperation::completedNanos));
        Map<Integer, NavigableMap<Integer, SendOperation>> acknowledged = new HashMap<>();
        List<String> found = new ArrayList<>();
        int next = 0;
        for (NodeSample sample : run.samples()) {
            while (next < sends.size() && sends.get(next).completedNanos() < sample.timeNanos()) {
                SendOperation send = sends.get(next++);
                Map.Entry<Long, Integer> epoch =
                        epochs.getOrDefault(send.partition(), new TreeMap<>()).floorEntry(send.offset());
                if (epoch != null) {
                    acknowledged
                            .computeIfAbsent(send.partition(), unused -> new TreeMap<>())
                            .merge(
                                    epoch.getValue(),
                                    send,
                                    (one, other) -> one.offset() >= other.offset() ? one : other);
                }
            }
            check(sample, acknowledged, found);
        }
        return found;
    }

    private static void check(
            NodeSample sample, Map<Integer, NavigableMap<Integer, SendOperation>> acknowledged, List<String> found) {
        for (PartitionSample partition : sample.partitions()) {
            NavigableMap<Integer, SendOperation> highest = acknowledged.get(partition.partition());
            Map.Entry<Integer, SendOperation> last =
                    highest == null ? null : highest.floorEntry(partition.leaderEpoch());
            if (partition.isLeader()
                    && last != null
                    && partition.offsets().logEnd() <= last.getValue().offset()) {
                found.add("leader node " + sample.nodeId() + " lacks " + last.getValue() + ", written in leader epoch "
                        + last.getKey() + ": " + partition);
            }
        }
    }

    private static Map<Integer, NavigableMap<Long, Integer>> epochsByOffset(RunRecord run) {
        Map<Integer, NavigableMap<Long, Integer>> epochs = new HashMap<>();
        for (ReplicaLog log : run.replicas()) {
            NavigableMap<Long, Integer> starts = epochs.computeIfAbsent(log.partition(), unused -> new TreeMap<>());
            for (StoredBatch batch : log.batches()) {
                starts.putIfAbsent(batch.baseOffset(), batch.leaderEpoch());
            }
        }
        return epochs;
    }
}
