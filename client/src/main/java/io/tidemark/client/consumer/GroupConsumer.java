// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that knows its group ({@code group.id}): it commits offsets, and when it subscribes, the group's coordinator
 * shares the partitions out among the members (KIP-848). One thread at a time, but {@link #wakeup} from any.
 *
 * <p>A thread in the background keeps the membership alive; it does so only as long as poll is called at least every
 * {@code max.poll.interval.ms}. Partitions change hands inside {@link #poll}: those taken away are given up there, those
 * gained are read from their committed offsets, or from where {@code auto.offset.reset} says if there are none.
 */
public interface GroupConsumer extends Consumer {
    /** Connects on first use; close it to leave the group and release threads and connections. */
    static GroupConsumer create(ClientConfig config) {
        return new SubscribedConsumer(config);
    }

    /** Reads, from the next poll on, the part of these topics that the group gives to this member. */
    void subscribe(Collection<String> topics, RebalanceListener listener);

    /** The same for all topics that match, also those made later; the names are looked up every few seconds. */
    void subscribe(Pattern pattern, RebalanceListener listener);

    /** Leaves the group. */
    void unsubscribe();

    /** What is read now. */
    SortedSet<TopicPartition> assignment();

    /** As whom this consumer would commit now. It changes with each rebalance; what counts is what the coordinator knows. */
    ConsumerGroupMetadata groupMetadata();

    /** Commits the positions: all that polls have returned so far. Blocks at most {@code default.api.timeout.ms}. */
    void commitSync();

    /**
     * Commits offsets.
     *
     * @throws io.tidemark.client.TidemarkException when they are not committed, with outcome unknown when they may be
     */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets);

    /**
     * Commits the positions without waiting. Commits keep their order.
     *
     * @param callback called in a later poll or in close, with the offsets and null or what went wrong
     */
    void commitAsync(BiConsumer<Map<TopicPartition, OffsetAndMetadata>, @Nullable RuntimeException> callback);

    /** Committed offsets; a partition without one is left out. */
    Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions);
}
