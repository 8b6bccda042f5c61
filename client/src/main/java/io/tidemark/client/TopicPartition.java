// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client;

/**
 * A partition by name.
 *
 * @param topic topic name
 * @param partition partition number, from 0
 */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {
    /** By topic name, then by number. */
    @Override
    public int compareTo(TopicPartition other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
