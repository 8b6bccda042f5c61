// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.BrokerHeartbeatsRequest;
import io.tidemark.v1.BrokerHeartbeatsResponse;
import io.tidemark.v1.BrokerLife;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The broker's heartbeat stream: one heartbeat is open at a time, and it follows the controller until it is answered or
 * the next one takes its place. Everything runs on the owner's thread.
 */
final class HeartbeatStream {
    private static final long RETRY_MS = 25;
    private static final int MISSED_MAX = 2;

    private final String clusterId;
    private final QuorumChannels channels;
    private final ControllerLocator locator;
    private final LoopThread owner;
    private long sequence;
    private @Nullable Open open;
    private @Nullable Stream stream;

    HeartbeatStream(String clusterId, QuorumChannels channels, ControllerLocator locator, LoopThread owner) {
        this.clusterId = clusterId;
        this.channels = channels;
        this.locator = locator;
        this.owner = owner;
    }

    private record Open(long sequence, Heartbeat heartbeat, CompletableFuture<HeartbeatAnswer> answer) {}

    void send(Heartbeat heartbeat, CompletableFuture<HeartbeatAnswer> answer) {
        fail("the next heartbeat was due before this one was answered");
        open = new Open(++sequence, heartbeat, answer);
        Stream current = stream;
        if (current == null) {
            connect();
        } else if (current.missed()) {
            abandon(current);
            connect();
        } else {
            current.transmit();
        }
    }

    void close() {
        fail("the client was closed");
        Stream current = stream;
        if (current != null) {
            stream = null;
            current.cancel();
        }
    }

    private void connect() {
        if (open == null || stream != null) {
            return;
        }
        Stream opened = new Stream(locator.target());
        stream = opened;
        channels.stub(opened.endpoint).brokerHeartbeats(opened);
        opened.transmit();
    }

    private void abandon(Stream silent) {
        stream = null;
        locator.failed(silent.endpoint);
        silent.cancel();
    }

    private void connectIn(long delayMs) {
        owner.after(delayMs, this::connect);
    }

    private void fail(String why) {
        Open unanswered = open;
        open = null;
        if (unanswered != null) {
            unanswered.answer.completeExceptionally(new IOException(why));
        }
    }

    private final class Stream implements ClientResponseObserver<BrokerHeartbeatsRequest, BrokerHeartbeatsResponse> {
        private final Endpoint endpoint;
        private @Nullable ClientCallStreamObserver<BrokerHeartbeatsRequest> requests;
        private int unanswered;

        Stream(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<BrokerHeartbeatsRequest> call) {
            requests = call;
        }

        /** Whether so many heartbeats went unanswered that the node must be taken for silent. */
        boolean missed() {
            return unanswered >= MISSED_MAX;
        }

        void transmit() {
            Open heartbeat = open;
            ClientCallStreamObserver<BrokerHeartbeatsRequest> call = requests;
            if (heartbeat == null || call == null) {
                return;
            }
            unanswered++;
            Heartbeat beat = heartbeat.heartbeat;
            call.onNext(BrokerHeartbeatsRequest.newBuilder()
                    .setClusterId(clusterId)
                    .setBroker(BrokerLife.newBuilder()
                            .setBrokerId(beat.broker().brokerId())
                            .setBrokerEpoch(beat.broker().brokerEpoch()))
                    .setAppliedIndex(beat.appliedIndex())
                    .setWantUnfence(beat.wantUnfence())
                    .setWantShutdown(beat.wantShutdown())
                    .setSequence(heartbeat.sequence)
                    .build());
        }

        void cancel() {
            ClientCallStreamObserver<BrokerHeartbeatsRequest> call = requests;
            if (call != null) {
                call.cancel("the heartbeat stream moves", null);
            }
        }

        @Override
        public void onNext(BrokerHeartbeatsResponse response) {
            if (stream != this) {
                return;
            }
            unanswered = 0;
            if (response.getError() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
                stream = null;
                cancel();
                locator.refused(endpoint);
                connectIn(locator.learn(response.getController(), endpoint) ? 0 : RETRY_MS);
                return;
            }
            Open answered = open;
            if (answered != null && answered.sequence == response.getSequence()) {
                open = null;
                answered.answer.complete(new HeartbeatAnswer(
                        response.getError(),
                        response.getFenced(),
                        response.getMayShutDown(),
                        response.getLeaseMs(),
                        response.getMetadataIndex()));
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (stream == this) {
                stream = null;
                locator.failed(endpoint);
                connectIn(RETRY_MS);
            }
        }

        @Override
        public void onCompleted() {
            onError(Status.UNAVAILABLE.asException());
        }
    }
}
