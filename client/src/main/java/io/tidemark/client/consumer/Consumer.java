// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads committed records of assigned partitions. One thread at a time, but {@link #wakeup} from any. With {@code client.rack}
 * it reads from an in-sync replica in its rack where there is one (KIP-392).
 */
public interface Consumer extends AutoCloseable {
    /** Connects on first use; close it to release threads and connections. */
    static Consumer create(ClientConfig config) {
        return new GrpcConsumer(config);
    }

    /** Reads from these partitions from now on; positions of those kept stay. */
    void assign(Collection<TopicPartition> partitions);

    /** All partitions of a topic, in order; waits for metadata. */
    List<TopicPartition> partitionsFor(String topic);

    /** The next poll reads from {@code offset}. */
    void seek(TopicPartition partition, long offset);

    /** The next poll reads from the log start. */
    void seekToBeginning(Collection<TopicPartition> partitions);

    /** The next poll reads from the high watermark. */
    void seekToEnd(Collection<TopicPartition> partitions);

    /**
     * Polls return nothing of these partitions until they are resumed. What was fetched of them is kept, and so are their
     * positions. A partition that is given up and comes back is not paused.
     *
     * @throws IllegalStateException when one is not assigned
     */
    void pause(Collection<TopicPartition> partitions);

    /** Polls return records of these partitions again. */
    void resume(Collection<TopicPartition> partitions);

    /** Partitions that are paused. */
    Set<TopicPartition> paused();

    /** Offset of the next record that poll returns. */
    long position(TopicPartition partition);

    /**
     * Returns records, in order within each partition, as soon as there are some; empty after {@code timeout}.
     *
     * @throws io.tidemark.client.TidemarkException when the position is out of range and no reset policy is set, or the
     *     topic is gone
     */
    List<ConsumerRecord> poll(Duration timeout);

    /** Log start offsets. */
    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions);

    /** High watermarks. */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions);

    /** First offset at or after a time, milliseconds since 1970-01-01 UTC; empty when there is none. */
    Optional<Long> offsetForTime(TopicPartition partition, long timestampMs);

    /** Makes a poll in another thread return at once. */
    void wakeup();

    @Override
    void close();
}
