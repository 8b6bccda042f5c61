// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.VoterAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The quorum as one node sees it.
 *
 * @param clusterId cluster id
 * @param self the node that looks, whether it votes or not
 * @param founded whether the node has helped to found the quorum or learned of one
 * @param controllerId node id of the active controller; -1 when not known
 * @param term Raft term
 * @param appliedIndex last index of the metadata log that the node has applied; -1 for none
 * @param voters the voters; empty while the node does not know them
 */
public record QuorumView(
        String clusterId,
        QuorumMember self,
        boolean founded,
        int controllerId,
        long term,
        long appliedIndex,
        List<QuorumMember> voters) {

    /** Node id of the node that looks. */
    public int nodeId() {
        return self.nodeId();
    }

    /** The voter with this node id, or null. */
    public @Nullable QuorumMember voter(int nodeId) {
        return voters.stream()
                .filter(voter -> voter.nodeId() == nodeId)
                .findFirst()
                .orElse(null);
    }

    /** Where the active controller is, or null when it is not known. */
    public @Nullable VoterAddress controller() {
        QuorumMember controller = voter(controllerId);
        return controller == null ? null : controller.address();
    }
}
