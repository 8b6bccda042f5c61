// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;

/**
 * Takes a broker's word that logs of its failed (KIP-858 for single partitions): it leaves the in-sync replicas there, and
 * stops being an eligible leader replica, because what it held may be lost. The leader epoch grows, also when it was neither:
 * a proposal to let it in may be under way. The broker itself stays.
 */
final class FailedReplicas {
    private FailedReplicas() {}

    static Decision decide(ClusterDraft cluster, ReportFailedReplicas command) {
        BrokerImage broker = Lives.current(cluster, command.sender());
        if (broker == null) {
            return Lives.refuse(cluster, command.sender());
        }
        List<PartitionOutcome> outcomes = command.partitions().stream()
                .map(key -> outcome(cluster, broker.brokerId(), key))
                .toList();
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, outcomes, -1));
    }

    private static PartitionOutcome outcome(ClusterDraft cluster, int brokerId, PartitionKey key) {
        PartitionImage partition = cluster.partition(key);
        if (partition == null) {
            return new PartitionOutcome(key, ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, null);
        }
        if (!partition.replicas().contains(brokerId)) {
            return new PartitionOutcome(key, ErrorCode.ERROR_CODE_INVALID_REQUEST, partition);
        }
        PartitionDraft draft = new PartitionDraft(partition);
        // Not even where losing records is accepted: it has nothing to lead with.
        draft.barred = brokerId;
        // What it acknowledged before must never count again, however late it comes: its log may begin anew.
        draft.bumpLeaderEpoch();
        IsrDeparture.leave(cluster, key, draft, List.of(brokerId), List.of(brokerId));
        return new PartitionOutcome(key, ErrorCode.ERROR_CODE_UNSPECIFIED, cluster.partition(key));
    }
}
