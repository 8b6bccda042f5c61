// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.metadata.client.VoterAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;

/**
 * Names in the Raft group: the group's id comes from the cluster's, a voter's from its node id and directory id, so that
 * nodes of other clusters and disks that came back empty are strangers.
 */
final class QuorumIdentity {
    private final String clusterId;

    QuorumIdentity(String clusterId) {
        this.clusterId = clusterId;
    }

    RaftGroupId groupId() {
        return RaftGroupId.valueOf(UUID.nameUUIDFromBytes((clusterId + "/metadata").getBytes(UTF_8)));
    }

    RaftGroup group(List<VoterAddress> voters) {
        return RaftGroup.valueOf(groupId(), voters.stream().map(this::peer).toList());
    }

    RaftPeerId peerId(int nodeId) {
        return peerId(nodeId, DirectoryFormat.foundingDirectoryId(clusterId, nodeId));
    }

    static RaftPeerId peerId(int nodeId, UUID directoryId) {
        return RaftPeerId.valueOf(nodeId + "-" + directoryId);
    }

    /** Node id in a peer's name; -1 for none. */
    static int nodeId(@Nullable RaftPeerId peer) {
        if (peer == null) {
            return -1;
        }
        String name = peer.toString();
        int dash = name.indexOf('-');
        return dash < 1 ? -1 : Integer.parseInt(name.substring(0, dash));
    }

    /** The file whose presence says that this voter has been founded. */
    Path raftMeta(Path quorumDirectory) {
        return quorumDirectory
                .resolve(groupId().getUuid().toString())
                .resolve("current")
                .resolve("raft-meta");
    }

    private RaftPeer peer(VoterAddress voter) {
        return RaftPeer.newBuilder()
                .setId(peerId(voter.nodeId()))
                .setAddress(voter.raft().toString())
                .build();
    }
}
