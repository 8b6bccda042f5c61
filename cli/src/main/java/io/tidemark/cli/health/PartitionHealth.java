// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.v1.PartitionRecord;

/**
 * How well a partition is.
 *
 * @param partition the partition as the metadata has it
 */
public record PartitionHealth(PartitionRecord partition) {
    /** Whether nobody leads it, so that it can be neither written nor read. */
    public boolean isOffline() {
        return partition.getLeader() < 0;
    }

    /** Whether a replica is out of sync that is not just being added. */
    public boolean isUnderReplicated() {
        return partition.getReplicasList().stream()
                .anyMatch(id -> !partition.getIsrList().contains(id)
                        && !partition.getAddingList().contains(id));
    }

    /** Whether writes with acks=all are refused. */
    public boolean isUnderMinIsr() {
        return partition.getIsrCount() < partition.getMinIsr();
    }

    /** Whether writes with acks=all would be refused after one more loss. */
    public boolean isAtMinIsr() {
        return partition.getIsrCount() == partition.getMinIsr();
    }

    /** The worst of it in words that follow the partition's name; empty when all is well. */
    public String problem() {
        if (isOffline()) {
            return "is offline: nobody leads it";
        }
        if (isUnderMinIsr()) {
            return "is under min.insync.replicas: writes with acks=all are refused";
        }
        return isUnderReplicated() ? "is under-replicated" : "";
    }
}
