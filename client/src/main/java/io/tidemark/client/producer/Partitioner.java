// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.metadata.TopicView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a record's partition: the one it names, else by key as Kafka does, else one that is kept until a batch's worth
 * of bytes went there (KIP-794), so that batches fill. Thread-safe.
 */
final class Partitioner {
    private final int switchBytes;
    private final ConcurrentHashMap<String, Sticky> sticky = new ConcurrentHashMap<>();

    private record Sticky(int partition, long bytes) {}

    Partitioner(int switchBytes) {
        this.switchBytes = Math.max(1, switchBytes);
    }

    int partition(ProducerRecord record, TopicView topic, int recordBytes) {
        if (record.partition().isPresent()) {
            return record.partition().getAsInt();
        }
        byte[] key = record.key();
        return key != null ? Murmur2.partition(key, topic.partitionCount()) : stickyPartition(topic, recordBytes);
    }

    private int stickyPartition(TopicView topic, int recordBytes) {
        return sticky.compute(topic.name(), (name, current) -> next(current, topic, recordBytes))
                .partition();
    }

    private Sticky next(@Nullable Sticky current, TopicView topic, int recordBytes) {
        boolean isSpent =
                current == null || current.bytes >= switchBytes || current.partition >= topic.partitionCount();
        if (current == null || isSpent || !hasLeader(topic, current.partition)) {
            return new Sticky(choose(topic, current == null ? -1 : current.partition), recordBytes);
        }
        return new Sticky(current.partition, current.bytes + recordBytes);
    }

    private static int choose(TopicView topic, int previous) {
        List<Integer> candidates = new ArrayList<>();
        for (int partition = 0; partition < topic.partitionCount(); partition++) {
            if (partition != previous && hasLeader(topic, partition)) {
                candidates.add(partition);
            }
        }
        if (candidates.isEmpty()) {
            return previous >= 0 && previous < topic.partitionCount() ? previous : 0;
        }
        return candidates.get(ThreadLocalRandom.current().nextInt(candidates.size()));
    }

    private static boolean hasLeader(TopicView topic, int partition) {
        return topic.partitions().get(partition).brokerId() >= 0;
    }
}
