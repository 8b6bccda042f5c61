// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.metadata.remote.QuorumMembers;
import io.tidemark.metadata.remote.QuorumPeers;
import io.tidemark.metadata.remote.QuorumView;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.ratis.protocol.exceptions.ReconfigurationTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes who votes and who leads, on the leader. One change at a time; Ratis refuses a second. Thread-safe. */
final class QuorumMembership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumMembership.class);
    private static final long DESCRIBE_MS = 3000;

    private final QuorumDivision division;
    private final Supplier<QuorumView> view;
    private final QuorumPeers peers;

    QuorumMembership(int nodeId, QuorumDivision division, Supplier<QuorumView> view) {
        this.division = division;
        this.view = view;
        this.peers = new QuorumPeers("quorum-membership-" + nodeId);
    }

    CompletionStage<CommandAnswer> add(Endpoint grpc, long timeoutMs) {
        return peers.describe(grpc, Math.min(timeoutMs, DESCRIBE_MS))
                .thenCompose(answer -> add(answer, timeoutMs))
                .exceptionally(failure -> failed(
                        ErrorCode.ERROR_CODE_INVALID_REQUEST,
                        "the node at " + grpc + " does not answer (" + rootMessage(failure) + "); start it first"));
    }

    private CompletionStage<CommandAnswer> add(DescribeQuorumResponse answer, long timeoutMs) {
        QuorumView now = view.get();
        QuorumMember joining = QuorumMembers.read(answer.getSelf());
        if (!answer.getClusterId().equals(now.clusterId())) {
            return refused("that node belongs to cluster " + answer.getClusterId() + ", this is " + now.clusterId());
        }
        if (now.voters().contains(joining)) {
            return CompletableFuture.completedFuture(CommandAnswer.ok(now.appliedIndex()));
        }
        if (!answer.getFounded()) {
            return refused("node " + joining.nodeId() + " has not found the quorum yet; name its voters in its"
                    + " controller.quorum.voters and try again");
        }
        List<QuorumMember> wanted = new ArrayList<>(now.voters());
        // Another disk of the same node has no future: both would answer at one address.
        wanted.removeIf(voter -> voter.nodeId() == joining.nodeId());
        wanted.add(joining);
        return change(now.voters(), wanted, timeoutMs);
    }

    CompletionStage<CommandAnswer> remove(int nodeId, long timeoutMs) {
        QuorumView now = view.get();
        if (now.voter(nodeId) == null) {
            return refused("node " + nodeId + " is not among the voters");
        }
        if (now.voters().size() == 1) {
            return refused("node " + nodeId + " is the only voter; add another first");
        }
        return change(
                now.voters(),
                now.voters().stream().filter(voter -> voter.nodeId() != nodeId).toList(),
                timeoutMs);
    }

    CompletionStage<CommandAnswer> transfer(int nodeId, long timeoutMs) {
        QuorumMember target = view.get().voter(nodeId);
        return target == null
                ? refused("node " + nodeId + " is not among the voters")
                : division.transferLeadership(QuorumIdentity.peerId(target), timeoutMs)
                        .handle((reply, failure) -> answer(
                                "handing the leadership to voter " + nodeId,
                                failure != null ? failure : reply.isSuccess() ? null : reply.getException()));
    }

    private CompletionStage<CommandAnswer> change(List<QuorumMember> from, List<QuorumMember> to, long timeoutMs) {
        String what = "changing the voters from " + from + " to " + to;
        LOG.info("{}", what);
        long startNanos = System.nanoTime();
        return division.setVoters(from, to)
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .handle((reply, failure) -> failure != null ? failure : reply.isSuccess() ? null : reply.getException())
                .thenCompose(failure -> {
                    long leftMs = timeoutMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                    // Ratis gives a joining voter a few seconds; one that opens its part of the group anew may need
                    // more.
                    return failure instanceof ReconfigurationTimeoutException && leftMs > 0
                            ? change(from, to, leftMs)
                            : CompletableFuture.completedFuture(answer(what, failure));
                });
    }

    private CommandAnswer answer(String what, @Nullable Throwable failure) {
        if (failure == null) {
            LOG.info("{}: done", what);
            return CommandAnswer.ok(view.get().appliedIndex());
        }
        LOG.info("{}: {}", what, rootMessage(failure));
        return failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, rootMessage(failure));
    }

    private static CompletionStage<CommandAnswer> refused(String message) {
        return CompletableFuture.completedFuture(failed(ErrorCode.ERROR_CODE_INVALID_REQUEST, message));
    }

    private static CommandAnswer failed(ErrorCode error, String message) {
        return CommandAnswer.failed(error, message, -1);
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.toString().lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        peers.close();
    }
}
