// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.TopicPartition;
import java.util.Collection;

/** Is told what a member of a group may read. Called from within poll and close, on the thread that calls them. */
public interface RebalanceListener {
    /** Does nothing. */
    RebalanceListener NONE = new RebalanceListener() {};

    /** These may be read from now on, from their committed offsets. */
    default void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

    /**
     * These are about to be given up: the last chance to commit what was read of them. Nobody else reads them before this
     * returns, unless that takes longer than {@code max.poll.interval.ms}.
     */
    default void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

    /** These were taken away: others may read them already, and commits are refused. */
    default void onPartitionsLost(Collection<TopicPartition> partitions) {
        onPartitionsRevoked(partitions);
    }
}
