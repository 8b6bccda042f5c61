// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class DamagedReplicasTest {
    private static final PartitionKey KEY = new PartitionKey(TestCluster.TOPIC_ID, 0);
    private final DamagedReplicas damaged = new DamagedReplicas(1);

    private static ClusterImage ledByTwo(int leaderEpoch, List<Integer> isr) {
        return TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, leaderEpoch, leaderEpoch, isr)));
    }

    private void beginAgain(int times) {
        for (int epoch = 0; epoch < times; epoch++) {
            assertThat(damaged.found(KEY, epoch)).isTrue();
            assertThat(damaged.takeRepairable(ledByTwo(epoch + 1, List.of(2)))).containsExactly(KEY);
        }
    }

    @Test
    void aReplicaBeginsAgainOnceForEachTimeItIsFound() {
        beginAgain(1);

        assertThat(damaged.takeRepairable(ledByTwo(9, List.of(2)))).isEmpty();
    }

    @Test
    void aReplicaThatIsDamagedAgainAndAgainBeforeItIsInSyncIsGivenUp() {
        beginAgain(DamagedReplicas.ATTEMPTS_MAX);

        assertThat(damaged.found(KEY, 9)).isFalse();
        assertThat(damaged.takeRepairable(ledByTwo(10, List.of(2)))).isEmpty();
    }

    @Test
    void aReplicaThatWasInSyncAgainMayBeginAgain() {
        beginAgain(DamagedReplicas.ATTEMPTS_MAX);
        damaged.takeRepairable(ledByTwo(9, List.of(2, 1)));

        assertThat(damaged.found(KEY, 9)).isTrue();
        assertThat(damaged.takeRepairable(ledByTwo(10, List.of(2)))).containsExactly(KEY);
    }
}
