// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.function.Supplier;

/**
 * Holds back what this broker takes in for replicas that a move adds to it. The limit stands in the partition's record and
 * goes with the move; a replica that is in sync is never held back. All such replicas of the broker share the smallest of
 * their limits. Thread-safe.
 */
final class AddedReplicasThrottle {
    private final int brokerId;
    private final Supplier<ClusterImage> image;
    private final ReplicationQuota quota = new ReplicationQuota();
    private ClusterImage lookedAt = ClusterImage.EMPTY;
    private long rateBytesPerS;

    AddedReplicasThrottle(int brokerId, Supplier<ClusterImage> image) {
        this.brokerId = brokerId;
        this.image = image;
    }

    /** Milliseconds until the partition may be fetched; 0 for now. */
    long waitMs(PartitionKey key, long nowMs) {
        ClusterImage current = image.get();
        if (!isThrottled(current, key)) {
            return 0;
        }
        synchronized (this) {
            takeRate(current, nowMs);
            return quota.waitMs(nowMs);
        }
    }

    /** Bytes of the partition came in. */
    void onTaken(PartitionKey key, long bytes, long nowMs) {
        ClusterImage current = image.get();
        if (bytes > 0 && isThrottled(current, key)) {
            synchronized (this) {
                takeRate(current, nowMs);
                quota.onTaken(bytes, nowMs);
            }
        }
    }

    private boolean isThrottled(ClusterImage current, PartitionKey key) {
        PartitionImage partition = current.partition(key);
        return partition != null && partition.isThrottled(brokerId);
    }

    // Identity: the same image need not be looked through again.
    @SuppressWarnings("ReferenceEquality")
    private void takeRate(ClusterImage current, long nowMs) {
        if (current == lookedAt) {
            return;
        }
        lookedAt = current;
        long smallest = smallestRate(current);
        if (smallest != rateBytesPerS) {
            rateBytesPerS = smallest;
            quota.setRate(smallest, nowMs);
        }
    }

    private long smallestRate(ClusterImage current) {
        long smallest = Long.MAX_VALUE;
        for (TopicImage topic : current.topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                if (partition.isThrottled(brokerId)) {
                    smallest = Math.min(smallest, partition.throttleBytesPerS());
                }
            }
        }
        return smallest;
    }
}
