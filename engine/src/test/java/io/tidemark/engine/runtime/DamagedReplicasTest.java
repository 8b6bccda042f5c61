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
            damaged.found(KEY, epoch, List.of(1, 2));
            assertThat(damaged.takeRepairable(ledByTwo(epoch + 1, List.of(2)))).containsExactly(KEY);
        }
    }

    @Test
    void aReplicaBeginsAgainOnceForEachTimeItIsFound() {
        beginAgain(1);

        assertThat(damaged.takeRepairable(ledByTwo(9, List.of(2)))).isEmpty();
    }

    @Test
    void anOnlyCopyDoesNotBeginAgainWhileNobodyElseIsInSync() {
        damaged.found(KEY, 0, List.of(1));
        assertThat(damaged.takeRepairable(TestCluster.image(5, TestCluster.topic(TestCluster.lost(1, List.of(1))))))
                .isEmpty();

        assertThat(damaged.takeRepairable(ledByTwo(2, List.of(2)))).containsExactly(KEY);
    }

    @Test
    void aReplicaThatIsDamagedAgainAndAgainBeforeItIsInSyncIsGivenUp() {
        beginAgain(DamagedReplicas.ATTEMPTS_MAX);

        damaged.found(KEY, 9, List.of(1, 2));
        assertThat(damaged.takeRepairable(ledByTwo(10, List.of(2)))).isEmpty();
    }

    @Test
    void aReplicaThatWasInSyncAgainMayBeginAgain() {
        beginAgain(DamagedReplicas.ATTEMPTS_MAX);
        damaged.takeRepairable(ledByTwo(9, List.of(2, 1)));

        damaged.found(KEY, 9, List.of(1, 2));
        assertThat(damaged.takeRepairable(ledByTwo(10, List.of(2)))).containsExactly(KEY);
    }
}
