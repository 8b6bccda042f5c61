// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds partitions whose leadership should go back to their preferred replica. */
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
                            && broker.isEligible()
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

    private static final class Share {
        int total;
        int missing;
        final List<PartitionKey> movable = new ArrayList<>();
    }
}
