// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.VoterAddress;
import java.util.UUID;

/**
 * A voter, or a node that may become one: a node together with its disk (KIP-853).
 *
 * @param address node id and where it listens
 * @param directoryId id of its data directory
 */
public record QuorumMember(VoterAddress address, UUID directoryId) {
    /** Node id. */
    public int nodeId() {
        return address.nodeId();
    }
}
