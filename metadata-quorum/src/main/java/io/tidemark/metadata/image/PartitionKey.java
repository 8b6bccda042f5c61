// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.Comparator;
import java.util.UUID;

/**
 * A partition by identity. Ordered by topic id, then by number.
 *
 * @param topicId id of the topic
 * @param partition partition number, from 0
 */
public record PartitionKey(UUID topicId, int partition) implements Comparable<PartitionKey> {
    private static final Comparator<PartitionKey> ORDER =
            Comparator.comparing(PartitionKey::topicId).thenComparingInt(PartitionKey::partition);

    @Override
    public int compareTo(PartitionKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topicId + "-" + partition;
    }
}
