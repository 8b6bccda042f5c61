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
import java.util.TreeSet;
import java.util.function.Predicate;

/** Turns what the metadata says of a partition into the core's own words. */
final class Assignments {
    private Assignments() {}

    static PartitionAssignment of(ClusterImage image, PartitionImage partition) {
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
                lives(image, partition, BrokerImage::isEligible),
                lives(image, partition, broker -> true));
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
