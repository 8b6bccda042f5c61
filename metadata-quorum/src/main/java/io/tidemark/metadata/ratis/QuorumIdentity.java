// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.QuorumMember;
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

    /** The group with these voters; without any for a node that waits to be added. */
    RaftGroup group(List<QuorumMember> voters) {
        return RaftGroup.valueOf(
                groupId(), voters.stream().map(QuorumIdentity::peer).toList());
    }

    static RaftPeerId peerId(QuorumMember member) {
        return peerId(member.nodeId(), member.directoryId());
    }

    static RaftPeer peer(QuorumMember member) {
        return RaftPeer.newBuilder()
                .setId(peerId(member))
                .setAddress(member.address().raft().toString())
                // Ratis keeps it for us: where the node's own gRPC listener is.
                .setClientAddress(member.address().grpc().toString())
                .build();
    }

    static QuorumMember member(RaftPeer peer) {
        String name = peer.getId().toString();
        return new QuorumMember(
                new VoterAddress(nodeId(peer.getId()), endpoint(peer.getAddress()), endpoint(peer.getClientAddress())),
                UUID.fromString(name.substring(name.indexOf('-') + 1)));
    }

    private static Endpoint endpoint(String text) {
        int colon = text.lastIndexOf(':');
        return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
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
}
