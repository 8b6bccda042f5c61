// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.invariant.HistoryInvariant;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.LogWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real sockets, real disks; clients write and read all the while. */
@Timeout(180)
class ClusterChaosTest {
    private static final Path HOME = Path.of(System.getProperty("tidemark.home"));
    private static final String TOPIC = "chaos";
    private static final int PARTITIONS = 6;
    private static final Duration WHOLE = Duration.ofSeconds(60);
    private static final long ENOUGH = 2_000;

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void theDistributionIsBuilt() {
        assertThat(HOME.resolve("lib"))
                .as("built by the cli module's package phase")
                .isDirectory();
    }

    @Test
    void losesNothingWhenLeadersDieOneAfterTheOther() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, HOME)) {
            LogWorkload workload = startWorkload(cluster);
            for (int round = 0; round < 2; round++) {
                awaitMore(workload);
                cluster.kill(List.of(cluster.busiestLeader(TOPIC)));
                awaitMore(workload);
                cluster.startMissing();
                cluster.awaitWhole(TOPIC, WHOLE);
            }
            check(workload.stop());
        }
    }

    @Test
    void losesNothingWhenTheControllerDies() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, HOME)) {
            LogWorkload workload = startWorkload(cluster);
            awaitMore(workload);
            cluster.kill(List.of(cluster.controller()));
            awaitMore(workload);
            cluster.startMissing();
            cluster.awaitWhole(TOPIC, WHOLE);
            check(workload.stop());
        }
    }

    @Test
    void losesNothingWhenEveryNodeDiesAtOnce() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, HOME)) {
            LogWorkload workload = startWorkload(cluster);
            awaitMore(workload);
            cluster.kill(List.of(1, 2, 3));
            cluster.startMissing();
            cluster.awaitWhole(TOPIC, WHOLE);
            awaitMore(workload);
            check(workload.stop());
        }
    }

    @Test
    void losesNothingWhenALeaderFreezesAndComesBack() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, HOME)) {
            LogWorkload workload = startWorkload(cluster);
            awaitMore(workload);
            int frozen = cluster.busiestLeader(TOPIC);
            cluster.freeze(frozen);
            ProcessCluster.await("other leaders", WHOLE, () -> leadsNothing(cluster, frozen));
            awaitMore(workload);
            cluster.thaw(frozen);
            cluster.awaitWhole(TOPIC, WHOLE);
            check(workload.stop());
        }
    }

    private static boolean leadsNothing(ProcessCluster cluster, int nodeId) {
        return cluster.describe(TOPIC).getPartitionsList().stream()
                .noneMatch(partition -> partition.getLeader() == nodeId || partition.getLeader() < 0);
    }

    private static LogWorkload startWorkload(ProcessCluster cluster) {
        cluster.createTopic(TOPIC, PARTITIONS);
        LogWorkload workload = new LogWorkload(TOPIC, PARTITIONS, cluster.config());
        workload.start(2, 2);
        return workload;
    }

    private static void awaitMore(LogWorkload workload) {
        long wanted = workload.acknowledged() + ENOUGH;
        ProcessCluster.await(ENOUGH + " more acknowledged writes", WHOLE, () -> workload.acknowledged() >= wanted);
    }

    private static void check(History history) {
        for (HistoryInvariant invariant : HistoryInvariant.all()) {
            assertThat(invariant.violations(history))
                    .as(invariant.getClass().getSimpleName())
                    .isEmpty();
        }
    }
}
