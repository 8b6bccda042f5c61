// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static io.tidemark.metadata.control.TestCluster.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class RackSpreadTest {
    private final TestCluster cluster = new TestCluster();

    RackSpreadTest() {
        for (int id = 0; id < 6; id++) {
            cluster.start(id, "rack-" + id / 2);
        }
    }

    @Test
    void automaticPlacementNeedsNoRepair() {
        cluster.ok(new CreateTopic("orders", TOPIC, 12, 3, TestCluster.configs(), List.of()));
        assertThat(RackSpread.broken(cluster.image)).isEmpty();
        assertThat(RackSpread.plan(cluster.image)).isEmpty();
    }

    @Test
    void oneReplicaMovesForEachRackThatIsMissingAndTheLeaderStays() {
        create(List.of(List.of(0, 1, 2), List.of(0, 2, 4)));
        assertThat(RackSpread.broken(cluster.image)).containsExactly(P0);
        assertThat(RackSpread.plan(cluster.image)).containsExactly(new ReplicaChange(P0, List.of(0, 5, 2)));
    }

    @Test
    void thePlanEndsWithNothingBroken() {
        create(List.of(List.of(0, 1), List.of(2, 3), List.of(4, 5), List.of(5, 4)));
        cluster.ok(new ReassignPartitions(RackSpread.plan(cluster.image)));
        assertThat(RackSpread.broken(cluster.image)).isEmpty();
    }

    @Test
    void moreReplicasThanRacksAreNotBroken() {
        create(List.of(List.of(0, 1, 2, 4), List.of(0, 1, 2, 3)));
        assertThat(RackSpread.broken(cluster.image))
                .extracting(key -> key.partition())
                .containsExactly(1);
    }

    @Test
    void whatNoLiveBrokerAllowsIsLeftAsItIs() {
        create(List.of(List.of(0, 1, 2)));
        cluster.fence(4, 5);
        assertThat(RackSpread.broken(cluster.image)).isEmpty();
    }

    private void create(List<List<Integer>> assignment) {
        cluster.ok(new CreateTopic("orders", TOPIC, 0, 0, TestCluster.configs(), assignment));
    }
}
