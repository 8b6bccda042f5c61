// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.List;

/**
 * What the metadata says of the partition, in the core's own words. Lists are immutable and hold broker ids.
 *
 * @param metadataIndex metadata index of the image it was taken from
 * @param replicas replicas in order of preference
 * @param isr committed in-sync replicas
 * @param leader broker id of the leader; -1 when there is none
 * @param leaderEpoch leader epoch
 * @param partitionEpoch partition epoch
 * @param minIsr effective min.insync.replicas
 * @param recovering whether the leader was elected uncleanly and must confirm its log
 * @param lastUncleanLeaderEpoch leader epoch of the last unclean election; -1 when there was none
 * @param eligible lives of the replicas that are registered, unfenced and not shutting down, ordered by broker id
 * @param predecessorServes whether a broker may still take itself for the leader: it led or was in sync before, is not in
 *     sync any more, and is not fenced
 * @param registered lives of all replicas that are registered, ordered by broker id
 */
public record PartitionAssignment(
        long metadataIndex,
        List<Integer> replicas,
        List<Integer> isr,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        int minIsr,
        boolean recovering,
        int lastUncleanLeaderEpoch,
        boolean predecessorServes,
        List<ReplicaLife> eligible,
        List<ReplicaLife> registered) {}
