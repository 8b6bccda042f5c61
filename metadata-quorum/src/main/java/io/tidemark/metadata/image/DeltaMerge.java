// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Folds a delta into the one before it. */
final class DeltaMerge {
    private final ClusterDelta first;
    private final ClusterDelta second;
    private final NavigableMap<Integer, BrokerImage> brokers = new TreeMap<>();
    private final SortedSet<Integer> removedBrokers;
    private final SortedMap<UUID, TopicImage> newTopics = new TreeMap<>();
    private final SortedMap<PartitionKey, PartitionImage> partitions;
    private final SortedSet<UUID> deletedTopics;
    private final SortedMap<UUID, Map<String, @Nullable String>> topicConfigs = new TreeMap<>();
    private final Map<String, @Nullable String> clusterConfigs;

    DeltaMerge(ClusterDelta first, ClusterDelta second) {
        this.first = first;
        this.second = second;
        this.removedBrokers = new TreeSet<>(first.removedBrokers());
        this.partitions = new TreeMap<>(first.partitions());
        this.deletedTopics = new TreeSet<>(first.deletedTopics());
        this.clusterConfigs = new TreeMap<>(first.clusterConfigs());
    }

    ClusterDelta merged() {
        mergeBrokers();
        mergeTopics();
        mergePartitions();
        mergeConfigs();
        Long nextProducerId = second.nextProducerId();
        String clusterId = second.clusterId();
        Integer featureLevel = second.featureLevel();
        return new ClusterDelta(
                first.fromIndex(),
                second.toIndex(),
                new ArrayList<>(brokers.values()),
                removedBrokers,
                new ArrayList<>(newTopics.values()),
                partitions,
                deletedTopics,
                topicConfigs,
                clusterConfigs,
                nextProducerId == null ? first.nextProducerId() : nextProducerId,
                clusterId == null ? first.clusterId() : clusterId,
                featureLevel == null ? first.featureLevel() : featureLevel);
    }

    private void mergeBrokers() {
        put(first.brokers());
        second.removedBrokers().forEach(brokers::remove);
        removedBrokers.addAll(second.removedBrokers());
        put(second.brokers());
        removedBrokers.removeAll(brokers.keySet());
    }

    private void put(List<BrokerImage> changed) {
        changed.forEach(broker -> brokers.put(broker.brokerId(), broker));
    }

    private void mergeTopics() {
        first.newTopics().forEach(topic -> newTopics.put(topic.topicId(), topic));
        first.topicConfigs().forEach((topicId, changes) -> topicConfigs.put(topicId, new TreeMap<>(changes)));
        for (UUID topicId : second.deletedTopics()) {
            newTopics.remove(topicId);
            topicConfigs.remove(topicId);
            partitions.keySet().removeIf(key -> key.topicId().equals(topicId));
            deletedTopics.add(topicId);
        }
        for (TopicImage topic : second.newTopics()) {
            // Given whole, it overrides what the first says of a topic that was there before.
            topicConfigs.remove(topic.topicId());
            partitions.keySet().removeIf(key -> key.topicId().equals(topic.topicId()));
            newTopics.put(topic.topicId(), topic);
        }
    }

    private void mergePartitions() {
        second.partitions().forEach((key, partition) -> {
            TopicImage made = newTopics.get(key.topicId());
            if (made == null) {
                partitions.put(key, partition);
            } else {
                newTopics.put(key.topicId(), made.withPartition(key.partition(), partition));
            }
        });
    }

    private void mergeConfigs() {
        clusterConfigs.putAll(second.clusterConfigs());
        second.topicConfigs().forEach((topicId, changes) -> {
            TopicImage made = newTopics.get(topicId);
            if (made == null) {
                topicConfigs.computeIfAbsent(topicId, unused -> new TreeMap<>()).putAll(changes);
            } else {
                newTopics.put(topicId, ClusterImages.patch(made, changes));
            }
        });
    }
}
