// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client;

/**
 * A partition by name.
 *
 * @param topic topic name
 * @param partition partition number, from 0
 */
public record TopicPartition(String topic, int partition) {
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
