// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void listsWhatEachBrokerCarries() {
        cluster.create("orders", 3, 2);
        cluster.fenced.add(3);

        assertThat(CommandRun.of(cluster, "broker", "list").out().lines())
                .containsExactly(
                        "BROKER  STATE   ADDRESS         RACK  LEADS  REPLICAS  IN SYNC  CONTROLLER",
                        "1       up      127.0.0.1:9091  -     1      2         2        active",
                        "2       up      127.0.0.1:9092  -     1      2         2        -",
                        "3       fenced  127.0.0.1:9093  -     1      2         2        -");
    }

    @Test
    void theWideFormHasEpochs() {
        cluster.create("orders", 1, 2);

        assertThat(CommandRun.of(cluster, "broker", "list", "-o", "wide").out()).contains("CONTROLLER  EPOCH");
        assertThat(CommandRun.of(cluster, "topic", "describe", "-o", "wide").out())
                .contains("MinIsr: 2  LeaderEpoch: 0  PartitionEpoch: 0");
    }

    @Test
    void describesABrokersPartInEachPartition() {
        cluster.create("orders", 2, 2);

        assertThat(CommandRun.of(cluster, "broker", "describe", "2").out())
                .contains("Broker 2 is up at 127.0.0.1:9092, leads 1 of 2 partitions, in sync in 2.")
                .contains("orders-0   in sync")
                .contains("orders-1   leader");
        assertThat(CommandRun.of(cluster, "broker", "describe", "9").err())
                .isEqualTo("error: there is no broker 9: see 'tidemark broker list'\n");
    }

    @Test
    void aBrokerMayStopWhileEnoughOthersAreInSync() {
        cluster.create("orders", 3, 3);

        assertThat(CommandRun.of(cluster, "broker", "can-stop", "1").exitCode()).isZero();

        cluster.change("orders", 0, partition -> partition.clearIsr().addAllIsr(List.of(1, 3)));
        CommandRun run = CommandRun.of(cluster, "broker", "can-stop", "1");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out())
                .isEqualTo(
                        "partition orders-0 would refuse writes with acks=all: 1 in-sync replica(s) of at least 2\n");
        assertThat(CommandRun.of(cluster, "broker", "can-stop", "2").exitCode()).isZero();
    }

    @Test
    void nothingThatLosesRecordsIsDoneWithoutConsent() {
        cluster.create("orders", 2, 3);

        CommandRun refused = CommandRun.of(cluster, "topic", "trim", "orders", "--before", "5");
        CommandRun dry = CommandRun.of(cluster, "topic", "trim", "orders", "--before", "5", "--dry-run");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("nothing was done: say --yes");
        assertThat(dry.exitCode()).isZero();
        assertThat(dry.err()).isEqualTo("would delete the records below offset 5 of [orders-0, orders-1]\n");
        assertThat(CommandRun.of(cluster, "partition", "elect", "orders", "--unclean")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "broker", "unregister", "3").exitCode())
                .isEqualTo(2);
        assertThat(cluster.trims).isEmpty();

        assertThat(CommandRun.of(cluster, "topic", "trim", "orders", "--partition", "1", "--all", "--yes")
                        .out())
                .isEqualTo("orders-1 now begins at offset 0.\n");
        assertThat(cluster.trims).hasToString("{orders-1=-1}");
    }

    @Test
    void electsThePreferredLeaderAndSaysWhoLeads() {
        cluster.create("orders", 1, 3);

        assertThat(CommandRun.of(cluster, "partition", "elect", "orders", "0").out())
                .isEqualTo("orders-0: led by 1\n");
    }

    @Test
    void configsAreShownWithWhereTheyComeFrom() {
        cluster.settings.put("retention.ms", "5");

        assertThat(CommandRun.of(cluster, "config", "describe").out().lines())
                .containsExactly("CONFIG        VALUE  SET", "retention.ms  5      cluster");
        assertThat(CommandRun.of(cluster, "config", "set").exitCode()).isEqualTo(2);
    }
}
