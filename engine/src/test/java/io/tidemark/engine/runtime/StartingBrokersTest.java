// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.FeatureLevel;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class StartingBrokersTest {
    private final ManualClock clock = new ManualClock();
    private final StartingBrokers starting = new StartingBrokers(clock);
    private ClusterImage image = ClusterImage.EMPTY;

    private void show(BrokerImage... brokers) {
        TreePMap<Integer, BrokerImage> byId = TreePMap.empty();
        for (BrokerImage broker : brokers) {
            byId = byId.plus(broker.brokerId(), broker);
        }
        ClusterImage shown = new ClusterImage(
                image.index() + 1,
                "test",
                byId,
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
        starting.onImage(image, shown, ClusterImages.diff(image, shown));
        image = shown;
    }

    @Test
    void nobodyWaitsWhereAllMayLead() {
        show(TestCluster.broker(1, false), TestCluster.broker(2, false));

        assertThat(starting.settled()).isDone();
    }

    @Test
    void whoPlacesReplicasWaitsForABrokerThatHasJustRegistered() {
        show(TestCluster.broker(1, false), TestCluster.broker(2, true));
        CompletableFuture<Void> settled = starting.settled();
        assertThat(settled).isNotDone();

        show(TestCluster.broker(1, false), TestCluster.broker(2, false));
        assertThat(settled).isDone();
    }

    @Test
    void nobodyWaitsForABrokerThatDoesNotCome() {
        show(TestCluster.broker(1, false), TestCluster.broker(2, true));
        clock.advance(2_000);

        assertThat(starting.settled()).isDone();
    }
}
