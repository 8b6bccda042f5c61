// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;

/** The shards of this node, and which of them owns a partition: always the same one. Thread-safe. */
public final class Shards {
    private final List<PartitionShard> shards;

    /** {@code count} shards without partitions, not started. */
    public Shards(int count, int requestCapacity, Clock clock, FatalListener fatal) {
        List<PartitionShard> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(new PartitionShard("tidemark-shard-" + i, clock, requestCapacity, fatal));
        }
        shards = List.copyOf(made);
    }

    /** The owner of the partition. */
    public PartitionShard shardFor(PartitionKey key) {
        // Consecutive partitions of a topic land on different shards.
        int hash = key.topicId().hashCode() + key.partition();
        return shards.get(Math.floorMod(hash, shards.size()));
    }

    /** All of them. */
    public List<PartitionShard> all() {
        return shards;
    }

    /** Hands news to every partition of the node. */
    void deliverToAll(HostInput input) {
        shards.forEach(shard -> shard.deliverToAll(input));
    }

    /** Starts their threads. */
    public void start() {
        shards.forEach(PartitionShard::start);
    }

    /** Ends their threads after the current round. */
    public void stop() throws InterruptedException {
        for (PartitionShard shard : shards) {
            shard.stop();
        }
    }
}
