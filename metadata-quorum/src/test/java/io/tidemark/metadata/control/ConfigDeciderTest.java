// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigDeciderTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 1, 2);

    @Test
    void aLowerMinimumForgetsTheCandidatesInTheSameRecordG33() {
        cluster.fence(2);
        assertThat(cluster.p0().elr()).containsExactly(2);

        set("min.insync.replicas", "1");

        assertThat(cluster.p0().minIsr()).isEqualTo(1);
        assertThat(cluster.p0().elr()).isEmpty();
        assertThat(cluster.p0().partitionEpoch()).isEqualTo(2);
    }

    @Test
    void aFormerCandidateIsNotElectedAfterTheMinimumWasLoweredG33() {
        // 1 alone may commit from here on; 2 does not hold that.
        cluster.fence(2);
        set("min.insync.replicas", "1");

        cluster.fence(1);
        cluster.unfence(2);

        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(cluster.p0().elr()).containsExactly(1);
    }

    @Test
    void aStaleCandidateDoesNotSurviveAShrunkAndRegrownAssignmentG1G30() {
        cluster.fence(2);
        cluster.replace(reassigning(List.of(1, 2), List.of(), List.of(2), cluster.p0()));
        cluster.alterIsr(1);
        assertThat(cluster.p0().replicas()).containsExactly(1);
        assertThat(cluster.p0().elr()).isEmpty();
        assertThat(cluster.p0().minIsr()).isEqualTo(1);

        cluster.replace(reassigning(List.of(1, 2), List.of(2), List.of(), cluster.p0()));
        cluster.fence(1);
        cluster.unfence(2);

        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(cluster.p0().elr()).containsExactly(1);
    }

    @Test
    void theMinimumDoesNotChangeWhileNobodyIsInSyncG33() {
        cluster.fence(1, 2);

        CommandAnswer answer = alter(new ConfigChange(TestCluster.TOPIC, "min.insync.replicas", "1"));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(answer.message()).contains("orders-0").contains("bring one of its replicas back");
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void aMinimumThatStaysTheSameInEffectChangesNoPartition() {
        set("min.insync.replicas", null);
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "min.insync.replicas", "3"))));

        assertThat(cluster.p0().minIsr()).isEqualTo(2);
        assertThat(cluster.p0().partitionEpoch()).isZero();
    }

    @Test
    void aTopicsMinimumIsAtMostItsReplicas() {
        CommandAnswer answer = alter(new ConfigChange(TestCluster.TOPIC, "min.insync.replicas", "3"));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_CONFIG);
        assertThat(answer.message())
                .contains("min.insync.replicas=3")
                .contains("at most 2")
                .doesNotContain("\n");
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void aMinimumCountsTheReplicasThatStayAndNotThoseThatCome() {
        cluster.replace(reassigning(List.of(1, 2, 0), List.of(0), List.of(), cluster.p0()));
        assertThat(alter(new ConfigChange(TestCluster.TOPIC, "min.insync.replicas", "3"))
                        .error())
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_CONFIG);
        set("min.insync.replicas", "2");
    }

    @Test
    void theClusterWideDefaultReachesTopicsWithoutTheirOwn() {
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(TestCluster.TOPIC, "min.insync.replicas", null))));

        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "min.insync.replicas", "1"))));

        assertThat(cluster.p0().minIsr()).isEqualTo(1);
        assertThat(cluster.image.clusterConfigs()).containsEntry("min.insync.replicas", "1");
    }

    @Test
    void aTopicsOwnValueHidesTheClusterWideDefault() {
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "min.insync.replicas", "1"))));

        assertThat(cluster.p0().minIsr()).isEqualTo(2);
    }

    @Test
    void aRemovedValueFallsBack() {
        set("retention.ms", "5");
        set("retention.ms", null);

        assertThat(Objects.requireNonNull(cluster.image.topics().get(TestCluster.TOPIC))
                        .configs())
                .doesNotContainKey("retention.ms");
    }

    @Test
    void oneBadChangeRefusesThemAll() {
        CommandAnswer answer = alter(
                new ConfigChange(TestCluster.TOPIC, "retention.ms", "5"),
                new ConfigChange(TestCluster.TOPIC, "retention.ms", "soon"));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_CONFIG);
        assertThat(answer.message())
                .isEqualTo("retention.ms=soon is not legal: it must be -1 for no limit, or" + " milliseconds from 1");
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void unknownTopicsAndKeysAreRefused() {
        assertThat(alter(new ConfigChange(new UUID(0, 1), "retention.ms", "5")).error())
                .isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(alter(new ConfigChange(TestCluster.TOPIC, "retention", null)).error())
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_CONFIG);
    }

    private void set(String key, @Nullable String value) {
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(TestCluster.TOPIC, key, value))));
    }

    private CommandAnswer alter(ConfigChange... changes) {
        return cluster.submit(new AlterConfigs(Arrays.asList(changes)));
    }

    private static PartitionImage reassigning(
            List<Integer> replicas, List<Integer> adding, List<Integer> removing, PartitionImage before) {
        return new PartitionImage(
                replicas,
                adding,
                removing,
                before.isr(),
                before.elr(),
                before.lastKnownElr(),
                before.leader(),
                before.leaderEpoch(),
                before.partitionEpoch() + 1,
                before.minIsr(),
                RecoveryState.RECOVERED,
                before.lastUncleanLeaderEpoch(),
                PartitionImage.NO_THROTTLE);
    }
}
