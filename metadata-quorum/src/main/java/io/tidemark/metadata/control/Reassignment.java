// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;

/**
 * Ends a reassignment (KIP-455) once the replicas to be are all in sync, not counting those that go (guard G44). The leader epoch grows, so that a replica that goes, or one that leaves and comes back, is fenced.
 */
final class Reassignment {
    private Reassignment() {}

    /** Ends the partition's reassignment if it may; whether it did. */
    static boolean completeIfReady(ClusterDraft cluster, PartitionKey key, PartitionDraft partition) {
        if (partition.adding.isEmpty() && partition.removing.isEmpty()) {
            return false;
        }
        List<Integer> target = BrokerIds.without(partition.replicas, partition.removing);
        List<Integer> staying = BrokerIds.without(partition.isr, partition.removing);
        // All that stay are in sync, so they make up any minimum.
        if (!staying.containsAll(target)) {
            return false;
        }
        partition.replicas = target;
        partition.adding = List.of();
        partition.removing = List.of();
        // One record carries the replicas and the minimum that goes with them (guard G1).
        partition.minIsr = Math.min(cluster.configs(key.topicId()).minInSyncReplicas(), target.size());
        ElrRules.changeIsr(partition, staying, List.of());
        if (!target.contains(partition.leader)) {
            partition.leader = PartitionImage.NO_LEADER;
        }
        partition.bumpLeaderEpoch();
        LeaderElection.elect(cluster, partition, false);
        return true;
    }
}
