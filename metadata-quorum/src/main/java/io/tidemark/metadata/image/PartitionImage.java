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
        int lastUncleanLeaderEpoch) {

    /** The leader of a partition that has none. */
    public static final int NO_LEADER = -1;

    /** Whether nobody is left who surely holds all that was committed. */
    public boolean lacksEligible() {
        return !hasLeader() && isr.isEmpty() && elr.isEmpty();
    }

    /** Whether some broker leads the partition. */
    public boolean hasLeader() {
        return leader != NO_LEADER;
    }
}
