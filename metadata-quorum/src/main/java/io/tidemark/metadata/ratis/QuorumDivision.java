// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.control.LeaseGrant;
import io.tidemark.metadata.remote.QuorumMember;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.proto.RaftProtos.TermIndexProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.ProtoUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's part of the Raft group, as far as the node uses it. Until it is founded there is none. Thread-safe. */
final class QuorumDivision {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumDivision.class);

    private static final long STEP_DOWN_MS = 1000;

    private final RaftGroupId groupId;
    private final ClientId clientId = ClientId.randomId();
    private final AtomicLong callIds = new AtomicLong();
    private volatile @Nullable RaftServer attached;

    QuorumDivision(RaftGroupId groupId) {
        this.groupId = groupId;
    }

    /** From now on there is a server, or another one. */
    void attach(RaftServer server) {
        attached = server;
    }

    private RaftServer server() throws IOException {
        RaftServer server = attached;
        if (server == null) {
            throw new IOException("the quorum is not founded yet");
        }
        return server;
    }

    private RaftServer.Division division() throws IOException {
        return server().getDivision(groupId);
    }

    /** Whether this node leads, has applied all earlier terms, and is not on its way out. */
    boolean isLeaderReady() {
        DivisionInfo info = info();
        return info != null
                && info.isLeader()
                && info.isLeaderReady()
                && info.getLifeCycleState() == LifeCycle.State.RUNNING;
    }

    /** Whether the division takes part in the quorum. */
    boolean isRunning() {
        DivisionInfo info = info();
        return info != null && info.getLifeCycleState() == LifeCycle.State.RUNNING;
    }

    /** Whether the division is closed for good and has let go of its files. */
    boolean isClosed() {
        DivisionInfo info = info();
        return info != null && info.getLifeCycleState() == LifeCycle.State.CLOSED;
    }

    /** Current term; -1 while the division starts. */
    long term() {
        DivisionInfo info = info();
        return info == null ? -1 : info.getCurrentTerm();
    }

    /** Index of the last entry that was applied; -1 for none. */
    long appliedIndex() {
        try {
            return division().getInfo().getLastAppliedIndex();
        } catch (IOException | IllegalStateException e) {
            LOG.trace("the division is not there", e);
            return -1;
        }
    }

    /** Whether a follower lacks entries that this leader has; false when this node does not lead. */
    boolean hasLaggingFollower() {
        DivisionInfo info = info();
        TermIndex last = lastEntry();
        if (info == null || last == null) {
            return false;
        }
        return matchIndices(info).stream().anyMatch(matchIndex -> matchIndex < last.getIndex());
    }

    /** Ratis has none to tell, and says so with null, while a node becomes a leader or ceases to be one. */
    private static List<Long> matchIndices(DivisionInfo info) {
        long @Nullable [] known = info.getFollowerMatchIndices();
        return known == null ? List.of() : Arrays.stream(known).boxed().toList();
    }

    /** Time since a majority of the voters answered this leader; the longest there is when this node does not lead. */
    long majoritySilenceMs() {
        DivisionInfo info = info();
        RoleInfoProto role = info == null ? null : info.getRoleInfoProto();
        if (role == null || !role.hasLeaderInfo()) {
            return Long.MAX_VALUE;
        }
        return LeaseGrant.majoritySilenceMs(role.getLeaderInfo().getFollowerInfoList().stream()
                .mapToLong(ServerRpcProto::getLastRpcElapsedTimeMs)
                .toArray());
    }

    /** The leader as far as known. */
    @Nullable
    RaftPeerId leader() {
        DivisionInfo info = info();
        return info == null ? null : info.getLeaderId();
    }

    /** A call id that no other request of this node has. */
    long nextCallId() {
        return callIds.incrementAndGet();
    }

    /** Submits an entry. No retries: a lost leadership is told at once. */
    CompletableFuture<RaftClientReply> submit(byte[] entry, long callId) throws IOException {
        RaftServer server = server();
        return server.submitClientRequestAsync(RaftClientRequest.newBuilder()
                .setClientId(clientId)
                .setServerId(server.getId())
                .setGroupId(groupId)
                .setCallId(callId)
                .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(entry)))
                .setType(RaftClientRequest.writeRequestType())
                .build());
    }

    /** The last entry of this node's log; null when it has none. */
    @Nullable
    TermIndex lastEntry() {
        try {
            return division().getRaftLog().getLastEntryTermIndex();
        } catch (IOException | IllegalStateException e) {
            LOG.trace("the division is not there", e);
            return null;
        }
    }

    /**
     * The last entry of another voter's log; null when it has none or does not answer. Asks for a vote that the voter must
     * refuse, before an election, in term 0 and for an empty log: the refusal names the entry and changes nothing.
     */
    @Nullable
    TermIndex lastEntryOf(int nodeId) {
        try {
            for (RaftPeer peer : division().getGroup().getPeers()) {
                if (QuorumIdentity.nodeId(peer.getId()) == nodeId) {
                    RaftServer server = server();
                    RequestVoteReplyProto reply = server.getServerRpc()
                            .requestVote(RequestVoteRequestProto.newBuilder()
                                    .setServerRequest(rpcRequest(server.getId(), peer.getId()))
                                    .setCandidateTerm(0)
                                    .setCandidateLastEntry(TermIndexProto.getDefaultInstance())
                                    .setPreVote(true)
                                    .build());
                    return TermIndex.valueOf(reply.getLastEntry());
                }
            }
        } catch (IOException | RuntimeException e) {
            // Ratis' transport throws its own runtime exceptions too.
            LOG.debug("voter {} does not answer", nodeId, e);
        }
        return null;
    }

    private RaftRpcRequestProto.Builder rpcRequest(RaftPeerId from, RaftPeerId to) {
        return RaftRpcRequestProto.newBuilder()
                .setRequestorId(from.toByteString())
                .setReplyId(to.toByteString())
                .setRaftGroupId(ProtoUtils.toRaftGroupIdProtoBuilder(groupId))
                .setCallId(callIds.incrementAndGet());
    }

    /**
     * Starts an election at once, as if the given leader had asked this follower to take over. Ratis refuses when another
     * leader or a newer term is known. Raft stays safe whatever the reason was: the others vote by their logs.
     *
     * @return whether the election was started
     */
    boolean startElection(RaftPeerId goneLeader) {
        try {
            TermIndex last = division().getRaftLog().getLastEntryTermIndex();
            if (last == null) {
                return false;
            }
            RaftServer server = server();
            return server.startLeaderElection(StartLeaderElectionRequestProto.newBuilder()
                            .setServerRequest(rpcRequest(goneLeader, server.getId()))
                            .setLeaderLastEntry(last.toProto())
                            .build())
                    .getServerReply()
                    .getSuccess();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("an early election could not be started", e);
            return false;
        }
    }

    /** Hands the leadership to the follower that is furthest, if this node leads. Waits for at most the time limit. */
    void transferLeadership(long timeoutMs) {
        try {
            if (!isLeaderReady()) {
                return;
            }
            RaftServer server = server();
            RaftPeerId furthest = division().getCommitInfos().stream()
                    .filter(info ->
                            !RaftPeerId.valueOf(info.getServer().getId()).equals(server.getId()))
                    .max(Comparator.comparingLong(CommitInfoProto::getCommitIndex))
                    .map(info -> RaftPeerId.valueOf(info.getServer().getId()))
                    .orElse(null);
            if (furthest == null) {
                return;
            }
            transferLeadership(furthest, timeoutMs).get(timeoutMs + 500, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.info("leadership of the quorum was not handed over before the stop: {}", e.toString());
        }
    }

    /** How far this node is as a leader; null when it does not lead. */
    @Nullable
    LeadProgress leadProgress() {
        try {
            DivisionInfo info = division().getInfo();
            return info.isLeader() && info.getLifeCycleState() == LifeCycle.State.RUNNING
                    ? new LeadProgress(
                            info.getCurrentTerm(), division().getRaftLog().getLastCommittedIndex(), matchIndices(info))
                    : null;
        } catch (IOException | IllegalStateException e) {
            LOG.trace("the division is not there", e);
            return null;
        }
    }

    /** Gives up the lead, for anyone to take. Does not wait. */
    void stepDown() {
        try {
            RaftServer server = server();
            var unused = server.transferLeadershipAsync(new TransferLeadershipRequest(
                            clientId, server.getId(), groupId, callIds.incrementAndGet(), null, STEP_DOWN_MS))
                    .whenComplete((reply, failure) -> LOG.debug("stepping down: {}", reply, failure));
        } catch (IOException | RuntimeException e) {
            LOG.info("the lead of the quorum could not be given up: {}", e.toString());
        }
    }

    /** Hands the leadership to a voter. */
    CompletableFuture<RaftClientReply> transferLeadership(RaftPeerId to, long timeoutMs) {
        try {
            RaftServer server = server();
            return server.transferLeadershipAsync(new TransferLeadershipRequest(
                    clientId, server.getId(), groupId, callIds.incrementAndGet(), to, timeoutMs));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Puts one set of voters in place of another; fails when the first is not the present one. */
    CompletableFuture<RaftClientReply> setVoters(List<QuorumMember> from, List<QuorumMember> to) {
        try {
            RaftServer server = server();
            SetConfigurationRequest.Arguments change = SetConfigurationRequest.Arguments.newBuilder()
                    .setServersInCurrentConf(
                            from.stream().map(QuorumIdentity::peer).toList())
                    .setServersInNewConf(to.stream().map(QuorumIdentity::peer).toList())
                    .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                    .build();
            return server.setConfigurationAsync(
                    new SetConfigurationRequest(clientId, server.getId(), groupId, callIds.incrementAndGet(), change));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The voters as of now; empty while they are not known. */
    List<QuorumMember> voters() {
        try {
            return division().getRaftConf().getCurrentPeers().stream()
                    .map(QuorumIdentity::member)
                    .toList();
        } catch (IOException | IllegalStateException e) {
            LOG.trace("the division is not there", e);
            return List.of();
        }
    }

    void close() throws IOException {
        RaftServer server = attached;
        if (server != null) {
            server.close();
        }
    }

    private @Nullable DivisionInfo info() {
        try {
            return division().getInfo();
        } catch (IOException | IllegalStateException e) {
            LOG.trace("the division is not there", e);
            return null;
        }
    }
}
