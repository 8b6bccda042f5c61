// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.Pause;
import io.tidemark.client.metadata.UnaryCall;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FindCoordinatorRequest;
import io.tidemark.v1.FindCoordinatorResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.LeaderHint;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Calls to a group's coordinator, wherever it is. Thread-safe. */
public final class CoordinatorCalls {
    private static final int ATTEMPT_TIMEOUT_MS = 10_000;
    private static final int PAUSE_MS = 25;

    private final String groupId;
    private final AnyNodeCalls anyNode;
    private final Connections connections;
    private volatile @Nullable Coordinator coordinator;

    /** Calls to the coordinator of this group. */
    public CoordinatorCalls(String groupId, ClusterMetadata metadata, Connections connections) {
        this.groupId = groupId;
        this.anyNode = new AnyNodeCalls(metadata, connections);
        this.connections = connections;
    }

    /**
     * What to ask.
     *
     * @param what the call in words, for messages
     * @param method the method
     * @param request makes the request, afresh for each attempt, to a coordinator of this leader epoch
     * @param errorOf reads an answer's error code
     * @param hintOf reads an answer's coordinator
     */
    public record Question<Q, R>(
            String what,
            MethodDescriptor<Q, R> method,
            IntFunction<Q> request,
            Function<R, ErrorCode> errorOf,
            Function<R, LeaderHint> hintOf) {}

    private record Coordinator(NodeAddress node, int leaderEpoch) {
        static @Nullable Coordinator of(LeaderHint hint) {
            return hint.getPort() > 0
                    ? new Coordinator(new NodeAddress(hint.getHost(), hint.getPort()), hint.getLeaderEpoch())
                    : null;
        }
    }

    /** One attempt at the coordinator that is known, or at one that is looked for. */
    <Q, R> CompletableFuture<R> start(MethodDescriptor<Q, R> method, Q request, long timeoutMs) {
        return attempt(method, leaderEpoch -> request, timeoutMs);
    }

    private <Q, R> CompletableFuture<R> attempt(
            MethodDescriptor<Q, R> method, IntFunction<Q> requestTo, long timeoutMs) {
        Coordinator asked = find(timeoutMs);
        NodeAddress node = asked.node();
        Q request = requestTo.apply(asked.leaderEpoch());
        ManagedChannel channel = connections.channel(node, Lane.CONTROL);
        CompletableFuture<R> answer = UnaryCall.start(channel, method, request, timeoutMs);
        UnaryCall.whenDone(answer, (value, failure) -> {
            if (failure != null && !answer.isCancelled()) {
                coordinator = null;
                if (CallFault.of(failure).isConnectionFault()) {
                    connections.drop(node, Lane.CONTROL, channel);
                }
            }
        });
        return answer;
    }

    /** Takes in that a node is not the coordinator, or cannot answer now; true when asking again may help. */
    boolean isPassing(ErrorCode error, LeaderHint hint) {
        switch (error) {
            case ERROR_CODE_NOT_COORDINATOR, ERROR_CODE_UNKNOWN_SERVER_ERROR -> {
                coordinator = Coordinator.of(hint);
                return true;
            }
            case ERROR_CODE_COORDINATOR_LOADING,
                    ERROR_CODE_COORDINATOR_NOT_AVAILABLE,
                    ERROR_CODE_REQUEST_TIMED_OUT,
                    ERROR_CODE_OVERLOADED -> {
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    /**
     * Asks until there is a final answer, good or bad. A bad one says nothing of earlier attempts: when one of them may have
     * been carried out, the answer is told as a repetition.
     *
     * @throws TidemarkException when none came in time; its outcome is {@link Outcome#UNKNOWN} when an attempt may have been
     *     carried out
     */
    public <Q, R> AnyNodeCalls.Answer<R> ask(Question<Q, R> question, long timeoutMs) {
        long deadlineMs = MonotonicClock.nowMs() + timeoutMs;
        boolean isUnsure = false;
        String problem = "no coordinator is known";
        ErrorCode code = ErrorCode.ERROR_CODE_COORDINATOR_NOT_AVAILABLE;
        long leftMs = timeoutMs;
        while (leftMs > 0) {
            try {
                R answer = attempt(question.method(), question.request(), Math.min(leftMs, ATTEMPT_TIMEOUT_MS))
                        .get();
                code = question.errorOf().apply(answer);
                if (!isPassing(code, question.hintOf().apply(answer))) {
                    return new AnyNodeCalls.Answer<>(answer, isUnsure);
                }
                isUnsure |= code != ErrorCode.ERROR_CODE_COORDINATOR_LOADING
                        && code != ErrorCode.ERROR_CODE_COORDINATOR_NOT_AVAILABLE;
                problem = code.name();
            } catch (ExecutionException failed) {
                CallFault fault = CallFault.of(failed);
                if (!fault.isRetriable()) {
                    throw new TidemarkException(
                            fault.code(),
                            question.what() + ": " + fault.message(),
                            isUnsure ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN);
                }
                isUnsure = true;
                code = fault.code();
                problem = fault.message();
            } catch (TidemarkException notFound) {
                code = notFound.code();
                problem = String.valueOf(notFound.getMessage());
            } catch (InterruptedException interrupted) {
                throw new Pause(question.what()).interrupted();
            }
            new Pause(question.what()).between(PAUSE_MS, deadlineMs);
            leftMs = deadlineMs - MonotonicClock.nowMs();
        }
        throw new TidemarkException(
                code,
                question.what() + " did not succeed within " + timeoutMs + " ms: " + problem,
                isUnsure ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN);
    }

    private Coordinator find(long timeoutMs) {
        Coordinator known = coordinator;
        long deadlineMs = MonotonicClock.nowMs() + timeoutMs;
        while (known == null) {
            FindCoordinatorResponse answer = anyNode.ask(
                            new AnyNodeCalls.Question<>(
                                    "find the coordinator of group " + groupId,
                                    GroupServiceGrpc.getFindCoordinatorMethod(),
                                    FindCoordinatorRequest.newBuilder()
                                            .setGroupId(groupId)
                                            .build(),
                                    FindCoordinatorResponse::getError),
                            timeoutMs)
                    .value();
            known = Coordinator.of(answer.getCoordinator());
            coordinator = known;
            long leftMs = deadlineMs - MonotonicClock.nowMs();
            if (known == null && leftMs <= 0) {
                throw new TidemarkException(
                        ErrorCode.ERROR_CODE_COORDINATOR_NOT_AVAILABLE,
                        "group " + groupId + " has no coordinator: " + answer.getErrorMessage(),
                        Outcome.NOT_WRITTEN);
            }
            if (known == null) {
                new Pause("finding the coordinator").between(PAUSE_MS, deadlineMs);
            }
        }
        return known;
    }
}
