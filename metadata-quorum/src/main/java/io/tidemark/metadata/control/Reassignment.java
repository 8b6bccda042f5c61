// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves partitions to other replicas (KIP-455). While a move is under way the replicas are the old and the new ones
 * together; it ends by itself once the replicas to be are all in sync, not counting those that go (guard G44). Whenever a
 * replica goes the leader epoch grows, so that one that goes, or one that leaves and comes back, is fenced.
 *
 * <p>The minimum of in-sync replicas stays as it is until the end: a partition that gets more replicas must not stop
 * taking writes because the new ones have nothing yet.
 *
 * <p>A limit on what brokers take in for the new replicas is part of the move and ends with it. Asking for the same move
 * again changes it.
 */
final class Reassignment {
    private Reassignment() {}

    static Decision decide(ClusterDraft cluster, ReassignPartitions command) {
        List<PartitionOutcome> outcomes = command.changes().stream()
                .map(change -> outcome(cluster, change))
                .toList();
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, outcomes, -1));
    }

    private static PartitionOutcome outcome(ClusterDraft cluster, ReplicaChange change) {
        PartitionKey key = change.partition();
        PartitionImage partition = cluster.partition(key);
        if (partition == null || cluster.isDeleted(key.topicId())) {
            return new PartitionOutcome(key, ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, null);
        }
        PartitionDraft draft = new PartitionDraft(partition);
        ErrorCode error =
                change.replicas().isEmpty() ? cancel(cluster, key, draft) : start(cluster, key, draft, change);
        if (error == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            cluster.put(key, draft);
        }
        return new PartitionOutcome(key, error, cluster.partition(key));
    }

    /** The replicas without those that a move is bringing in. */
    static List<Integer> settled(PartitionDraft partition) {
        return BrokerIds.without(partition.replicas, partition.adding);
    }

    /** Begins a move, or gives the one under way another end. Those that the old end brought in and the new does not leave. */
    private static ErrorCode start(
            ClusterDraft cluster, PartitionKey key, PartitionDraft partition, ReplicaChange change) {
        List<Integer> target = List.copyOf(change.replicas());
        if (change.throttleBytesPerS() < 0) {
            return ErrorCode.ERROR_CODE_INVALID_REQUEST;
        }
        if (change.throttleBytesPerS() > 0 && cluster.before().featureLevel() < FeatureLevel.THROTTLED_MOVES) {
            return ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL;
        }
        if (NewPartitions.problem(cluster, target) != null) {
            return ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR;
        }
        List<Integer> settled = settled(partition);
        List<Integer> removing = BrokerIds.without(settled, target);
        List<Integer> replicas = new ArrayList<>(target);
        replicas.addAll(removing);
        if (!leaveAllBut(cluster, key, partition, replicas)) {
            return ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE;
        }
        partition.replicas = List.copyOf(replicas);
        partition.adding = BrokerIds.without(target, settled);
        partition.removing = removing;
        partition.throttleBytesPerS = change.throttleBytesPerS();
        completeIfReady(cluster, key, partition);
        return ErrorCode.ERROR_CODE_UNSPECIFIED;
    }

    private static ErrorCode cancel(ClusterDraft cluster, PartitionKey key, PartitionDraft partition) {
        if (partition.adding.isEmpty() && partition.removing.isEmpty()) {
            return ErrorCode.ERROR_CODE_NO_REASSIGNMENT_IN_PROGRESS;
        }
        List<Integer> settled = settled(partition);
        List<Integer> staying = BrokerIds.within(partition.isr, settled);
        if (staying.isEmpty() || staying.size() < Math.min(partition.minIsr, settled.size())) {
            return ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE;
        }
        partition.removing = List.of();
        if (!leaveAllBut(cluster, key, partition, settled)) {
            return ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE;
        }
        partition.replicas = settled;
        partition.adding = List.of();
        return ErrorCode.ERROR_CODE_UNSPECIFIED;
    }

    /** Takes replicas out at once. False when nobody who stays would hold what is committed. */
    private static boolean leaveAllBut(
            ClusterDraft cluster, PartitionKey key, PartitionDraft partition, List<Integer> staying) {
        List<Integer> leaving = BrokerIds.without(partition.replicas, staying);
        if (leaving.isEmpty()) {
            return true;
        }
        List<Integer> isr = BrokerIds.within(partition.isr, staying);
        List<Integer> elr = BrokerIds.within(partition.elr, staying);
        boolean holdersStay = !isr.isEmpty() || (partition.isr.isEmpty() && !elr.isEmpty());
        // Fewer in sync than the minimum would let those that leave have been needed for what is committed.
        if (!holdersStay || isr.size() < Math.min(partition.isr.size(), partition.minIsr)) {
            return false;
        }
        partition.replicas = BrokerIds.within(partition.replicas, staying);
        partition.isr = isr;
        partition.elr = elr;
        partition.lastKnownElr = BrokerIds.within(partition.lastKnownElr, staying);
        partition.bumpLeaderEpoch();
        LeaderElection.elect(cluster, key, partition);
        return true;
    }

    /** Ends the partition's reassignment if it may; whether it did. */
    static boolean completeIfReady(ClusterDraft cluster, PartitionKey key, PartitionDraft partition) {
        if (partition.adding.isEmpty() && partition.removing.isEmpty()) {
            return false;
        }
        List<Integer> target = BrokerIds.without(partition.replicas, partition.removing);
        List<Integer> staying = BrokerIds.without(partition.isr, partition.removing);
        // All that stay are in sync, so they make up any minimum.
        if (!staying.containsAll(target)) {
            return false;
        }
        partition.replicas = target;
        partition.adding = List.of();
        partition.removing = List.of();
        // One record carries the replicas and the minimum that goes with them (guard G1).
        partition.minIsr = Math.min(cluster.configs(key.topicId()).minInSyncReplicas(), target.size());
        ElrRules.changeIsr(partition, staying, List.of());
        if (!target.contains(partition.leader)) {
            partition.leader = PartitionImage.NO_LEADER;
        }
        partition.bumpLeaderEpoch();
        LeaderElection.elect(cluster, key, partition);
        return true;
    }
}
