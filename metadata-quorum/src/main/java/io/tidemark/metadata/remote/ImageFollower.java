// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerHint;
import io.tidemark.v1.FollowMetadataRequest;
import io.tidemark.v1.FollowMetadataResponse;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the image on one stream, from the controller when it is known and from any other node otherwise. A node that is
 * silent, fails, or knows no controller for long is left for the next. Everything runs on the owner's thread.
 */
final class ImageFollower {
    private static final Logger LOG = LoggerFactory.getLogger(ImageFollower.class);
    private static final long RETRY_MS = 25;
    private static final long WATCH_MS = 250;
    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1600);
    private static final long LEADERLESS_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String clusterId;
    private final QuorumChannels channels;
    private final ControllerLocator locator;
    private final LoopThread owner;
    private final ImageSink sink;
    private @Nullable Stream stream;
    private boolean closed;

    ImageFollower(
            String clusterId, QuorumChannels channels, ControllerLocator locator, LoopThread owner, ImageSink sink) {
        this.clusterId = clusterId;
        this.channels = channels;
        this.locator = locator;
        this.owner = owner;
        this.sink = sink;
    }

    /** Takes the steps, elsewhere. */
    interface ImageSink {
        /** Index from which the next stream must continue. Any thread. */
        long appliedIndex();

        /** A step came; {@code taken} is to be run when it was applied and the next may come. */
        void onStep(FollowMetadataResponse step, Runnable taken);
    }

    void start() {
        connect();
        owner.every(WATCH_MS, this::watch);
    }

    void close() {
        closed = true;
        leave();
    }

    /** Starts over from the applied index: a step was missing or could not be read. */
    void resume() {
        leave();
        connectSoon();
    }

    private void restart() {
        leave();
        connect();
    }

    private void connectSoon() {
        owner.after(RETRY_MS, this::connect);
    }

    private void connect() {
        if (closed || stream != null) {
            return;
        }
        Stream opened = new Stream(locator.target());
        stream = opened;
        channels.stub(opened.endpoint)
                .followMetadata(
                        FollowMetadataRequest.newBuilder()
                                .setClusterId(clusterId)
                                .setFromIndex(sink.appliedIndex())
                                .build(),
                        opened);
    }

    private void leave() {
        Stream left = stream;
        stream = null;
        if (left != null) {
            left.cancel();
        }
    }

    private void watch() {
        Stream current = stream;
        if (current == null || current.taking) {
            return;
        }
        long now = System.nanoTime();
        if (now - current.heardNanos > SILENCE_NANOS || now - current.leaderSeenNanos > LEADERLESS_NANOS) {
            LOG.info("metadata stream from {} is left: it is silent or knows no controller", current.endpoint);
            locator.failed(current.endpoint);
            restart();
        }
    }

    private final class Stream implements ClientResponseObserver<FollowMetadataRequest, FollowMetadataResponse> {
        private final Endpoint endpoint;
        private @Nullable ClientCallStreamObserver<FollowMetadataRequest> call;
        private ControllerHint hint = ControllerHint.getDefaultInstance();
        private long heardNanos = System.nanoTime();
        private boolean taking;
        private long leaderSeenNanos = heardNanos;

        Stream(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<FollowMetadataRequest> started) {
            call = started;
            started.disableAutoRequestWithInitial(1);
        }

        void cancel() {
            ClientCallStreamObserver<FollowMetadataRequest> started = call;
            if (started != null) {
                started.cancel("the metadata stream moves", null);
            }
        }

        @Override
        public void onNext(FollowMetadataResponse step) {
            if (stream != this) {
                return;
            }
            heardNanos = System.nanoTime();
            taking = true;
            sink.onStep(step, () -> owner.offer(this::requestNext));
            ControllerHint heard = step.getController();
            if (heard.hasEndpoint()) {
                leaderSeenNanos = heardNanos;
            }
            // One that was not believed when it came, because the node had just failed, may be true now.
            if (!heard.equals(hint) || locator.controllerId() < 0) {
                hint = heard;
                if (locator.learn(heard, endpoint)) {
                    restart();
                }
            }
        }

        private void requestNext() {
            ClientCallStreamObserver<FollowMetadataRequest> started = call;
            if (stream == this && started != null) {
                taking = false;
                heardNanos = System.nanoTime();
                started.request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (stream == this) {
                LOG.debug("metadata stream from {} broke", endpoint, failure);
                stream = null;
                locator.failed(endpoint);
                connectSoon();
            }
        }

        @Override
        public void onCompleted() {
            onError(Status.UNAVAILABLE.asException());
        }
    }
}
