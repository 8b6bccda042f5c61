// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Replicas that a reassignment took away from this broker: their files are deleted after a delay, and only if the image says
 * then, in the leader epoch of the removal or a later one, that the partition exists and is not assigned here (guard G45).
 * Thread-safe.
 */
final class RemovedReplicas {
    static final long DELAY_MS = 60_000;

    private final int brokerId;
    private final Map<PartitionKey, Removal> removals = new ConcurrentHashMap<>();

    /** When and in which leader epoch the replica was removed. */
    private record Removal(int leaderEpoch, long sinceMs) {}

    RemovedReplicas(int brokerId) {
        this.brokerId = brokerId;
    }

    /** The image does not assign the partition to this broker any more. */
    void onRemoved(PartitionKey key, int leaderEpoch, long nowMs) {
        removals.putIfAbsent(key, new Removal(leaderEpoch, nowMs));
    }

    /** The partition is assigned to this broker, or was deleted. */
    void forget(PartitionKey key) {
        removals.remove(key);
    }

    /** Takes out the removals whose delay is over; those that the image does not confirm are only forgotten. */
    List<PartitionKey> takeDue(ClusterImage image, long nowMs) {
        List<PartitionKey> due = new ArrayList<>();
        removals.entrySet().removeIf(entry -> {
            boolean isDue = nowMs - entry.getValue().sinceMs >= DELAY_MS;
            if (isDue && mayDelete(image, entry.getKey(), entry.getValue().leaderEpoch)) {
                due.add(entry.getKey());
            }
            return isDue;
        });
        return due;
    }

    /** Whether metadata says positively that this broker holds no replica of the partition (guard G45). */
    private boolean mayDelete(ClusterImage image, PartitionKey key, int removalLeaderEpoch) {
        PartitionImage partition = image.partition(key);
        return partition != null
                && partition.leaderEpoch() >= removalLeaderEpoch
                && !partition.replicas().contains(brokerId);
    }
}
