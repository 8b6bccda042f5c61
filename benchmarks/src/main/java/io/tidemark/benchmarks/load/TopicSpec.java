// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

/**
 * A topic to create, with replication factor 3 and min.insync.replicas 2.
 *
 * @param name topic name
 * @param partitionCount number of partitions
 * @param isFlushed whether an acknowledged record must be on disk, not only in three page caches
 */
public record TopicSpec(String name, int partitionCount, boolean isFlushed) {
    /** Replicas of each partition. */
    public static final short REPLICATION_FACTOR = 3;

    /** In-sync replicas without which nothing is acknowledged. */
    public static final String MIN_IN_SYNC = "2";

    /** Largest batch that the topics take, in bytes. */
    public static final int MAX_BATCH_BYTES = 2 << 20;
}
