// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;

/**
 * A partition replica at one moment, as its node told.
 *
 * @param partition partition
 * @param role LEADER, FOLLOWER, LEADERLESS or OFFLINE
 * @param leader node id of the leader as known; -1 for none
 * @param leaderEpoch leader epoch
 * @param partitionEpoch partition epoch
 * @param offsets log start, high watermark and log end
 * @param isr committed in-sync replicas as known
 * @param minIsr replicas that must be in sync for an acknowledgement
 * @param offline why it is offline; empty while it is not
 */
public record PartitionSample(
        int partition,
        String role,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        Offsets offsets,
        List<Integer> isr,
        int minIsr,
        String offline) {

    /**
     * Offsets of a replica.
     *
     * @param logStart first offset
     * @param highWatermark end of what is committed, as known
     * @param logEnd offset after the last record
     */
    public record Offsets(long logStart, long highWatermark, long logEnd) {}

    /** Whether the replica says that it leads. */
    public boolean isLeader() {
        return role.equals("LEADER");
    }

    /** Whether its log failed, so that nothing but the log's own offsets is known. */
    public boolean isOffline() {
        return role.equals("OFFLINE");
    }
}
