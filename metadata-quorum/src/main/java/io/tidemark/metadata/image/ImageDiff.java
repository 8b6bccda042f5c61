// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Collects what differs between two images. */
final class ImageDiff {
    private final ClusterImage before;
    private final ClusterImage after;
    private final List<TopicImage> newTopics = new ArrayList<>();
    private final SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
    private final SortedMap<UUID, Map<String, @Nullable String>> topicConfigs = new TreeMap<>();

    private ImageDiff(ClusterImage before, ClusterImage after) {
        this.before = before;
        this.after = after;
    }

    static ClusterDelta between(ClusterImage before, ClusterImage after) {
        return new ImageDiff(before, after).delta();
    }

    private ClusterDelta delta() {
        after.topics().values().forEach(this::compareTopic);
        return new ClusterDelta(
                before.index(),
                after.index(),
                changedBrokers(),
                missing(before.brokers(), after.brokers()),
                newTopics,
                partitions,
                missing(before.topics(), after.topics()),
                topicConfigs,
                configChanges(before.clusterConfigs(), after.clusterConfigs()),
                before.nextProducerId() == after.nextProducerId() ? null : after.nextProducerId(),
                before.clusterId().equals(after.clusterId()) ? null : after.clusterId(),
                before.featureLevel() == after.featureLevel() ? null : after.featureLevel());
    }

    private List<BrokerImage> changedBrokers() {
        List<BrokerImage> changed = new ArrayList<>();
        for (BrokerImage broker : after.brokers().values()) {
            if (!broker.equals(before.brokers().get(broker.brokerId()))) {
                changed.add(broker);
            }
        }
        return changed;
    }

    // Identity is only a short cut here: unequal references are compared by value afterwards.
    @SuppressWarnings("ReferenceEquality")
    private void compareTopic(TopicImage now) {
        TopicImage then = before.topics().get(now.topicId());
        if (then == now) {
            return;
        }
        if (then == null
                || then.partitions().size() != now.partitions().size()
                || then.purgeAtMs() != now.purgeAtMs()) {
            newTopics.add(now);
            return;
        }
        comparePartitions(then, now);
        Map<String, @Nullable String> configs = configChanges(then.configs(), now.configs());
        if (!configs.isEmpty()) {
            topicConfigs.put(now.topicId(), configs);
        }
    }

    private void comparePartitions(TopicImage then, TopicImage now) {
        Iterator<PartitionImage> old = then.partitions().iterator();
        int number = 0;
        for (PartitionImage partition : now.partitions()) {
            if (!partition.equals(old.next())) {
                partitions.put(new PartitionKey(now.topicId(), number), partition);
            }
            number++;
        }
    }

    private static Map<String, @Nullable String> configChanges(
            SortedMap<String, String> before, SortedMap<String, String> after) {
        Map<String, @Nullable String> changes = new TreeMap<>();
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                changes.put(key, value);
            }
        });
        before.keySet().forEach(key -> {
            if (!after.containsKey(key)) {
                changes.put(key, null);
            }
        });
        return changes;
    }

    private static <K extends Comparable<K>> SortedSet<K> missing(Map<K, ?> before, Map<K, ?> after) {
        SortedSet<K> missing = new TreeSet<>(before.keySet());
        missing.removeAll(after.keySet());
        return missing;
    }
}
