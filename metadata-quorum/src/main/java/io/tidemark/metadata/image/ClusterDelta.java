// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of the image from one index to a later one. Values are given whole as they are afterwards; deltas may be
 * merged, so consumers compare images by topic id and epochs and never count deltas (guard G5).
 *
 * @param fromIndex index that the change starts from, exclusive
 * @param toIndex index that it leads to
 * @param brokers brokers that are new or changed
 * @param removedBrokers brokers that left
 * @param newTopics topics that are new, were deleted with a grace period, given back, or got partitions; whole, in place of
 *     what was there
 * @param partitions partitions that changed, of topics that were there before
 * @param deletedTopics topics that were deleted
 * @param topicConfigs per topic the configs that changed; a null value removes the key
 * @param clusterConfigs cluster-wide configs that changed; a null value removes the key
 * @param nextProducerId first producer id that is not handed out; null when unchanged
 * @param clusterId cluster id; null when unchanged
 * @param featureLevel feature level of the cluster; null when unchanged
 */
public record ClusterDelta(
        long fromIndex,
        long toIndex,
        List<BrokerImage> brokers,
        SortedSet<Integer> removedBrokers,
        List<TopicImage> newTopics,
        SortedMap<PartitionKey, PartitionImage> partitions,
        SortedSet<UUID> deletedTopics,
        SortedMap<UUID, ? extends Map<String, @Nullable String>> topicConfigs,
        Map<String, @Nullable String> clusterConfigs,
        @Nullable Long nextProducerId,
        @Nullable String clusterId,
        @Nullable Integer featureLevel) {

    /** A change that moves the index and nothing else. */
    public static ClusterDelta empty(long fromIndex, long toIndex) {
        return new ClusterDelta(
                fromIndex,
                toIndex,
                List.of(),
                new TreeSet<>(),
                List.of(),
                new TreeMap<>(),
                new TreeSet<>(),
                new TreeMap<UUID, Map<String, @Nullable String>>(),
                new TreeMap<>(),
                null,
                null,
                null);
    }

    /** Whether it moves the index and nothing else. */
    public boolean isEmpty() {
        return brokers.isEmpty()
                && removedBrokers.isEmpty()
                && newTopics.isEmpty()
                && partitions.isEmpty()
                && deletedTopics.isEmpty()
                && topicConfigs.isEmpty()
                && clusterConfigs.isEmpty()
                && nextProducerId == null
                && clusterId == null
                && featureLevel == null;
    }
}
