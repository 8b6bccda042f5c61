// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import org.junit.jupiter.api.Test;

class PartitionCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void saysWhereAPartitionMoves() {
        cluster.create("orders", 1, 3);
        CommandRun run = CommandRun.of(cluster, "partition", "reassign", "orders", "0", "--replicas", "2,3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Replicas: [2, 3]").contains("Adding: [2, 3]");
    }

    @Test
    void saysWhyItDoesNot() {
        CommandRun run = CommandRun.of(cluster, "partition", "reassign", "nothing", "0", "--replicas", "2,3");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("there is no such partition");
    }

    @Test
    void needsATargetOrACancellation() {
        assertThat(CommandRun.of(cluster, "partition", "reassign", "orders", "0")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void addsPartitions() {
        cluster.create("orders", 1, 3);
        CommandRun run = CommandRun.of(cluster, "partition", "add", "orders", "--to", "4");

        assertThat(run.exitCode()).isZero();
        assertThat(cluster.topic("orders").getPartitionsCount()).isEqualTo(4);
    }
}
