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
 * Replicas here in whose logs damage was found once they were open. One may begin again with what is whole of its log, and
 * fetch the rest, once the image counts on it nowhere and in a later leader epoch: then nothing that it acknowledged before
 * can make anyone count on it again. Thread-safe.
 */
final class DamagedReplicas {
    private final int brokerId;
    private final Map<PartitionKey, Integer> leaderEpochs = new ConcurrentHashMap<>();

    DamagedReplicas(int brokerId) {
        this.brokerId = brokerId;
    }

    /** Whether another than this broker is in sync. */
    boolean isHeldElsewhere(List<Integer> isr) {
        return isr.stream().anyMatch(other -> other != brokerId);
    }

    /** Damage was found in a leader epoch, and the replica stopped, or did not begin. */
    void found(PartitionKey key, int leaderEpoch) {
        leaderEpochs.merge(key, leaderEpoch, Math::max);
    }

    /** The partition is not here any more. */
    void forget(PartitionKey key) {
        leaderEpochs.remove(key);
    }

    /** Takes out the replicas that may begin again. */
    List<PartitionKey> takeRepairable(ClusterImage image) {
        List<PartitionKey> repairable = new ArrayList<>();
        leaderEpochs.forEach((key, leaderEpoch) -> {
            PartitionImage partition = image.partition(key);
            if (partition != null && mayBeginAgain(partition, leaderEpoch) && leaderEpochs.remove(key, leaderEpoch)) {
                repairable.add(key);
            }
        });
        return repairable;
    }

    private boolean mayBeginAgain(PartitionImage partition, int leaderEpoch) {
        return partition.leaderEpoch() > leaderEpoch
                && partition.leader() != brokerId
                && !partition.isr().contains(brokerId)
                && !partition.elr().contains(brokerId);
    }
}
