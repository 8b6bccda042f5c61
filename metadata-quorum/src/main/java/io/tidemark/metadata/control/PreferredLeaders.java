// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds partitions whose leadership should go back to their preferred replica, or away from a broker that is drained. */
final class PreferredLeaders {
    private PreferredLeaders() {}

    /**
     * Partitions to move: of brokers that lack more than the threshold of what they should lead, those whose preferred
     * replica is in sync and eligible.
     */
    static List<PartitionKey> toMove(ClusterImage image, double threshold, int maxPartitions) {
        Map<Integer, Share> shares = new TreeMap<>();
        for (TopicImage topic : image.topics().values()) {
            int number = 0;
            for (PartitionImage partition : topic.partitions()) {
                int preferred = partition.replicas().get(0);
                Share share = shares.computeIfAbsent(preferred, unused -> new Share());
                share.total++;
                BrokerImage broker = image.brokers().get(preferred);
                if (partition.leader() != preferred && !topic.isDeleted()) {
                    share.missing++;
                    if (broker != null
                            && broker.takesLeaders()
                            && partition.isr().contains(preferred)
                            && partition.hasLeader()) {
                        share.movable.add(new PartitionKey(topic.topicId(), number));
                    }
                }
                number++;
            }
        }
        return shares.values().stream()
                .filter(share -> share.missing > threshold * share.total)
                .flatMap(share -> share.movable.stream())
                .limit(maxPartitions)
                .toList();
    }

    /** Partitions led by a broker that is drained, with another in-sync replica that would take them. */
    static List<PartitionKey> toRelieve(ClusterImage image, int maxPartitions) {
        List<PartitionKey> partitions = new ArrayList<>();
        if (image.brokers().values().stream().noneMatch(BrokerImage::draining)) {
            return partitions;
        }
        for (TopicImage topic : image.topics().values()) {
            for (int number = 0; number < topic.partitions().size() && partitions.size() < maxPartitions; number++) {
                if (!topic.isDeleted()
                        && canBeRelieved(image, topic.partitions().get(number))) {
                    partitions.add(new PartitionKey(topic.topicId(), number));
                }
            }
        }
        return partitions;
    }

    private static boolean canBeRelieved(ClusterImage image, PartitionImage partition) {
        BrokerImage leader = image.brokers().get(partition.leader());
        return leader != null
                && leader.draining()
                && partition.recovery() == RecoveryState.RECOVERED
                && partition.isr().stream()
                        .map(image.brokers()::get)
                        .anyMatch(broker -> broker != null && broker.takesLeaders());
    }

    private static final class Share {
        int total;
        int missing;
        final List<PartitionKey> movable = new ArrayList<>();
    }
}
