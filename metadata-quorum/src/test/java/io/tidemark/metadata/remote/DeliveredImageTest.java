// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.FollowMetadataResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveredImageTest {
    private final DeliveredImage delivered = new DeliveredImage("c1");
    private final List<String> told = new ArrayList<>();

    @Test
    void takesAnImageAndTheChangesAfterIt() {
        listen();
        assertThat(delivered.apply(image(5))).isTrue();
        assertThat(delivered.apply(delta(5, 7))).isTrue();
        assertThat(told).containsExactly("-1>5", "5>7");
    }

    @Test
    void ignoresWhatDoesNotLeadBeyondItsIndex() {
        delivered.apply(image(5));
        listen();
        assertThat(delivered.apply(image(5))).isTrue();
        assertThat(delivered.apply(delta(3, 4))).isTrue();
        assertThat(delivered.apply(image(4))).isTrue();
        assertThat(delivered.image().index()).isEqualTo(5);
        assertThat(told).containsExactly("-1>5");
    }

    @Test
    void takesAChangeThatOverlaps() {
        delivered.apply(image(5));
        assertThat(delivered.apply(delta(3, 6))).isTrue();
        assertThat(delivered.image().index()).isEqualTo(6);
    }

    @Test
    void asksAgainWhenAChangeIsMissing() {
        delivered.apply(image(5));
        assertThat(delivered.apply(delta(6, 7))).isFalse();
        assertThat(delivered.image().index()).isEqualTo(5);
    }

    @Test
    void ignoresTheImageOfAnotherCluster() {
        ClusterImage other = new ClusterImage(
                9,
                "c2",
                ClusterImage.EMPTY.brokers(),
                ClusterImage.EMPTY.topics(),
                ClusterImage.EMPTY.topicIds(),
                ClusterImage.EMPTY.clusterConfigs(),
                0,
                FeatureLevel.LATEST);
        delivered.apply(FollowMetadataResponse.newBuilder()
                .setImage(MetadataCodec.toProto(other))
                .build());
        assertThat(delivered.image()).isEqualTo(ClusterImage.EMPTY);
    }

    @Test
    void aListenerThatFailsDoesNotKeepTheImageFromTheOthers() {
        delivered.add((before, after, delta) -> {
            throw new IllegalStateException("planted");
        });
        listen();
        delivered.apply(image(1));
        assertThat(told).containsExactly("-1>1");
    }

    private void listen() {
        delivered.add((before, after, delta) -> told.add(before.index() + ">" + after.index()));
    }

    private static FollowMetadataResponse image(long index) {
        ClusterImage image = ClusterImages.apply(ClusterImage.EMPTY, ClusterDelta.empty(-1, index));
        return FollowMetadataResponse.newBuilder()
                .setImage(MetadataCodec.toProto(image))
                .build();
    }

    private static FollowMetadataResponse delta(long from, long to) {
        return FollowMetadataResponse.newBuilder()
                .setDelta(MetadataCodec.toProto(ClusterDelta.empty(from, to)))
                .build();
    }
}
