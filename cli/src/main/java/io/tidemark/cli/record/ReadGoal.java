// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import java.util.List;
import java.util.Map;

/** How far to read: to the ends seen at the start, or for ever, and never more than so many records. */
final class ReadGoal {
    private final Map<TopicPartition, Long> endOffsets;
    private final boolean endless;
    private long remaining;

    private ReadGoal(Map<TopicPartition, Long> endOffsets, boolean endless, long maxRecords) {
        this.endOffsets = endOffsets;
        this.endless = endless;
        this.remaining = maxRecords;
    }

    /** The goal as of now; {@code endless} reads past the ends. */
    static ReadGoal of(Consumer consumer, List<TopicPartition> partitions, boolean endless, long maxRecords) {
        return new ReadGoal(endless ? Map.of() : consumer.endOffsets(partitions), endless, maxRecords);
    }

    /** Whether a record that was read counts; counts it. */
    boolean takes(ConsumerRecord record) {
        Long endOffset = endOffsets.get(new TopicPartition(record.topic(), record.partition()));
        if (remaining == 0 || (endOffset != null && record.offset() >= endOffset)) {
            return false;
        }
        remaining--;
        return true;
    }

    boolean isReached(Consumer consumer) {
        if (remaining == 0) {
            return true;
        }
        return !endless
                && endOffsets.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
