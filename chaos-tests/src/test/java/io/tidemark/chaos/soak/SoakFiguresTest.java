// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class SoakFiguresTest {
    private final FencingCount fencings = new FencingCount();

    @Test
    void theBoundsHoldOnlyWithoutErrorsAndFencingsAndWithFewElections() {
        assertThat(figures(10, 0, 0, 2).hold()).isTrue();
        assertThat(figures(0, 0, 0, 0).hold()).isFalse();
        assertThat(figures(10, 1, 0, 0).hold()).isFalse();
        assertThat(figures(10, 0, 1, 0).hold()).isFalse();
        assertThat(figures(10, 0, 0, 3).hold()).isFalse();
        assertThat(figures(10, 0, 0, 3).lines())
                .contains("spurious elections of the quorum's leader: 3 (bound 2)", "A BOUND IS BROKEN");
    }

    @Test
    void aBrokerThatWasAliveAndIsFencedIsCountedOnce() {
        move(image(5, false), image(5, true));
        move(image(5, true), image(5, true));
        move(image(5, true), image(5, false));
        assertThat(fencings.count()).isEqualTo(1);
    }

    @Test
    void aFencingThatCameMergedWithTheNextLifeIsSeenByIt() {
        move(image(5, false), image(9, false));
        assertThat(fencings.count()).isEqualTo(1);
    }

    private void move(ClusterImage before, ClusterImage after) {
        fencings.onImage(before, after, ClusterDelta.empty(1, 2));
    }

    private static SoakFigures figures(long acknowledged, long failed, long fencings, long elections) {
        return new SoakFigures(acknowledged, failed, 40, fencings, elections, 2);
    }

    private static ClusterImage image(long brokerEpoch, boolean fenced) {
        BrokerImage broker = new BrokerImage(
                1,
                brokerEpoch,
                new UUID(1, brokerEpoch),
                new Endpoint("h", 1),
                "",
                new UUID(2, 1),
                fenced,
                false,
                false,
                new UUID(3, 1),
                FeatureLevel.LATEST);
        return new ClusterImage(
                1,
                "c",
                TreePMap.singleton(1, broker),
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
    }
}
