// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/** Images and their changes: applying, comparing and merging them. Pure; any thread. */
public final class ClusterImages {
    private ClusterImages() {}

    /**
     * The image after a change.
     *
     * <p>A delta that leads to the image's index or before it is old news and leaves the image as it is. One that starts
     * before the image's index but leads beyond it is applied: values are whole, so nothing is counted twice. That holds
     * for deltas of the log and their merges; a delta made by {@link #diff} belongs to exactly its first image.
     *
     * @throws IllegalArgumentException when the delta starts after the image's index, that is when changes are missing
     */
    public static ClusterImage apply(ClusterImage image, ClusterDelta delta) {
        if (delta.toIndex() <= image.index()) {
            return image;
        }
        if (delta.fromIndex() > image.index()) {
            throw new IllegalArgumentException("changes " + (image.index() + 1) + " to " + delta.fromIndex()
                    + " are missing before the delta to " + delta.toIndex());
        }
        Long nextProducerId = delta.nextProducerId();
        String clusterId = delta.clusterId();
        Integer featureLevel = delta.featureLevel();
        TreePMap<UUID, TopicImage> topics = applyTopics(image.topics(), delta);
        return new ClusterImage(
                delta.toIndex(),
                clusterId == null ? image.clusterId() : clusterId,
                applyBrokers(image.brokers(), delta),
                topics,
                applyNames(image, delta),
                patch(image.clusterConfigs(), delta.clusterConfigs()),
                nextProducerId == null ? image.nextProducerId() : nextProducerId,
                featureLevel == null ? image.featureLevel() : featureLevel);
    }

    /** What leads from one image to a later one. Parts that both share are skipped without a look inside. */
    public static ClusterDelta diff(ClusterImage before, ClusterImage after) {
        return ImageDiff.between(before, after);
    }

    /**
     * One delta in place of two that follow each other. A topic that the first makes and the second deletes is named as
     * deleted, so that a follower that already had it drops it too.
     *
     * @throws IllegalArgumentException when the second does not start where the first ends
     */
    public static ClusterDelta merge(ClusterDelta first, ClusterDelta second) {
        if (first.toIndex() != second.fromIndex()) {
            throw new IllegalArgumentException(
                    "the second delta starts at " + second.fromIndex() + ", not at " + first.toIndex());
        }
        return new DeltaMerge(first, second).merged();
    }

    /** Configs with changes applied; a null value removes its key. */
    static TreePMap<String, String> patch(
            TreePMap<String, String> configs, Map<String, ? extends @Nullable String> changes) {
        TreePMap<String, String> patched = configs;
        for (Map.Entry<String, ? extends @Nullable String> change : changes.entrySet()) {
            String value = change.getValue();
            patched = value == null ? patched.minus(change.getKey()) : patched.plus(change.getKey(), value);
        }
        return patched;
    }

    /** A topic with config changes applied. */
    static TopicImage patch(TopicImage topic, Map<String, ? extends @Nullable String> changes) {
        return topic.withConfigs(patch(TreePMap.from(topic.configs()), changes));
    }

    private static TreePMap<Integer, BrokerImage> applyBrokers(
            TreePMap<Integer, BrokerImage> before, ClusterDelta delta) {
        TreePMap<Integer, BrokerImage> brokers = before.minusAll(delta.removedBrokers());
        for (BrokerImage broker : delta.brokers()) {
            brokers = brokers.plus(broker.brokerId(), broker);
        }
        return brokers;
    }

    private static TreePMap<UUID, TopicImage> applyTopics(TreePMap<UUID, TopicImage> before, ClusterDelta delta) {
        TreePMap<UUID, TopicImage> topics = before.minusAll(delta.deletedTopics());
        for (TopicImage topic : delta.newTopics()) {
            topics = topics.plus(topic.topicId(), topic);
        }
        topics = applyPartitions(topics, delta);
        for (Map.Entry<UUID, ? extends Map<String, @Nullable String>> change :
                delta.topicConfigs().entrySet()) {
            topics = topics.plus(change.getKey(), patch(known(topics, change.getKey()), change.getValue()));
        }
        return topics;
    }

    /** The changes are in order of their topics, so each topic is put in place once. */
    private static TreePMap<UUID, TopicImage> applyPartitions(TreePMap<UUID, TopicImage> before, ClusterDelta delta) {
        TreePMap<UUID, TopicImage> topics = before;
        TopicImage topic = null;
        for (Map.Entry<PartitionKey, PartitionImage> change : delta.partitions().entrySet()) {
            PartitionKey key = change.getKey();
            if (topic == null || !topic.topicId().equals(key.topicId())) {
                topics = topic == null ? topics : topics.plus(topic.topicId(), topic);
                topic = known(topics, key.topicId());
            }
            topic = topic.withPartition(key.partition(), change.getValue());
        }
        return topic == null ? topics : topics.plus(topic.topicId(), topic);
    }

    private static TreePMap<String, UUID> applyNames(ClusterImage image, ClusterDelta delta) {
        TreePMap<String, UUID> names = image.topicIds();
        for (UUID topicId : delta.deletedTopics()) {
            TopicImage topic = image.topics().get(topicId);
            if (topic != null && topicId.equals(names.get(topic.name()))) {
                names = names.minus(topic.name());
            }
        }
        for (TopicImage topic : delta.newTopics()) {
            if (!topic.isDeleted()) {
                names = names.plus(topic.name(), topic.topicId());
            } else if (topic.topicId().equals(names.get(topic.name()))) {
                names = names.minus(topic.name());
            }
        }
        return names;
    }

    private static TopicImage known(TreePMap<UUID, TopicImage> topics, UUID topicId) {
        TopicImage topic = topics.get(topicId);
        if (topic == null) {
            throw new IllegalArgumentException(
                    "the delta changes topic " + topicId + ", which the image does not know");
        }
        return topic;
    }
}
