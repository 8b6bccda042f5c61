// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.QuorumVoter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/** Voters to and from the wire. */
public final class QuorumMembers {
    private static final int ID_SIZE_BYTES = 16;

    private QuorumMembers() {}

    static QuorumVoter write(QuorumMember member) {
        ByteBuffer id = ByteBuffer.allocate(ID_SIZE_BYTES);
        id.putLong(member.directoryId().getMostSignificantBits())
                .putLong(member.directoryId().getLeastSignificantBits());
        return QuorumVoter.newBuilder()
                .setNodeId(member.nodeId())
                .setRaftAddress(member.address().raft().toString())
                .setAddress(member.address().grpc().toString())
                .setDirectoryId(ByteString.copyFrom(id.flip()))
                .build();
    }

    /**
     * A voter as told.
     *
     * @throws IllegalArgumentException with a one-line message when the message makes no sense
     */
    public static QuorumMember read(QuorumVoter message) {
        if (message.getDirectoryId().size() != ID_SIZE_BYTES) {
            throw new IllegalArgumentException("voter " + message.getNodeId() + " names no directory id");
        }
        ByteBuffer id = message.getDirectoryId().asReadOnlyByteBuffer();
        return new QuorumMember(
                new VoterAddress(
                        message.getNodeId(), endpoint(message.getRaftAddress()), endpoint(message.getAddress())),
                new UUID(id.getLong(), id.getLong()));
    }

    /** The voters that a node names. */
    public static List<QuorumMember> readAll(DescribeQuorumResponse response) {
        return response.getVotersList().stream().map(QuorumMembers::read).toList();
    }

    private static Endpoint endpoint(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("\"" + text + "\" is not HOST:PORT");
        }
        return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
