// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/**
 * A topic. Both collections are persistent: a changed copy shares all that did not change.
 *
 * @param topicId id, never used twice
 * @param name name, unique among live topics
 * @param partitions partitions by number; immutable
 * @param configs configs set on this topic; immutable
 * @param purgeAtMs when a deleted topic is removed for good, in milliseconds since 1970-01-01 UTC; {@link #LIVE} for a
 *     topic that is not deleted
 */
public record TopicImage(
        UUID topicId, String name, List<PartitionImage> partitions, SortedMap<String, String> configs, long purgeAtMs) {

    /** A topic that is not deleted. */
    public static final long LIVE = -1;

    /** Takes any collections; keeps persistent ones as they are and copies others. */
    public TopicImage {
        partitions = partitions instanceof TreePVector ? partitions : TreePVector.from(partitions);
        configs = configs instanceof TreePMap ? configs : TreePMap.from(configs);
    }

    /** A topic that is not deleted. */
    public TopicImage(UUID topicId, String name, List<PartitionImage> partitions, SortedMap<String, String> configs) {
        this(topicId, name, partitions, configs, LIVE);
    }

    /** Whether the topic is deleted and can still be had back: it has no name, no leaders and no clients. */
    public boolean isDeleted() {
        return purgeAtMs != LIVE;
    }

    /** This topic with one partition replaced. Takes logarithmic time. */
    public TopicImage withPartition(int partition, PartitionImage changed) {
        return new TopicImage(topicId, name, persistentPartitions().with(partition, changed), configs, purgeAtMs);
    }

    /** This topic with other configs. */
    public TopicImage withConfigs(SortedMap<String, String> changed) {
        return new TopicImage(topicId, name, partitions, changed, purgeAtMs);
    }

    /** This topic with other partitions. */
    public TopicImage withPartitions(List<PartitionImage> changed) {
        return new TopicImage(topicId, name, changed, configs, purgeAtMs);
    }

    /** This topic deleted, to be removed for good at a time in milliseconds since 1970-01-01 UTC. */
    public TopicImage deletedUntil(long timeMs) {
        return new TopicImage(topicId, name, partitions, configs, timeMs);
    }

    /** This topic not deleted. */
    public TopicImage undeleted() {
        return new TopicImage(topicId, name, partitions, configs, LIVE);
    }

    private TreePVector<PartitionImage> persistentPartitions() {
        return partitions instanceof TreePVector<PartitionImage> vector ? vector : TreePVector.from(partitions);
    }
}
