// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * All metadata of the cluster at one index of the metadata log. Immutable; maps iterate in key order, so that two nodes
 * with equal images write equal bytes.
 *
 * @param index metadata index that the image reflects
 * @param clusterId cluster id; empty before the cluster is formatted
 * @param brokers brokers by id
 * @param topics topics by id
 * @param topicIds topic ids by name
 * @param clusterConfigs cluster-wide defaults of topic configs
 * @param nextProducerId first producer id that is not handed out
 * @param featureLevel feature level of the cluster, see {@link FeatureLevel}
 */
public record ClusterImage(
        long index,
        String clusterId,
        TreePMap<Integer, BrokerImage> brokers,
        TreePMap<UUID, TopicImage> topics,
        TreePMap<String, UUID> topicIds,
        TreePMap<String, String> clusterConfigs,
        long nextProducerId,
        int featureLevel) {

    /** The image before the first entry. */
    public static final ClusterImage EMPTY = new ClusterImage(
            -1, "", TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), 0, FeatureLevel.FIRST);

    /** The topic with this name, or null. */
    public @Nullable TopicImage topic(String name) {
        UUID id = topicIds.get(name);
        return id == null ? null : topics.get(id);
    }

    /** The partition, or null when the topic or the number is not known. */
    public @Nullable PartitionImage partition(PartitionKey key) {
        TopicImage topic = topics.get(key.topicId());
        if (topic == null
                || key.partition() < 0
                || key.partition() >= topic.partitions().size()) {
            return null;
        }
        return topic.partitions().get(key.partition());
    }

    /** This image at a later index: what entries that change nothing lead to. */
    public ClusterImage atIndex(long laterIndex) {
        return new ClusterImage(
                laterIndex, clusterId, brokers, topics, topicIds, clusterConfigs, nextProducerId, featureLevel);
    }
}
