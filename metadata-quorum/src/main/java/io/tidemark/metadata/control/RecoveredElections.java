// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.RecoveredElection;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;

/**
 * Elects the replicas that the controller chose from the brokers' reports, each only while the partition is as it was when
 * it was chosen and the broker lives the life that reported (KIP-966).
 */
final class RecoveredElections {
    private RecoveredElections() {}

    static Decision decide(ClusterDraft cluster, ElectRecovered command) {
        List<PartitionOutcome> outcomes = command.elections().stream()
                .map(election -> outcome(cluster, election))
                .toList();
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, outcomes, -1));
    }

    private static PartitionOutcome outcome(ClusterDraft cluster, RecoveredElection election) {
        PartitionImage partition = cluster.partition(election.partition());
        if (partition == null || cluster.isDeleted(election.partition().topicId())) {
            return new PartitionOutcome(
                    election.partition(), ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, partition);
        }
        ErrorCode error = elect(cluster, partition, election);
        return new PartitionOutcome(election.partition(), error, cluster.partition(election.partition()));
    }

    private static ErrorCode elect(ClusterDraft cluster, PartitionImage partition, RecoveredElection election) {
        if (partition.partitionEpoch() != election.partitionEpoch()) {
            return ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION;
        }
        if (!partition.lacksEligible()) {
            return ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED;
        }
        BrokerImage winner = Lives.current(cluster, election.winner());
        if (winner == null || !winner.isEligible() || !partition.replicas().contains(winner.brokerId())) {
            return ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA;
        }
        PartitionDraft draft = new PartitionDraft(partition);
        draft.electUncleanly(winner.brokerId());
        cluster.put(election.partition(), draft);
        return ErrorCode.ERROR_CODE_UNSPECIFIED;
    }
}
