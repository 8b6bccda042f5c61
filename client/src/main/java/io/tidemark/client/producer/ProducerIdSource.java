// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.grpc.ManagedChannel;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.ThreadInbox;
import io.tidemark.client.metadata.UnaryCall;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.InitProducerIdRequest;
import io.tidemark.v1.InitProducerIdResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks one node after the other for a producer id until one hands it out. Sender thread only. */
final class ProducerIdSource {
    private static final int ATTEMPT_TIMEOUT_MS = 3_000;
    private static final int PAUSE_MS = 25;
    private static final int PAUSE_MAX_MS = 500;

    private final ClusterMetadata metadata;
    private final Connections connections;
    private final ThreadInbox inbox;
    private final Backoff backoff = new Backoff(PAUSE_MS, PAUSE_MAX_MS);
    private boolean isAsking;
    private int cursor;

    ProducerIdSource(ClusterMetadata metadata, Connections connections, ThreadInbox inbox) {
        this.metadata = metadata;
        this.connections = connections;
        this.inbox = inbox;
    }

    /** Hears on the sender thread what came of a question. */
    interface Listener {
        void onProducerId(long producerId, short producerEpoch);

        void onNoProducerId(String problem);
    }

    /** Asks unless it asks already or pauses. */
    void ask(long nowMs, Listener listener) {
        if (isAsking || !backoff.isOver(nowMs)) {
            return;
        }
        isAsking = true;
        List<NodeAddress> nodes = metadata.nodes();
        NodeAddress node = nodes.get(Math.floorMod(cursor++, nodes.size()));
        ManagedChannel channel = connections.channel(node, Lane.CONTROL);
        CompletableFuture<InitProducerIdResponse> answer = UnaryCall.start(
                channel,
                ProduceServiceGrpc.getInitProducerIdMethod(),
                InitProducerIdRequest.getDefaultInstance(),
                ATTEMPT_TIMEOUT_MS);
        UnaryCall.whenDone(answer, (response, failure) -> {
            dropIfBroken(node, channel, failure);
            inbox.add(() -> onDone(node, response, failure, listener));
        });
    }

    /** When {@link #ask} would ask again. */
    long nextAskMs(long nowMs) {
        return isAsking || backoff.isOver(nowMs) ? Long.MAX_VALUE : backoff.untilMs();
    }

    private void dropIfBroken(NodeAddress node, ManagedChannel channel, @Nullable Throwable failure) {
        if (failure != null && CallFault.of(failure).isConnectionFault()) {
            connections.drop(node, Lane.CONTROL, channel);
        }
    }

    private void onDone(
            NodeAddress node, @Nullable InitProducerIdResponse answer, @Nullable Throwable failure, Listener listener) {
        isAsking = false;
        if (answer != null && answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            backoff.reset();
            listener.onProducerId(answer.getProducerId(), (short) answer.getProducerEpoch());
            return;
        }
        backoff.onFailure(MonotonicClock.nowMs());
        String problem = failure != null ? CallFault.of(failure).message() : describe(answer);
        listener.onNoProducerId("no producer id from " + node + ": " + problem);
    }

    private static String describe(@Nullable InitProducerIdResponse answer) {
        return answer == null ? "no answer" : answer.getError() + " " + answer.getErrorMessage();
    }
}
