// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.pcollections.TreePMap;

/** Images of a small cluster: three brokers with epochs 11, 12, 13, and a topic of one partition. */
final class TestCluster {
    static final UUID TOPIC_ID = new UUID(7, 7);

    private TestCluster() {}

    static BrokerImage broker(int id, boolean fenced) {
        return new BrokerImage(
                id,
                10 + id,
                new UUID(id, 1),
                new Endpoint("127.0.0.1", 9_000 + id),
                "",
                new UUID(id, 2),
                fenced,
                false,
                false,
                new UUID(id, 3),
                FeatureLevel.LATEST);
    }

    static PartitionImage partition(int leader, int leaderEpoch, int partitionEpoch, List<Integer> isr) {
        return new PartitionImage(
                List.of(1, 2, 3),
                List.of(),
                List.of(),
                isr,
                List.of(),
                List.of(),
                leader,
                leaderEpoch,
                partitionEpoch,
                Math.min(2, isr.size()),
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }

    /** The partition without a replica on broker 1. */
    static PartitionImage movedTo(int leader, int leaderEpoch, List<Integer> replicas) {
        return new PartitionImage(
                replicas,
                List.of(),
                List.of(),
                replicas,
                List.of(),
                List.of(),
                leader,
                leaderEpoch,
                leaderEpoch,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }

    /** A partition without a leader that only brokers which may have lost records could lead. */
    static PartitionImage lost(int leaderEpoch, List<Integer> lastKnown) {
        return new PartitionImage(
                List.of(1, 2, 3),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                lastKnown,
                PartitionImage.NO_LEADER,
                leaderEpoch,
                leaderEpoch,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }

    static TopicImage flushedTopic(PartitionImage... partitions) {
        TreeMap<String, String> configs = new TreeMap<>();
        configs.put("durability", "flushed");
        return new TopicImage(TOPIC_ID, "orders", List.of(partitions), configs);
    }

    static TopicImage topic(PartitionImage... partitions) {
        return new TopicImage(TOPIC_ID, "orders", List.of(partitions), new TreeMap<>());
    }

    static ClusterImage image(long index, TopicImage... topics) {
        TreePMap<Integer, BrokerImage> brokers = TreePMap.empty();
        for (int id = 1; id <= 3; id++) {
            brokers = brokers.plus(id, broker(id, false));
        }
        TreePMap<UUID, TopicImage> byId = TreePMap.empty();
        TreePMap<String, UUID> ids = TreePMap.empty();
        for (TopicImage topic : topics) {
            byId = byId.plus(topic.topicId(), topic);
            ids = ids.plus(topic.name(), topic.topicId());
        }
        return new ClusterImage(index, "test", brokers, byId, ids, TreePMap.empty(), 0, FeatureLevel.LATEST);
    }
}
