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
 */
public record TopicImage(
        UUID topicId, String name, List<PartitionImage> partitions, SortedMap<String, String> configs) {

    /** Takes any collections; keeps persistent ones as they are and copies others. */
    public TopicImage {
        partitions = partitions instanceof TreePVector ? partitions : TreePVector.from(partitions);
        configs = configs instanceof TreePMap ? configs : TreePMap.from(configs);
    }

    /** This topic with one partition replaced. Takes logarithmic time. */
    public TopicImage withPartition(int partition, PartitionImage changed) {
        return new TopicImage(topicId, name, persistentPartitions().with(partition, changed), configs);
    }

    /** This topic with other configs. */
    public TopicImage withConfigs(SortedMap<String, String> changed) {
        return new TopicImage(topicId, name, partitions, changed);
    }

    private TreePVector<PartitionImage> persistentPartitions() {
        return partitions instanceof TreePVector<PartitionImage> vector ? vector : TreePVector.from(partitions);
    }
}
