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
    void aLimitGoesWithTheMove() {
        cluster.create("orders", 1, 3);
        CommandRun run = CommandRun.of(
                cluster, "partition", "reassign", "orders", "0", "--replicas", "2,3", "--throttle", "1000000");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Throttle: 1000000 B/s");
        assertThat(CommandRun.of(cluster, "partition", "reassign", "orders", "0", "--replicas", "2", "--throttle", "0")
                        .err())
                .contains("from 1");
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--verify", "--throttle", "1000")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void movesOneReplicaAndLeavesTheOthers() {
        cluster.create("orders", 1, 2);

        CommandRun run = CommandRun.of(cluster, "partition", "move", "orders", "0", "--from", "2", "--to", "3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Replicas: [1, 3]");
    }

    @Test
    void refusesAMoveFromWhereNoReplicaIsOrToWhereOneIs() {
        cluster.create("orders", 1, 2);

        for (String to : new String[] {"1", "2"}) {
            CommandRun run = CommandRun.of(cluster, "partition", "move", "orders", "0", "--from", "2", "--to", to);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("the replicas of orders-0 are on brokers [1, 2]");
        }
        assertThat(CommandRun.of(cluster, "partition", "move", "orders", "0", "--from", "3", "--to", "1")
                        .err())
                .contains("--from names one of them");
        assertThat(CommandRun.of(cluster, "partition", "move", "orders", "5", "--from", "2", "--to", "3")
                        .err())
                .contains("has no partition 5");
        CommandRun unknown = CommandRun.of(cluster, "partition", "move", "nothing", "0", "--from", "2", "--to", "3");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("there is no topic nothing");
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
    void plansWhatBringsReplicasBackToTheirRacks() {
        cluster.create("orders", 2, 2);
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--plan").out())
                .contains("nothing to move");

        cluster.breakRacks("orders", 1);
        CommandRun plan = CommandRun.of(cluster, "partition", "reassign", "--plan");
        assertThat(plan.exitCode()).isZero();
        assertThat(plan.out()).contains("Topic: orders  Partition: 1  New replicas: [1, 3]");
        assertThat(CommandRun.of(cluster, "topic", "describe", "orders").out()).contains("Racks: too few");

        CommandRun done = CommandRun.of(cluster, "partition", "reassign", "--plan", "--execute");
        assertThat(done.exitCode()).isZero();
        assertThat(done.out()).contains("Adding: [1, 3]");
    }

    @Test
    void showsMovesThatAreUnderWayUntilThereAreNone() {
        cluster.create("orders", 2, 2);
        CommandRun none = CommandRun.of(cluster, "partition", "reassign", "--verify");
        assertThat(none.exitCode()).isZero();
        assertThat(none.out()).contains("No move is under way.");

        cluster.move("orders", 1, 3);
        CommandRun some = CommandRun.of(cluster, "partition", "reassign", "--verify");
        assertThat(some.exitCode()).isEqualTo(1);
        assertThat(some.out()).contains("Partition: 1").contains("In sync: 0 of 1 new");
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--verify", "-o", "json")
                        .out())
                .contains("\"adding\"");
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--cancel").out())
                .contains("Topic: orders  Partition: 1");
    }

    @Test
    void saysWhatGoesTogether() {
        assertThat(CommandRun.of(cluster, "partition", "reassign", "orders", "0", "--plan")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--replicas", "1")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "partition", "reassign", "--verify", "--execute")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void addsPartitions() {
        cluster.create("orders", 1, 3);
        CommandRun run = CommandRun.of(cluster, "topic", "add-partitions", "orders", "--to", "4");

        assertThat(run.exitCode()).isZero();
        assertThat(cluster.topic("orders").getPartitionsCount()).isEqualTo(4);
    }
}
