// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Checks a leader's proposals of new in-sync replicas, each for itself and in the order in which the errors tell most,
 * and carries out those that hold (KIP-497, KIP-841, KIP-903). A proposal of the present in-sync replicas is a change too:
 * it grows the partition epoch and so makes an attempt void that is still under way (guard G48).
 */
final class IsrRules {
    private final ClusterDraft cluster;
    private final int senderId;

    private IsrRules(ClusterDraft cluster, int senderId) {
        this.cluster = cluster;
        this.senderId = senderId;
    }

    static Decision decide(ClusterDraft cluster, AlterPartitions command) {
        if (Lives.current(cluster, command.sender()) == null) {
            return Lives.refuse(cluster, command.sender());
        }
        IsrRules rules = new IsrRules(cluster, command.sender().brokerId());
        List<PartitionOutcome> outcomes =
                command.proposals().stream().map(rules::outcome).toList();
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, outcomes, -1));
    }

    private PartitionOutcome outcome(IsrProposal proposal) {
        PartitionImage partition = cluster.partition(proposal.partition());
        if (partition == null) {
            return new PartitionOutcome(proposal.partition(), ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, null);
        }
        ErrorCode error = check(partition, proposal);
        if (error == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            error = accept(partition, proposal);
        }
        return new PartitionOutcome(proposal.partition(), error, cluster.partition(proposal.partition()));
    }

    private ErrorCode check(PartitionImage partition, IsrProposal proposal) {
        boolean fromTheFuture = proposal.leaderEpoch() > partition.leaderEpoch()
                || proposal.partitionEpoch() > partition.partitionEpoch();
        if (fromTheFuture) {
            return ErrorCode.ERROR_CODE_NOT_CONTROLLER;
        }
        if (proposal.leaderEpoch() < partition.leaderEpoch()) {
            return ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH;
        }
        if (senderId != partition.leader()) {
            return ErrorCode.ERROR_CODE_INVALID_REQUEST;
        }
        if (proposal.partitionEpoch() < partition.partitionEpoch()) {
            return ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION;
        }
        if (!isWellFormed(partition, proposal)) {
            return ErrorCode.ERROR_CODE_INVALID_REQUEST;
        }
        boolean allEligible = proposal.newIsr().stream().allMatch(this::isEligible);
        return allEligible ? ErrorCode.ERROR_CODE_UNSPECIFIED : ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA;
    }

    private boolean isWellFormed(PartitionImage partition, IsrProposal proposal) {
        List<Integer> newIsr = brokerIds(proposal);
        boolean recovering = proposal.recovery() == RecoveryState.RECOVERING;
        return partition.replicas().containsAll(newIsr)
                && newIsr.contains(senderId)
                && new TreeSet<>(newIsr).size() == newIsr.size()
                && !(recovering && newIsr.size() > 1)
                && !(recovering && partition.recovery() == RecoveryState.RECOVERED);
    }

    /** Registered in the life that the leader saw fetching, and allowed in (guard G29). */
    private boolean isEligible(BrokerLife member) {
        BrokerImage broker = Lives.current(cluster, member);
        return broker != null && broker.isEligible();
    }

    private ErrorCode accept(PartitionImage partition, IsrProposal proposal) {
        PartitionDraft draft = new PartitionDraft(partition);
        ElrRules.changeIsr(draft, brokerIds(proposal), List.of());
        draft.recovery = proposal.recovery();
        draft.bumpPartitionEpoch();
        boolean leaderRemoved =
                Reassignment.completeIfReady(cluster, proposal.partition(), draft) && draft.leader != senderId;
        cluster.put(proposal.partition(), draft);
        return leaderRemoved ? ErrorCode.ERROR_CODE_NEW_LEADER_ELECTED : ErrorCode.ERROR_CODE_UNSPECIFIED;
    }

    private static List<Integer> brokerIds(IsrProposal proposal) {
        List<Integer> brokerIds = new ArrayList<>();
        proposal.newIsr().forEach(member -> brokerIds.add(member.brokerId()));
        return List.copyOf(brokerIds);
    }
}
