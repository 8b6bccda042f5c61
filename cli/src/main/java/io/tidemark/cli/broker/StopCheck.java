// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.QuorumVoter;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;

/** What would stop with a broker. Pure. */
final class StopCheck {
    private StopCheck() {}

    /** Why the broker should not be stopped now, a line each; empty when it may be. */
    static List<String> reasonsAgainst(int brokerId, List<TopicDescription> topics, DescribeQuorumResponse quorum) {
        List<String> reasons = new ArrayList<>();
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                String reason = reasonAgainst(brokerId, partition);
                if (!reason.isEmpty()) {
                    reasons.add("partition " + topic.getName() + "-" + partition.getPartition() + " " + reason);
                }
            }
        }
        boolean isOnlyVoter = quorum.getVotersCount() == 1
                && quorum.getVotersList().stream().map(QuorumVoter::getNodeId).anyMatch(id -> id == brokerId);
        if (isOnlyVoter) {
            reasons.add("it is the only voter of the metadata quorum");
        }
        return reasons;
    }

    private static String reasonAgainst(int brokerId, PartitionRecord partition) {
        boolean isInSync = partition.getIsrList().contains(brokerId);
        int left = partition.getIsrCount() - (isInSync ? 1 : 0);
        if (partition.getLeader() < 0 && partition.getReplicasList().contains(brokerId)) {
            return "is offline already and may need this replica";
        }
        if (isInSync && left == 0) {
            return "would be offline: no other replica is in sync";
        }
        return isInSync && left < partition.getMinIsr()
                ? "would refuse writes with acks=all: " + left + " in-sync replica(s) of at least "
                        + partition.getMinIsr()
                : "";
    }
}
