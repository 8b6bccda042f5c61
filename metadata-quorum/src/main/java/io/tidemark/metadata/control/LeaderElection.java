// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who leads a partition. The first that applies:
 *
 * <ol>
 *   <li>the present leader, if it is in sync and eligible;
 *   <li>the first replica, in order of preference, that is in sync; or, when none is in sync, that is an eligible leader
 *       replica, which then becomes the only in-sync one;
 *   <li>when there are neither in-sync nor eligible leader replicas, the last known one, if there is exactly one (guard
 *       G32), unless the topic leaves that to the operator;
 *   <li>when losing records is accepted, the first live replica, last known ones first;
 *   <li>nobody; all candidates are kept.
 * </ol>
 *
 * A broker that is fenced or shutting down is never elected, one that is drained only where no other candidate of the
 * same case is. Cases 3 and 4 may lose records: they set the recovery state and the last unclean leader epoch.
 */
final class LeaderElection {
    private final ClusterDraft cluster;
    private final PartitionDraft partition;

    private LeaderElection(ClusterDraft cluster, PartitionDraft partition) {
        this.cluster = cluster;
        this.partition = partition;
    }

    /**
     * Gives the partition the leader that its topic's configs allow. A partition of a deleted topic gets none.
     */
    static void elect(ClusterDraft cluster, PartitionKey key, PartitionDraft partition) {
        if (!cluster.isDeleted(key.topicId())) {
            electAgain(cluster, key.topicId(), partition);
        }
    }

    /** The same, also where the topic is deleted and comes back. */
    static void electAgain(ClusterDraft cluster, UUID topicId, PartitionDraft partition) {
        LeaderElection election = new LeaderElection(cluster, partition);
        if (!election.electWithoutLoss()) {
            TopicConfigs configs = cluster.configs(topicId);
            election.electWithLoss(
                    configs.uncleanRecoveryStrategy() != UncleanRecoveryStrategy.MANUAL,
                    configs.uncleanLeaderElection());
        }
    }

    /** Gives the partition a leader even if records are lost by it. */
    static void electAcceptingLoss(ClusterDraft cluster, PartitionDraft partition) {
        LeaderElection election = new LeaderElection(cluster, partition);
        if (!election.electWithoutLoss()) {
            election.electWithLoss(true, true);
        }
    }

    /** Whether there is a leader who surely holds all that was committed. */
    private boolean electWithoutLoss() {
        boolean stays = partition.isr.contains(partition.leader) && cluster.isEligible(partition.leader);
        return stays || electInSync() || electEligible();
    }

    private void electWithLoss(boolean lastKnown, boolean acceptLoss) {
        boolean elected = (lastKnown && electLastKnown()) || (acceptLoss && electAny());
        if (!elected) {
            partition.leader = PartitionImage.NO_LEADER;
        }
    }

    private boolean electInSync() {
        Integer winner = firstLive(BrokerIds.within(partition.replicas, partition.isr));
        if (winner == null) {
            return false;
        }
        partition.leader = winner;
        return true;
    }

    private boolean electEligible() {
        if (!partition.isr.isEmpty()) {
            return false;
        }
        Integer winner = firstLive(BrokerIds.within(partition.replicas, partition.elr));
        if (winner == null) {
            return false;
        }
        partition.leader = winner;
        partition.isr = List.of(winner);
        partition.elr = BrokerIds.without(partition.elr, partition.isr);
        // A lone leader that makes up the minimum commits alone, so nobody else stays a candidate.
        ElrRules.clearIfEnough(partition);
        return true;
    }

    private boolean electLastKnown() {
        if (!partition.isr.isEmpty() || !partition.elr.isEmpty() || partition.lastKnownElr.size() != 1) {
            return false;
        }
        Integer winner = firstLive(partition.lastKnownElr);
        if (winner == null) {
            return false;
        }
        partition.electUncleanly(winner);
        return true;
    }

    private boolean electAny() {
        if (!partition.isr.isEmpty()) {
            return false;
        }
        Integer winner = firstLive(BrokerIds.within(partition.replicas, partition.lastKnownElr));
        if (winner == null) {
            winner = firstLive(partition.replicas);
        }
        if (winner == null) {
            return false;
        }
        partition.electUncleanly(winner);
        return true;
    }

    /**
     * Moves leadership to the first replica, if it is in sync, eligible and not drained; else away from a leader that is
     * drained.
     *
     * @return whether another leads now than before
     */
    static boolean electPreferred(ClusterDraft cluster, PartitionDraft partition) {
        int preferred = partition.replicas.get(0);
        boolean may = partition.leader != preferred
                && partition.recovery == RecoveryState.RECOVERED
                && partition.isr.contains(preferred)
                && cluster.takesLeaders(preferred);
        if (may) {
            partition.leader = preferred;
        }
        return may || relieve(cluster, partition);
    }

    /**
     * Moves leadership away from a leader that is drained, to the first other in-sync replica that takes it.
     *
     * @return whether another leads now
     */
    static boolean relieve(ClusterDraft cluster, PartitionDraft partition) {
        if (!partition.hasLeader()
                || cluster.takesLeaders(partition.leader)
                || partition.recovery != RecoveryState.RECOVERED) {
            return false;
        }
        for (Integer brokerId : BrokerIds.within(partition.replicas, partition.isr)) {
            if (cluster.takesLeaders(brokerId)) {
                partition.leader = brokerId;
                return true;
            }
        }
        return false;
    }

    /** The first live one, those that are drained last. */
    private @Nullable Integer firstLive(List<Integer> brokerIds) {
        Integer drained = null;
        for (Integer brokerId : brokerIds) {
            if (brokerId != partition.barred && cluster.isEligible(brokerId)) {
                if (cluster.takesLeaders(brokerId)) {
                    return brokerId;
                }
                drained = drained == null ? brokerId : drained;
            }
        }
        return drained;
    }
}
