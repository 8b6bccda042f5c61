// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.PartitionAssignment;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns what the metadata says of a partition into the core's own words. */
final class Assignments {
    private Assignments() {}

    /**
     * The assignment.
     *
     * @param before the partition in the image that this broker had before; null when it was not there
     */
    static PartitionAssignment of(ClusterImage image, PartitionImage partition, @Nullable PartitionImage before) {
        return new PartitionAssignment(
                image.index(),
                partition.replicas(),
                partition.isr(),
                partition.leader(),
                partition.leaderEpoch(),
                partition.partitionEpoch(),
                partition.minIsr(),
                partition.recovery() == RecoveryState.RECOVERING,
                partition.lastUncleanLeaderEpoch(),
                predecessorServes(image, partition, before),
                lives(image, partition, BrokerImage::isEligible),
                lives(image, partition, broker -> true));
    }

    /**
     * Whether somebody may take itself for the leader who is neither in sync, where it would have to hear of its successor
     * before anything new is committed, nor fenced. An image that passes over leader epochs passes over leaders too: then it
     * may be any replica.
     */
    private static boolean predecessorServes(
            ClusterImage image, PartitionImage partition, @Nullable PartitionImage before) {
        if (before == null) {
            return partition.leaderEpoch() > 0
                    && image.brokers().keySet().stream()
                            .anyMatch(brokerId -> servesUnheard(image, partition, brokerId));
        }
        Set<Integer> candidates = new TreeSet<>(before.isr());
        candidates.add(before.leader());
        if (partition.leaderEpoch() > before.leaderEpoch() + 1) {
            candidates.addAll(before.replicas());
            candidates.addAll(partition.replicas());
        }
        return candidates.stream().anyMatch(brokerId -> servesUnheard(image, partition, brokerId));
    }

    private static boolean servesUnheard(ClusterImage image, PartitionImage partition, int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker != null
                && !broker.fenced()
                && brokerId != partition.leader()
                && !partition.isr().contains(brokerId);
    }

    private static List<ReplicaLife> lives(
            ClusterImage image, PartitionImage partition, Predicate<BrokerImage> condition) {
        List<ReplicaLife> lives = new ArrayList<>();
        for (int replica : new TreeSet<>(partition.replicas())) {
            BrokerImage broker = image.brokers().get(replica);
            if (broker != null && condition.test(broker)) {
                lives.add(new ReplicaLife(broker.brokerId(), broker.brokerEpoch()));
            }
        }
        return List.copyOf(lives);
    }
}
