// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;

/**
 * All that is known of a run after it.
 *
 * @param history what clients saw
 * @param replicas every replica's log, read from its files after all nodes had stopped
 * @param samples what nodes told of themselves, by time
 * @param faults what was done to them
 */
public record RunRecord(
        History history, List<ReplicaLog> replicas, List<NodeSample> samples, List<FaultRecord> faults) {
    /** With a history only. */
    public static RunRecord of(History history) {
        return new RunRecord(history, List.of(), List.of(), List.of());
    }

    /** Whether a replica was in sync when nodes told of it last; true when none did. */
    public boolean isInSyncAtTheEnd(ReplicaLog log) {
        boolean isIn = true;
        for (NodeSample sample : samples) {
            for (PartitionSample partition : sample.partitions()) {
                if (partition.isLeader() && partition.partition() == log.partition()) {
                    isIn = partition.isr().contains(log.nodeId());
                }
            }
        }
        return isIn;
    }

    /** The replicas of a partition. */
    public List<ReplicaLog> replicas(int partition) {
        return replicas.stream().filter(log -> log.partition() == partition).toList();
    }
}
