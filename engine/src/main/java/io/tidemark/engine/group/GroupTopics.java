// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What there is to read.
 *
 * @param byName live topics by name
 * @param known ids of all topics, also those that are deleted and can be had back
 */
public record GroupTopics(SortedMap<String, GroupTopic> byName, SortedSet<UUID> known) {
    /** The partitions of a topic; none when there is no such topic. */
    SortedSet<PartitionKey> partitionsOf(String name) {
        SortedSet<PartitionKey> partitions = new TreeSet<>();
        GroupTopic topic = byName.get(name);
        if (topic != null) {
            for (int partition = 0; partition < topic.racks().size(); partition++) {
                partitions.add(new PartitionKey(topic.topicId(), partition));
            }
        }
        return partitions;
    }
}
