// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;

/**
 * Elections that are asked for (KIP-460): of the preferred replica, or of any, accepting loss. Where a drained broker leads
 * the preferred replica is any other that is in sync.
 */
final class RequestedElections {
    private RequestedElections() {}

    static Decision decide(ClusterDraft cluster, ElectLeaders command) {
        List<PartitionOutcome> outcomes = command.partitions().stream()
                .map(key -> outcome(cluster, command.kind(), key))
                .toList();
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, outcomes, -1));
    }

    private static PartitionOutcome outcome(ClusterDraft cluster, ElectionKind kind, PartitionKey key) {
        PartitionImage partition = cluster.partition(key);
        if (partition == null || cluster.isDeleted(key.topicId())) {
            return new PartitionOutcome(key, ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, null);
        }
        PartitionDraft draft = new PartitionDraft(partition);
        ErrorCode error = kind == ElectionKind.PREFERRED ? preferred(cluster, draft) : unclean(cluster, draft);
        cluster.put(key, draft);
        return new PartitionOutcome(key, error, cluster.partition(key));
    }

    private static ErrorCode preferred(ClusterDraft cluster, PartitionDraft draft) {
        if (draft.leader == draft.replicas.get(0) && cluster.takesLeaders(draft.leader)) {
            return ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED;
        }
        return LeaderElection.electPreferred(cluster, draft)
                ? ErrorCode.ERROR_CODE_UNSPECIFIED
                : ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE;
    }

    private static ErrorCode unclean(ClusterDraft cluster, PartitionDraft draft) {
        if (draft.hasLeader()) {
            return ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED;
        }
        LeaderElection.electAcceptingLoss(cluster, draft);
        return draft.hasLeader()
                ? ErrorCode.ERROR_CODE_UNSPECIFIED
                : ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE;
    }
}
