// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.QuorumVoter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuorumFoundingTest {
    private static final List<VoterAddress> VOTERS = VoterAddress.parse("1@h:11:12,2@h:21:22,3@h:31:32");
    private static final QuorumMember SELF = member(1, 100);

    private final Map<Integer, DescribeQuorumResponse> answers = new TreeMap<>();

    @Test
    void allFreshDisksFoundTogether() {
        fresh(2, 200);
        assertThat(decide()).isNull();
        fresh(3, 300);
        assertThat(decide()).containsExactly(SELF, member(2, 200), member(3, 300));
    }

    @Test
    void aLateFounderTakesTheVotersFromOneThatHasBegun() {
        founded(2, SELF, member(2, 200), member(3, 300));
        assertThat(decide()).containsExactly(SELF, member(2, 200), member(3, 300));
    }

    @Test
    void aStrangerToTheQuorumJoinsItWithoutAVote() {
        fresh(2, 200);
        founded(3, member(1, 101), member(2, 201), member(3, 300));
        assertThat(decide()).isEmpty();
    }

    @Test
    void aNodeThatWaitsToBeAddedKnowsNothing() {
        fresh(2, 200);
        founded(3);
        assertThat(decide()).isNull();
        founded(2, SELF, member(2, 200), member(3, 300));
        assertThat(decide()).hasSize(3);
    }

    @Test
    void nodesOfAnotherClusterAndOtherNodesDoNotCount() {
        fresh(2, 200);
        answers.put(3, answer(3, 300).toBuilder().setClusterId("other").build());
        assertThat(decide()).isNull();
        answers.put(3, answer(2, 200));
        assertThat(decide()).isNull();
    }

    private @Nullable List<QuorumMember> decide() {
        return QuorumFounding.decide(SELF, "c1", VOTERS.subList(1, 3), answers);
    }

    private void fresh(int nodeId, long directory) {
        answers.put(nodeId, answer(nodeId, directory));
    }

    private void founded(int nodeId, QuorumMember... voters) {
        DescribeQuorumResponse.Builder answer = answer(nodeId, 1).toBuilder().setFounded(true);
        Arrays.stream(voters).map(QuorumFoundingTest::voter).forEach(answer::addVoters);
        answers.put(nodeId, answer.build());
    }

    private static DescribeQuorumResponse answer(int nodeId, long directory) {
        return DescribeQuorumResponse.newBuilder()
                .setClusterId("c1")
                .setNodeId(nodeId)
                .setSelf(voter(member(nodeId, directory)))
                .build();
    }

    private static QuorumMember member(int nodeId, long directory) {
        return new QuorumMember(VOTERS.get(nodeId - 1), new UUID(0, directory));
    }

    private static QuorumVoter voter(QuorumMember member) {
        ByteBuffer id =
                ByteBuffer.allocate(16).putLong(0).putLong(member.directoryId().getLeastSignificantBits());
        return QuorumVoter.newBuilder()
                .setNodeId(member.nodeId())
                .setRaftAddress(member.address().raft().toString())
                .setAddress(member.address().grpc().toString())
                .setDirectoryId(ByteString.copyFrom(id.flip()))
                .build();
    }
}
