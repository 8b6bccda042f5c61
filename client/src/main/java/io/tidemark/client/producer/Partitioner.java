// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.metadata.TopicView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses a record's partition: the one it names, else by key as Kafka does, else one that is kept until a batch's worth
 * of bytes went there (KIP-794), so that batches fill. Thread-safe.
 */
final class Partitioner {
    private static final int NONE = -1;

    private final int switchBytes;
    private final ConcurrentHashMap<String, Sticky> sticky = new ConcurrentHashMap<>();

    Partitioner(int switchBytes) {
        this.switchBytes = Math.max(1, switchBytes);
    }

    int partition(ProducerRecord record, TopicView topic, int recordBytes) {
        if (record.partition().isPresent()) {
            return record.partition().getAsInt();
        }
        byte[] key = record.key();
        return key != null
                ? Murmur2.partition(key, topic.partitionCount())
                : sticky.computeIfAbsent(topic.name(), name -> new Sticky()).next(topic, recordBytes, switchBytes);
    }

    /** The partition that records of one topic go to for now. */
    private static final class Sticky {
        private int partition = NONE;
        private long bytes;

        synchronized int next(TopicView topic, int recordBytes, int switchBytes) {
            boolean isSpent = partition == NONE || bytes >= switchBytes || partition >= topic.partitionCount();
            if (isSpent || !hasLeader(topic, partition)) {
                partition = choose(topic, partition);
                bytes = 0;
            }
            bytes += recordBytes;
            return partition;
        }
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
