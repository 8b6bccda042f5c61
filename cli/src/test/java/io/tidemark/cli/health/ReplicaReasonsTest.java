// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.FollowerDescription;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.ReplicaDescription;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReplicaReasonsTest {
    private static final PartitionRecord PARTITION = PartitionRecord.newBuilder()
            .addAllReplicas(List.of(1, 2))
            .addIsr(1)
            .setLeader(1)
            .build();

    @Test
    void aReplicaThatComesNearerIsToldWithRateAndTimeLeft() {
        // In two seconds the follower took 4000 records and the leader 2000: 1000 a second nearer.
        assertThat(reason(leading(10_000, 1_000), leading(12_000, 5_000)))
                .isEqualTo("7000 record(s) behind, catching up at 2000 record(s)/s, about 7 s left");
        assertThat(reason(leading(10_000_000, 0), leading(10_000_000, 2_000)))
                .endsWith("catching up at 1000 record(s)/s, about 2 h left");
        assertThat(reason(leading(1_000_000, 0), leading(1_000_000, 2_000)))
                .endsWith("catching up at 1000 record(s)/s, about 16 min left");
    }

    @Test
    void aReplicaThatComesNoNearerIsSlow() {
        assertThat(reason(leading(10_000, 1_000), leading(14_000, 5_000)))
                .isEqualTo("9000 record(s) behind, slow: fetches 2000 record(s)/s and comes no nearer");
        assertThat(reason(leading(10_000, 1_000), leading(10_000, 1_000)))
                .isEqualTo("9000 record(s) behind, slow: it fetches nothing");
    }

    @Test
    void withoutASecondLookThereIsNoRate() {
        ReplicaReports once = reports(0, leading(10, 4), healthy());
        assertThat(new ReplicaReasons(cluster(false), once, once).of("orders", PARTITION))
                .containsExactly(Map.entry(2, "6 record(s) behind, catching up"));
    }

    @Test
    void aReplicaThatHasAllIsAboutToBeInSyncAndOneThatFetchedNothingSaysSo() {
        assertThat(reason(leading(10, 10), leading(10, 10))).isEqualTo("has caught up and is about to be in sync");
        assertThat(reason(leading(10, -1), leading(10, -1))).isEqualTo("up, but has not fetched from its leader yet");
    }

    @Test
    void aFailedDiskIsToldInTheBrokersOwnWords() {
        ReplicaDescription failed = healthy().toBuilder()
                .setOffline("append failed: no such device")
                .build();
        ReplicaReports reports = reports(0, leading(10, 4), failed);
        assertThat(new ReplicaReasons(cluster(false), reports, reports).of("orders", PARTITION))
                .containsEntry(2, "disk failed: append failed: no such device");
    }

    @Test
    void aFencedBrokerThatAnswersIsNotDown() {
        ReplicaReports reports = reports(0, leading(10, 4), healthy());
        assertThat(new ReplicaReasons(cluster(true), reports, reports)
                        .of("orders", PARTITION)
                        .get(2))
                .startsWith("fenced: it answers");
        ReplicaReports silent = new ReplicaReports(0, Map.of(1, List.of(leading(10, 4))));
        assertThat(new ReplicaReasons(cluster(true), silent, silent).of("orders", PARTITION))
                .containsEntry(2, "down: it does not answer");
    }

    @Test
    void aReplicaThatIsBeingAddedSaysSoToo() {
        ReplicaReports once = reports(0, leading(10, 4), healthy());
        PartitionRecord adding = PARTITION.toBuilder().addAdding(2).build();
        assertThat(new ReplicaReasons(cluster(false), once, once).of("orders", adding))
                .containsEntry(2, "being added, 6 record(s) behind, catching up");
    }

    @Test
    void describeMeasuresReplicasThatAreBehind() {
        FakeCluster fake = new FakeCluster();
        fake.create("orders", 1, 2);
        fake.change("orders", 0, partition -> partition.clearIsr().addIsr(1));
        fake.reports.put(1, new ArrayDeque<>(List.of(List.of(leading(10, 1)), List.of(leading(10, 9)))));
        fake.reports.put(2, new ArrayDeque<>(List.of(List.of(healthy()))));

        assertThat(CommandRun.of(fake, "topic", "describe", "orders", "--measure", "5")
                        .out())
                .containsPattern(
                        "Behind: 2 \\(1 record\\(s\\) behind, catching up at \\d+ record\\(s\\)/s, about 1 s left\\)");
    }

    private static String reason(ReplicaDescription before, ReplicaDescription after) {
        ReplicaReports first = reports(0, before, healthy());
        ReplicaReports second = reports(TimeUnit.SECONDS.toNanos(2), after, healthy());
        return String.valueOf(new ReplicaReasons(cluster(false), first, second)
                .of("orders", PARTITION)
                .get(2));
    }

    private static ReplicaReports reports(long atNanos, ReplicaDescription leader, ReplicaDescription follower) {
        return new ReplicaReports(atNanos, Map.of(1, List.of(leader), 2, List.of(follower)));
    }

    private static ReplicaDescription healthy() {
        return ReplicaDescription.newBuilder().setTopic("orders").build();
    }

    private static ReplicaDescription leading(long end, long followerEnd) {
        return healthy().toBuilder()
                .setLeads(true)
                .setLogEndOffset(end)
                .addFollowers(FollowerDescription.newBuilder().setBrokerId(2).setLogEndOffset(followerEnd))
                .build();
    }

    private static DescribeClusterResponse cluster(boolean isSecondFenced) {
        return DescribeClusterResponse.newBuilder()
                .addBrokers(BrokerDescription.newBuilder().setBrokerId(1))
                .addBrokers(BrokerDescription.newBuilder().setBrokerId(2).setFenced(isSecondFenced))
                .build();
    }
}
