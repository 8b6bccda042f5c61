// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Replicas here in whose logs damage was found once they were open. One may begin again with what is whole of its log, and
 * fetch the rest, once the image counts on it nowhere and in a later leader epoch: then nothing that it acknowledged before
 * can make anyone count on it again. Thread-safe.
 */
final class DamagedReplicas {
    /** A log that was read anew is whole; only a disk that goes on changing what it holds makes more than one necessary. */
    static final int ATTEMPTS_MAX = 5;

    private final int brokerId;
    private final Map<PartitionKey, Found> damaged = new ConcurrentHashMap<>();
    private final Map<PartitionKey, Integer> attempts = new ConcurrentHashMap<>();

    /** In which leader epoch, and whether another was in sync then. */
    private record Found(int leaderEpoch, boolean isHeldElsewhere) {}

    DamagedReplicas(int brokerId) {
        this.brokerId = brokerId;
    }

    /** Whether another than this broker is in sync. */
    boolean isHeldElsewhere(List<Integer> isr) {
        return isr.stream().anyMatch(other -> other != brokerId);
    }

    /**
     * Damage was found in a leader epoch, and the replica stopped, or did not begin. It does not begin again when it did so again
     * and again without being in sync in between, since each time costs its partition a leader epoch.
     */
    void found(PartitionKey key, int leaderEpoch, List<Integer> isr) {
        if (attempts.getOrDefault(key, 0) < ATTEMPTS_MAX) {
            damaged.put(key, new Found(leaderEpoch, isHeldElsewhere(isr)));
        }
    }

    /** The partition is not here any more. */
    void forget(PartitionKey key) {
        damaged.remove(key);
        attempts.remove(key);
    }

    /** Takes out the replicas that may begin again. */
    List<PartitionKey> takeRepairable(ClusterImage image) {
        attempts.keySet().removeIf(key -> isInSync(image.partition(key)));
        List<PartitionKey> repairable = new ArrayList<>();
        damaged.forEach((key, found) -> {
            PartitionImage partition = image.partition(key);
            if (partition != null && mayBeginAgain(partition, found) && damaged.remove(key, found)) {
                attempts.merge(key, 1, Integer::sum);
                repairable.add(key);
            }
        });
        return repairable;
    }

    private boolean isInSync(@Nullable PartitionImage partition) {
        return partition != null && partition.isr().contains(brokerId);
    }

    /** What may be the only copy stays as it is until another is in sync. */
    private boolean mayBeginAgain(PartitionImage partition, Found found) {
        return partition.leaderEpoch() > found.leaderEpoch
                && (found.isHeldElsewhere || isHeldElsewhere(partition.isr()))
                && partition.leader() != brokerId
                && !partition.isr().contains(brokerId)
                && !partition.elr().contains(brokerId);
    }
}
