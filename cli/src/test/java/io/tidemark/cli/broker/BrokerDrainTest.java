// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.v1.Reassignment;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerDrainTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void theLeadGoesToOtherInSyncReplicas() {
        cluster.create("orders", 3, 3);

        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--wait");

        assertThat(run.out()).isEqualTo("Broker 1 leads nothing.\n");
        assertThat(run.exitCode()).isZero();
        assertThat(cluster.topic("orders").getPartitionsList())
                .noneMatch(partition -> partition.getLeader() == 1)
                .allMatch(partition -> partition.getIsrList().contains(1));
        assertThat(CommandRun.of(cluster, "broker", "list").out()).contains("drained");
    }

    @Test
    void whatKeepsItIsNamedForEachPartition() {
        cluster.create("lonely", 1, 1);
        cluster.create("orders", 1, 3);
        cluster.create("payments", 1, 2);
        cluster.change("orders", 0, partition -> partition.clearIsr().addIsr(1));
        cluster.drained.add(2);

        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out().lines())
                .containsExactly(
                        "partition lonely-0 has no other replica that could lead it",
                        "partition orders-0 has no other replica in sync",
                        "partition payments-0 has in sync only replicas that are drained or stopping too");
    }

    @Test
    void aDryRunSaysWhatWouldMoveAndChangesNothing() {
        cluster.brokerCount = 4;
        cluster.create("lonely", 1, 1);
        cluster.create("orders", 2, 3);

        CommandRun leaders = CommandRun.of(cluster, "broker", "drain", "1", "--dry-run");
        CommandRun replicas = CommandRun.of(cluster, "broker", "drain", "1", "--replicas", "--dry-run");

        assertThat(leaders.out().lines())
                .containsExactly(
                        "would have partition orders-0 led by broker 2",
                        "partition lonely-0 has no other replica that could lead it: it would stay");
        assertThat(leaders.exitCode()).isEqualTo(3);
        assertThat(replicas.out().lines())
                .containsExactly(
                        "would have partition orders-0 led by broker 2",
                        "would move partition lonely-0 to replicas [2]",
                        "would move partition orders-0 to replicas [2, 3, 4]");
        assertThat(replicas.exitCode()).isZero();
        assertThat(cluster.drained).isEmpty();
        assertThat(cluster.moves).isEmpty();
    }

    @Test
    void replicasMoveWithTheLimitAndThoseWithoutRoomAreNamed() {
        cluster.brokerCount = 4;
        cluster.create("everywhere", 1, 4);
        cluster.create("orders", 1, 3);

        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--replicas", "--throttle", "5000");

        assertThat(cluster.moves)
                .first()
                .isEqualTo(Reassignment.newBuilder()
                        .setTopic("orders")
                        .addAllReplicas(List.of(2, 3, 4))
                        .setThrottleBytesPerS(5_000)
                        .build());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out())
                .contains("partition everywhere-0 has a replica here and no other live broker has room for it");
    }

    @Test
    void replicasOnTheirWayAreNotYetGone() {
        cluster.create("orders", 1, 1);
        cluster.change(
                "orders", 0, partition -> partition.addReplicas(2).addAdding(2).addRemoving(1));

        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--replicas");

        assertThat(run.out()).startsWith("1 partition(s) are on their way to other brokers");
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @Test
    void aBrokerWithoutAnythingIsDrainedAtOnce() {
        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--replicas", "--wait");
        assertThat(run.out()).isEqualTo("Broker 1 leads nothing and holds no replica.\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void waitingEndsAtTheTimeoutWithWhatIsLeft() {
        cluster.create("lonely", 1, 1);
        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--wait", "--timeout", "1");
        assertThat(run.out()).isEqualTo("partition lonely-0 has no other replica that could lead it\n");
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @Test
    void cancelEndsItAndHasPreferredPartitionsLedAgain() {
        cluster.create("orders", 3, 3);
        CommandRun.of(cluster, "broker", "drain", "1");

        CommandRun run = CommandRun.of(cluster, "broker", "drain", "1", "--cancel", "-o", "json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"draining\": false");
        assertThat(cluster.drained).isEmpty();
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        assertThat(CommandRun.of(cluster, "broker", "drain", "1", "--cancel", "--replicas")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "broker", "drain", "1", "--throttle", "5")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "broker", "drain", "9").err())
                .isEqualTo("error: there is no broker 9: see 'tidemark broker list'\n");
    }
}
