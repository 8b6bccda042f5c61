// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.UUID;

/**
 * A partition by identity. Ordered by topic id, then by number.
 *
 * @param topicId id of the topic
 * @param partition partition number, from 0
 */
public record PartitionKey(UUID topicId, int partition) implements Comparable<PartitionKey> {
    @Override
    public int compareTo(PartitionKey other) {
        int byTopic = topicId.compareTo(other.topicId);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
        return topicId + "-" + partition;
    }
}
