// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Broker 4 held a replica of partition 0, which {@link TestCluster} gives to brokers 1, 2 and 3. */
class RemovedReplicasTest {
    private static final PartitionKey KEY = new PartitionKey(TestCluster.TOPIC_ID, 0);

    private final RemovedReplicas removed = new RemovedReplicas(4);
    private final ClusterImage withoutBroker4 =
            TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 7, 9, List.of(1))));

    @Test
    void deletesAfterTheDelayWhatIsNotAssigned() {
        removed.onRemoved(KEY, 7, 100);

        assertThat(removed.takeDue(withoutBroker4, 100 + RemovedReplicas.DELAY_MS - 1))
                .isEmpty();
        assertThat(removed.takeDue(withoutBroker4, 100 + RemovedReplicas.DELAY_MS))
                .containsExactly(KEY);
        assertThat(removed.takeDue(withoutBroker4, 100 + 2 * RemovedReplicas.DELAY_MS))
                .isEmpty();
    }

    @Test
    void keepsWhatIsAssignedAgain() {
        removed.onRemoved(KEY, 7, 0);
        removed.forget(KEY);

        assertThat(removed.takeDue(withoutBroker4, RemovedReplicas.DELAY_MS)).isEmpty();
    }

    @Test
    void keepsWhatTheImageStillOrAgainAssigns() {
        removed.onRemoved(KEY, 7, 0);
        PartitionImage back = new PartitionImage(
                List.of(4, 1),
                List.of(),
                List.of(),
                List.of(1),
                List.of(),
                List.of(),
                1,
                8,
                12,
                1,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);

        assertThat(removed.takeDue(TestCluster.image(6, TestCluster.topic(back)), RemovedReplicas.DELAY_MS))
                .isEmpty();
    }

    @Test
    void deletesNothingOnTheWordOfAnOlderImage() {
        removed.onRemoved(KEY, 8, 0);

        assertThat(removed.takeDue(withoutBroker4, RemovedReplicas.DELAY_MS)).isEmpty();
    }

    @Test
    void deletesNothingBecauseTheTopicIsAbsent() {
        removed.onRemoved(KEY, 7, 0);

        assertThat(removed.takeDue(TestCluster.image(6), RemovedReplicas.DELAY_MS))
                .isEmpty();
    }
}
