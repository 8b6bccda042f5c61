// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is in sync holds everything below the leader's high watermark (I8): a follower that was in sync when its leader told
 * of a high watermark, and that lives on in the same leader epoch, has a log that reaches it when it is asked later.
 */
public final class InSyncReplicasHoldTheCommitted implements RunInvariant {
    /** Longest time between a sample's moment and the answer that it holds. */
    private static final long ANSWER_NANOS = 1_000_000_000L;

    private record Told(long timeNanos, PartitionSample sample) {}

    private record Replica(int nodeId, int partition) {}

    /** Stateless. */
    public InSyncReplicasHoldTheCommitted() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Integer, List<Told>> leaders = new HashMap<>();
        Map<Replica, NodeSample> firstOfLife = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                NodeSample first = firstOfLife.merge(
                        new Replica(sample.nodeId(), partition.partition()),
                        sample,
                        (before, now) -> before.brokerEpoch() == now.brokerEpoch() ? before : now);
                if (partition.isLeader()) {
                    leaders.computeIfAbsent(partition.partition(), unused -> new ArrayList<>())
                            .add(new Told(sample.timeNanos(), partition));
                } else if (partition.role().equals("FOLLOWER")) {
                    Told told = latest(leaders.getOrDefault(partition.partition(), List.of()), sample, partition);
                    if (told != null && first.timeNanos() <= told.timeNanos() && lacks(partition, told.sample())) {
                        found.add("node " + sample.nodeId() + " was in sync but lacks what is committed: " + partition
                                + ", earlier " + told.sample());
                    }
                }
            }
        }
        return found;
    }

    private static boolean lacks(PartitionSample follower, PartitionSample leader) {
        return follower.offsets().logEnd() < leader.offsets().highWatermark();
    }

    /** What the leader of the follower's own epoch told last that was surely said before the follower was asked. */
    private static @Nullable Told latest(List<Told> leaders, NodeSample sample, PartitionSample follower) {
        for (int i = leaders.size() - 1; i >= 0; i--) {
            Told told = leaders.get(i);
            if (told.timeNanos() + ANSWER_NANOS < sample.timeNanos()) {
                boolean isOfThisEpoch = told.sample().leaderEpoch() == follower.leaderEpoch();
                return isOfThisEpoch && told.sample().isr().contains(sample.nodeId()) ? told : null;
            }
        }
        return null;
    }
}
