// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.PartitionRecord;
import java.util.LinkedHashMap;
import java.util.Map;

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

    /** For each replica that is not in sync why, as far as the metadata tells, in order of preference. */
    public Map<Integer, String> reasons(DescribeClusterResponse cluster) {
        Map<Integer, String> reasons = new LinkedHashMap<>();
        for (int brokerId : partition.getReplicasList()) {
            if (!partition.getIsrList().contains(brokerId)) {
                reasons.put(brokerId, reason(brokerId, cluster));
            }
        }
        return reasons;
    }

    private String reason(int brokerId, DescribeClusterResponse cluster) {
        for (BrokerDescription broker : cluster.getBrokersList()) {
            if (broker.getBrokerId() != brokerId) {
                continue;
            }
            if (broker.getInControlledShutdown()) {
                return "stopping";
            }
            if (broker.getFenced()) {
                return "down or cut off";
            }
            if (isOffline()) {
                return "up, but may lack acknowledged records";
            }
            return partition.getAddingList().contains(brokerId) ? "being added" : "catching up, or its log failed";
        }
        return "not registered";
    }
}
