// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.stub.ServerCallStreamObserver;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.ControllerHint;
import io.tidemark.v1.FollowMetadataResponse;
import io.tidemark.v1.ImageRecord;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pushes the image to its followers on one thread of its own, so that applying the log never waits for a network. */
final class ImagePusher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImagePusher.class);
    private static final long SIGN_OF_LIFE_MS = 500;
    private static final long SILENT_MIN_MS = 250;

    private final ImageFeed feed;
    private final Supplier<ControllerHint> hint;
    private final LoopThread thread;
    private final Runnable waker = this::kick;
    private final AtomicBoolean kicked = new AtomicBoolean();
    private final Set<ImageSubscription> subscriptions = new LinkedHashSet<>();
    private @Nullable ImageRecord encoded;

    ImagePusher(String name, ImageFeed feed, Supplier<ControllerHint> hint) {
        this.feed = feed;
        this.hint = hint;
        this.thread = new LoopThread(name);
        feed.addWaker(waker);
        thread.every(SIGN_OF_LIFE_MS, this::pumpAll);
    }

    /** Adds a follower. Called while the call is being opened, so that its handlers can be set. */
    void subscribe(ServerCallStreamObserver<FollowMetadataResponse> observer, long fromIndex) {
        ImageSubscription subscription = new ImageSubscription(observer, feed, this::encodedImage, fromIndex);
        observer.setOnCancelHandler(() -> thread.offer(() -> subscriptions.remove(subscription)));
        observer.setOnReadyHandler(() -> thread.offer(() -> pump(subscription)));
        thread.offer(() -> {
            subscriptions.add(subscription);
            pump(subscription);
        });
    }

    @Override
    public void close() {
        feed.removeWaker(waker);
        thread.close();
    }

    private void kick() {
        if (kicked.compareAndSet(false, true)) {
            thread.offer(() -> {
                kicked.set(false);
                pumpAll();
            });
        }
    }

    private void pumpAll() {
        Set.copyOf(subscriptions).forEach(this::pump);
    }

    private void pump(ImageSubscription subscription) {
        try {
            subscription.pump(hint.get(), System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(SILENT_MIN_MS));
        } catch (RuntimeException e) {
            LOG.debug("a follower of the image is gone", e);
            subscriptions.remove(subscription);
        }
    }

    private ImageRecord encodedImage() {
        ClusterImage image = feed.image();
        ImageRecord made = encoded;
        if (made == null || made.getIndex() != image.index()) {
            made = MetadataCodec.toProto(image);
            encoded = made;
        }
        return made;
    }
}
