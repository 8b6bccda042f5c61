// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.List;

/**
 * A partition's assignment and state. Lists are immutable and hold broker ids.
 *
 * @param replicas replicas in order of preference
 * @param adding replicas being added by a reassignment
 * @param removing replicas being removed by a reassignment
 * @param isr in-sync replicas
 * @param elr eligible leader replicas (KIP-966)
 * @param lastKnownElr last known eligible leader replicas
 * @param leader broker id of the leader; {@link #NO_LEADER} when there is none
 * @param leaderEpoch grows with every change of leadership
 * @param partitionEpoch grows by one with every change of this record
 * @param minIsr effective min.insync.replicas: the configured value, at most the number of replicas
 * @param recovery recovery state
 * @param lastUncleanLeaderEpoch leader epoch of the last unclean election; -1 when there was none
 * @param throttleBytesPerS most bytes per second that a broker takes in for the replicas that are being added; {@link
 *     #NO_THROTTLE} for no limit, and always when none is being added
 */
public record PartitionImage(
        List<Integer> replicas,
        List<Integer> adding,
        List<Integer> removing,
        List<Integer> isr,
        List<Integer> elr,
        List<Integer> lastKnownElr,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        int minIsr,
        RecoveryState recovery,
        int lastUncleanLeaderEpoch,
        long throttleBytesPerS) {

    /** The leader of a partition that has none. */
    public static final int NO_LEADER = -1;

    /** The limit of a move that has none. */
    public static final long NO_THROTTLE = 0;

    /** A limit is part of the move: it ends when nothing is being added any more, whatever ended that. */
    public PartitionImage {
        throttleBytesPerS = adding.isEmpty() ? NO_THROTTLE : throttleBytesPerS;
    }

    /** Whether the limit holds for this replica: it is being added and not in sync yet. */
    public boolean isThrottled(int brokerId) {
        return throttleBytesPerS != NO_THROTTLE && adding.contains(brokerId) && !isr.contains(brokerId);
    }

    /** Whether nobody is left who surely holds all that was committed. */
    public boolean lacksEligible() {
        return !hasLeader() && isr.isEmpty() && elr.isEmpty();
    }

    /** Whether some broker leads the partition. */
    public boolean hasLeader() {
        return leader != NO_LEADER;
    }
}
