// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.v1.ReplicaDescription;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void aWholeClusterIsHealthy() {
        cluster.create("orders", 3, 3);

        CommandRun run = CommandRun.of(cluster, "cluster", "health");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("All is well.\n");
    }

    @Test
    void eachProblemIsALineAndTheCommandEndsWith3() {
        cluster.create("orders", 3, 3);
        cluster.fenced.add(2);
        cluster.change("orders", 0, partition -> partition.clearIsr().addIsr(1));
        cluster.change("orders", 1, partition -> partition.setLeader(-1).clearIsr());
        cluster.change("orders", 2, partition -> partition.clearIsr().addAllIsr(List.of(3, 1)));

        CommandRun run = CommandRun.of(cluster, "cluster", "health");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out().lines())
                .containsExactly(
                        "broker 2 is down or cut off",
                        "partition orders-0 is under min.insync.replicas: writes with acks=all are refused",
                        "partition orders-1 is offline: nobody leads it",
                        "partition orders-2 is under-replicated");
        assertThat(JsonParser.parseString(CommandRun.of(cluster, "cluster", "health", "-o", "json")
                                .out())
                        .getAsJsonObject()
                        .get("healthy")
                        .getAsBoolean())
                .isFalse();
    }

    @Test
    void describeShowsOnlyThePartitionsAskedForAndWhyReplicasAreBehind() {
        cluster.create("orders", 3, 3);
        cluster.fenced.add(2);
        cluster.change("orders", 0, partition -> partition.clearIsr().addAllIsr(List.of(1, 3)));
        cluster.change("orders", 1, partition -> partition.setLeader(-1).clearIsr());

        assertThat(CommandRun.of(cluster, "topic", "describe", "--offline")
                        .out()
                        .lines())
                .singleElement()
                .asString()
                .contains(
                        "Partition: 1  Leader: none",
                        "2 (down: it does not answer)",
                        "3 (up, but may lack acknowledged records)");
        assertThat(CommandRun.of(cluster, "topic", "describe", "--at-min-isr")
                        .out()
                        .lines())
                .singleElement()
                .asString()
                .endsWith("Behind: 2 (down: it does not answer)");
        assertThat(CommandRun.of(cluster, "topic", "describe", "--under-replicated", "--under-min-isr")
                        .out()
                        .lines())
                .hasSize(2);
    }

    @Test
    void theDoctorSaysWhatATopicSurvives() {
        cluster.create("orders", 1, 3);

        CommandRun run = CommandRun.of(cluster, "doctor");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("info     quorum: 3 voters: goes on while 1 of them are down")
                .contains(
                        "info     topic orders: loses no record written with acks=all when one replica's disk is destroyed at"
                                + " once; takes writes with acks=all while one replica is down");
    }

    @Test
    void theDoctorWarnsOfWhatExpectedFailuresWouldBreak() {
        cluster.create("single", 1, 1);
        cluster.create("lonely", 1, 3);
        cluster.change("lonely", 0, partition -> partition.setMinIsr(1));
        cluster.create("brittle", 1, 2);
        cluster.create("unclean", 1, 3);
        cluster.settings.put("unclean.leader.election.enable", "true");

        String out = CommandRun.of(cluster, "doctor").out();

        assertThat(out)
                .contains("warning  topic single: one replica")
                .contains("warning  topic lonely: min.insync.replicas=1")
                .contains("warning  topic brittle: min.insync.replicas equals the replication factor")
                .contains("warning  topic unclean: unclean.leader.election.enable=true");
    }

    @Test
    void theDoctorWarnsOfClocksThatDifferAndOfDisksThatAreNearlyFull() {
        assertThat(CommandRun.of(cluster, "doctor").out()).doesNotContain("warning  clocks", "its disk");

        cluster.clockAheadMs.put(2, 60_000);
        cluster.diskUsableBytes = 4_000_000_000L;
        assertThat(CommandRun.of(cluster, "doctor").out())
                .containsPattern("warning  clocks: of the brokers differ by \\d{5} ms \\(1: \\+\\d+, 2: \\+\\d{5}, 3: ")
                .contains("warning  broker 3: its disk has 4.0 of 100.0 GB left");
    }

    @Test
    void theDoctorWarnsOfProducersThatDoNotWaitForTheInSyncReplicas() {
        cluster.create("orders", 2, 3);
        cluster.create("events", 1, 3);
        report(1, weaklyWritten("orders", 125_000), weaklyWritten("events", 3_700_000));
        report(2, weaklyWritten("orders", 65_000));

        assertThat(CommandRun.of(cluster, "doctor").out())
                .contains("warning  topic orders: a producer wrote without acks=all 1 minutes ago")
                .doesNotContain("topic events: a producer");
        assertThat(CommandRun.of(cluster, "doctor", "events").out()).doesNotContain("a producer wrote");
    }

    private void report(int broker, ReplicaDescription... replicas) {
        cluster.reports.put(broker, new ArrayDeque<>(List.of(List.of(replicas))));
    }

    private static ReplicaDescription weaklyWritten(String topic, long sinceMs) {
        return ReplicaDescription.newBuilder()
                .setTopic(topic)
                .setSinceWeakWriteMs(sinceMs)
                .build();
    }

    @Test
    void theDoctorEndsWith3WhenWritesAreRefusedNow() {
        cluster.create("orders", 1, 3);
        cluster.change("orders", 0, partition -> partition.clearIsr().addIsr(1));

        assertThat(CommandRun.of(cluster, "doctor", "orders").exitCode()).isEqualTo(3);
    }
}
