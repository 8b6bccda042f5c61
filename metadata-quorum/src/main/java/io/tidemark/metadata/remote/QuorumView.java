// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.VoterAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The quorum as one node sees it.
 *
 * @param clusterId cluster id
 * @param nodeId the node that looks
 * @param controllerId node id of the active controller; -1 when not known
 * @param term Raft term
 * @param appliedIndex last metadata index that the node has applied; -1 for none
 * @param voters the voters
 */
public record QuorumView(
        String clusterId, int nodeId, int controllerId, long term, long appliedIndex, List<VoterAddress> voters) {

    /** The active controller's entry among the voters, or null when it is not known. */
    public @Nullable VoterAddress controller() {
        return voters.stream()
                .filter(voter -> voter.nodeId() == controllerId)
                .findFirst()
                .orElse(null);
    }
}
