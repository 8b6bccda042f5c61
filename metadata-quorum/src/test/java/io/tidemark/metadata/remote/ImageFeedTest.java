// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ImageFeedTest {
    private final ImageFeed feed = new ImageFeed();

    @Test
    void remembersTheChangesAfterAnIndex() {
        publish(3);
        publish(5);
        publish(6);

        assertThat(feed.since(5)).extracting(step -> step.delta().toIndex()).containsExactly(6L);
        assertThat(feed.since(3)).extracting(step -> step.delta().toIndex()).containsExactly(5L, 6L);
        assertThat(feed.since(4)).extracting(step -> step.delta().toIndex()).containsExactly(5L, 6L);
        assertThat(feed.since(6)).isEmpty();
        assertThat(feed.since(99)).isEmpty();
    }

    @Test
    void onlyTheWholeImageHelpsAFollowerThatHasNothingOrIsTooFarBehind() {
        feed.reset(imageAt(100));
        publish(101);

        assertThat(feed.since(-1)).isNull();
        assertThat(feed.since(99)).isNull();
        assertThat(feed.since(100)).hasSize(1);
    }

    @Test
    void forgetsOldChangesInsteadOfGrowing() {
        for (int index = 0; index < 10_000; index++) {
            publish(index);
        }
        assertThat(feed.since(100)).isNull();
        assertThat(feed.since(9_000)).hasSize(999);
    }

    @Test
    void wakesItsFollowersOnEveryChange() {
        AtomicInteger wakes = new AtomicInteger();
        Runnable waker = wakes::incrementAndGet;
        feed.addWaker(waker);
        publish(1);
        feed.reset(imageAt(7));
        feed.removeWaker(waker);
        publish(8);
        assertThat(wakes).hasValue(2);
    }

    private void publish(long index) {
        ClusterDelta delta = ClusterDelta.empty(feed.image().index(), index);
        feed.publish(ClusterImages.apply(feed.image(), delta), delta);
    }

    private static ClusterImage imageAt(long index) {
        return ClusterImages.apply(ClusterImage.EMPTY, ClusterDelta.empty(-1, index));
    }
}
