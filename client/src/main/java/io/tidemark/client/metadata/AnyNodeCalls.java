// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.grpc.MethodDescriptor;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Blocking calls that any node serves: asks one node after the other until one answers for good or the time is up.
 * Thread-safe.
 */
public final class AnyNodeCalls {
    /** A node that says nothing for so long is left for the next. */
    private static final int ATTEMPT_TIMEOUT_MS = 5_000;

    private static final int PAUSE_MS = 50;

    private final ClusterMetadata metadata;
    private final Connections connections;
    private volatile @Nullable NodeAddress lastGood;

    /** Calls to the nodes that {@code metadata} knows. */
    public AnyNodeCalls(ClusterMetadata metadata, Connections connections) {
        this.metadata = metadata;
        this.connections = connections;
    }

    /**
     * An answer.
     *
     * @param value the answer
     * @param isRepetition whether an earlier attempt may have been carried out too
     */
    public record Answer<R>(R value, boolean isRepetition) {}

    /**
     * What to ask.
     *
     * @param what the call in words, for messages: "create topic orders"
     * @param method the method
     * @param request the request
     * @param errorOf reads an answer's error code
     */
    public record Question<Q, R>(
            String what, MethodDescriptor<Q, R> method, Q request, Function<R, ErrorCode> errorOf) {}

    /**
     * Asks until there is a final answer, good or bad.
     *
     * @throws TidemarkException when no node gave one in time; its outcome is {@link Outcome#UNKNOWN} when an attempt may
     *     have been carried out
     */
    public <Q, R> Answer<R> ask(Question<Q, R> question, long timeoutMs) {
        long deadlineMs = MonotonicClock.nowMs() + timeoutMs;
        boolean isUnsure = false;
        Pause pause = new Pause(question.what());
        CallFault last = new CallFault(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, metadata.lastFault(), true, false);
        while (true) {
            for (NodeAddress node : nodesLastGoodFirst()) {
                long remainingMs = deadlineMs - MonotonicClock.nowMs();
                if (remainingMs <= 0) {
                    throw timedOut(question.what(), timeoutMs, last, isUnsure);
                }
                try {
                    R value = connections.ask(
                            node,
                            question.method(),
                            question.request(),
                            Math.min(remainingMs, ATTEMPT_TIMEOUT_MS),
                            pause);
                    ErrorCode error = question.errorOf().apply(value);
                    if (!isWorthAnotherNode(error)) {
                        lastGood = node;
                        return new Answer<>(value, isUnsure);
                    }
                    last = new CallFault(error, node + " answered " + error, true, false);
                    isUnsure = true;
                } catch (ExecutionException e) {
                    last = onFailure(node, question.what(), CallFault.of(e), isUnsure);
                    isUnsure = true;
                }
            }
            pause.between(PAUSE_MS, deadlineMs);
        }
    }

    private List<NodeAddress> nodesLastGoodFirst() {
        List<NodeAddress> nodes = metadata.nodes();
        NodeAddress best = lastGood;
        if (best != null && nodes.remove(best)) {
            nodes.add(0, best);
        }
        return nodes;
    }

    private static CallFault onFailure(NodeAddress node, String what, CallFault fault, boolean isUnsure) {
        if (!fault.isRetriable()) {
            throw new TidemarkException(
                    fault.code(), what + ": " + fault.message(), isUnsure ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN);
        }
        return new CallFault(fault.code(), node + " " + fault.message(), true, fault.isConnectionFault());
    }

    private static boolean isWorthAnotherNode(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNKNOWN_SERVER_ERROR,
                    ERROR_CODE_REQUEST_TIMED_OUT,
                    ERROR_CODE_OVERLOADED,
                    ERROR_CODE_NOT_CONTROLLER,
                    ERROR_CODE_QUORUM_UNAVAILABLE,
                    ERROR_CODE_STALE_CONTROLLER,
                    UNRECOGNIZED -> true;
            default -> false;
        };
    }

    private static TidemarkException timedOut(String what, long timeoutMs, CallFault last, boolean isUnsure) {
        return new TidemarkException(
                last.code(),
                what + " did not succeed within " + timeoutMs + " ms: " + last.message()
                        + "; check that the cluster runs and has a quorum",
                isUnsure ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN);
    }
}
