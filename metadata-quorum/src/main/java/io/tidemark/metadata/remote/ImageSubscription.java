// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.stub.ServerCallStreamObserver;
import io.tidemark.v1.ControllerHint;
import io.tidemark.v1.FollowMetadataResponse;
import io.tidemark.v1.ImageRecord;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One follower of the image. Used by the pushing thread only. Sends only while the transport takes it, so a slow follower
 * costs no memory: what it missed is read from the feed later, or replaced by the whole image.
 */
final class ImageSubscription {
    private final ServerCallStreamObserver<FollowMetadataResponse> observer;
    private final ImageFeed feed;
    private final Supplier<ImageRecord> encodedImage;
    private long sentIndex;
    private long sentNanos;
    private @Nullable ControllerHint sentHint;

    ImageSubscription(
            ServerCallStreamObserver<FollowMetadataResponse> observer,
            ImageFeed feed,
            Supplier<ImageRecord> encodedImage,
            long fromIndex) {
        this.observer = observer;
        this.feed = feed;
        this.encodedImage = encodedImage;
        this.sentIndex = fromIndex;
    }

    /** Sends what is new, and a sign of life when nothing was sent for a while. */
    void pump(ControllerHint hint, long nowNanos, long signOfLifeNanos) {
        while (observer.isReady()) {
            List<FeedStep> steps = feed.since(sentIndex);
            if (steps == null) {
                ImageRecord image = encodedImage.get();
                send(FollowMetadataResponse.newBuilder().setImage(image), hint, nowNanos);
                sentIndex = image.getIndex();
            } else if (steps.isEmpty()) {
                break;
            } else {
                sendSteps(steps, hint, nowNanos);
            }
        }
        boolean due = !hint.equals(sentHint) || nowNanos - sentNanos >= signOfLifeNanos;
        if (due && observer.isReady()) {
            send(FollowMetadataResponse.newBuilder(), hint, nowNanos);
        }
    }

    private void sendSteps(List<FeedStep> steps, ControllerHint hint, long nowNanos) {
        for (FeedStep step : steps) {
            if (!observer.isReady()) {
                return;
            }
            send(FollowMetadataResponse.newBuilder().setDelta(step.encoded()), hint, nowNanos);
            sentIndex = step.delta().toIndex();
        }
    }

    private void send(FollowMetadataResponse.Builder response, ControllerHint hint, long nowNanos) {
        observer.onNext(response.setController(hint).build());
        sentHint = hint;
        sentNanos = nowNanos;
    }
}
