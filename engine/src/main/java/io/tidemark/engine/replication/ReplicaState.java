// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.List;

/**
 * A partition replica as it stands, for metrics, dumps and tests.
 *
 * @param role what the replica is
 * @param leader broker id of the leader as known; -1 when there is none
 * @param committedIsr in-sync replicas as committed; on a follower as last seen in metadata
 * @param maximalIsr committed in-sync replicas and those proposed; on a follower the same as committed
 * @param followerEndOffsets on a leader: per other replica, in order of {@code followers}, its log end; -1 unknown
 */
public record ReplicaState(
        Role role,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        long logStartOffset,
        long logEndOffset,
        long flushedEndOffset,
        long highWatermark,
        List<Integer> replicas,
        List<Integer> committedIsr,
        List<Integer> maximalIsr,
        int minIsr,
        List<Integer> followers,
        List<Long> followerEndOffsets,
        int pendingProduces,
        int pendingFetches) {
    /** Roles of a replica. */
    public enum Role {
        /** Orders writes. */
        LEADER,
        /** Copies the leader. */
        FOLLOWER,
        /** Knows no leader. */
        LEADERLESS,
        /** Its log failed. */
        OFFLINE
    }
}
