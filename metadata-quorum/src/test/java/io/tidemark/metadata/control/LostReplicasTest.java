// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static io.tidemark.metadata.control.TestCluster.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.ElectRecovered;
import io.tidemark.metadata.command.ClusterCommand.RecoveredElection;
import io.tidemark.metadata.command.ClusterCommand.RecoveredLog;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.ClusterCommand.ReportRecoveredLogs;
import io.tidemark.metadata.command.ClusterCommand.UnregisterBroker;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Replicas that are lost while their brokers live, and partitions that lost all that surely hold their records. */
class LostReplicasTest {
    private static final DutyConfig CONFIG = DutyConfig.withLease(1_500);

    private final TestCluster cluster = TestCluster.withPartition(2, 0, 1, 2);

    @Nested
    class FailedLogs {
        @Test
        void aLeaderWhoseLogFailedIsReplacedAndIsNoCandidate() {
            cluster.alterIsr(0, 1);
            assertThat(fail(0)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(1);
            assertThat(cluster.p0().isr()).containsExactly(1);
            assertThat(cluster.p0().elr()).isEmpty();
            assertThat(cluster.p0().lastKnownElr()).containsExactly(0);
            assertThat(cluster.broker(0).fenced()).isFalse();
        }

        @Test
        void whatAFollowerAcknowledgedBeforeItsLogFailedIsFenced() {
            cluster.alterIsr(0, 1);
            PartitionImage before = cluster.p0();
            assertThat(fail(1)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(0);
            assertThat(cluster.p0().isr()).containsExactly(0);
            assertThat(cluster.p0().leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
        }

        @Test
        void itIsNotElectedAgainEvenWhereLossIsAccepted() {
            cluster.ok(new AlterConfigs(List.of(new ConfigChange(TOPIC, "unclean.leader.election.enable", "true"))));
            cluster.fence(1, 2);
            fail(0);
            assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
            assertThat(cluster.p0().lastKnownElr()).contains(0);
            assertThat(cluster.p0().elr()).doesNotContain(0);
        }

        @Test
        void aReportOfAnOlderLifeChangesNothing() {
            BrokerLife old = cluster.life(0);
            cluster.restartKilled(0);
            PartitionImage before = cluster.p0();
            assertThat(cluster.submit(new ReportFailedReplicas(old, List.of(P0)))
                            .error())
                    .isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
            assertThat(cluster.p0()).isEqualTo(before);
        }

        @Test
        void oneThatIsNotInSyncIsFencedToo() {
            cluster.alterIsr(0, 1);
            PartitionImage before = cluster.p0();
            assertThat(fail(2)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(before.leader());
            assertThat(cluster.p0().isr()).isEqualTo(before.isr());
            assertThat(cluster.p0().elr()).isEqualTo(before.elr());
            assertThat(cluster.p0().leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
        }

        @Test
        void askedAgainOnlyTheEpochsGrow() {
            fail(0);
            PartitionImage before = cluster.p0();
            assertThat(fail(0)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(before.leader());
            assertThat(cluster.p0().isr()).isEqualTo(before.isr());
            assertThat(cluster.p0().elr()).isEqualTo(before.elr());
            assertThat(cluster.p0().lastKnownElr()).isEqualTo(before.lastKnownElr());
        }

        private ErrorCode fail(int brokerId) {
            return cluster.ok(new ReportFailedReplicas(cluster.life(brokerId), List.of(P0)))
                    .partitions()
                    .get(0)
                    .error();
        }
    }

    @Nested
    class UncleanRecovery {
        private final ControllerDuties duties = new ControllerDuties(CONFIG, cluster.image, 0);

        @Test
        void theLongestLogOfTheHighestEpochLeadsOnceAllHaveReported() {
            powerCut();
            report(0, 3, 100);
            report(1, 4, 90);
            assertThat(elections(10)).isEmpty();
            report(2, 4, 80);

            List<ElectRecovered> due = elections(20);
            assertThat(due).hasSize(1);
            assertThat(due.get(0).elections())
                    .containsExactly(new RecoveredElection(P0, cluster.p0().partitionEpoch(), cluster.life(1), 4, 90));
            cluster.ok(due.get(0));
            assertThat(cluster.p0().leader()).isEqualTo(1);
            assertThat(cluster.p0().recovery()).isEqualTo(RecoveryState.RECOVERING);
            assertThat(cluster.p0().lastUncleanLeaderEpoch())
                    .isEqualTo(cluster.p0().leaderEpoch());
            assertThat(elections(2_000)).isEmpty();
        }

        @Test
        void reportsOfALifeThatIsOverDoNotCount() {
            powerCut();
            report(0, 3, 100);
            report(1, 4, 90);
            cluster.fence(0);
            cluster.ok(cluster.lossyRegistration(0));
            cluster.unfence(0);
            report(2, 4, 80);
            assertThat(elections(10)).isEmpty();
            report(0, 1, 5);
            assertThat(elections(20)).hasSize(1);
        }

        @Test
        void proactiveDoesNotWaitForEver() {
            cluster.ok(new AlterConfigs(List.of(new ConfigChange(TOPIC, "unclean.recovery.strategy", "proactive"))));
            powerCut();
            report(0, 3, 100);
            assertThat(elections(10)).isEmpty();
            assertThat(duties.nextMs(10)).isLessThanOrEqualTo(5_000);
            assertThat(elections(5_000)).hasSize(1);
        }

        @Test
        void manualWaitsForTheOperator() {
            cluster.ok(new AlterConfigs(List.of(new ConfigChange(TOPIC, "unclean.recovery.strategy", "manual"))));
            powerCut();
            for (int id = 0; id < 3; id++) {
                report(id, 3, 100);
            }
            assertThat(elections(10_000)).isEmpty();
            assertThat(cluster.p0().hasLeader()).isFalse();
        }

        @Test
        void aChoiceThatTheStateHasOvertakenIsRefused() {
            powerCut();
            for (int id = 0; id < 3; id++) {
                report(id, 3, 100);
            }
            ElectRecovered choice = elections(10).get(0);
            cluster.ok(choice);
            PartitionImage elected = cluster.p0();
            assertThat(cluster.ok(choice).partitions().get(0).error())
                    .isEqualTo(ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION);
            assertThat(cluster.p0()).isEqualTo(elected);
        }

        /** All fall together and come back with whatever the disks kept. */
        private void powerCut() {
            cluster.fence(0, 1, 2);
            for (int id = 0; id < 3; id++) {
                cluster.ok(cluster.lossyRegistration(id));
            }
            for (int id = 0; id < 3; id++) {
                cluster.unfence(id);
            }
            assertThat(cluster.p0().lacksEligible()).isTrue();
            assertThat(cluster.p0().lastKnownElr()).containsExactly(0, 1, 2);
        }

        private void report(int brokerId, int lastEpoch, long logEndOffset) {
            ErrorCode error = duties.onRecoveredLogs(
                    cluster.image,
                    new ReportRecoveredLogs(
                            cluster.life(brokerId), List.of(new RecoveredLog(P0, lastEpoch, logEndOffset))),
                    0);
            assertThat(error).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        }

        private List<ElectRecovered> elections(long nowMs) {
            return duties.due(cluster.image, nowMs).stream()
                    .filter(ElectRecovered.class::isInstance)
                    .map(ElectRecovered.class::cast)
                    .toList();
        }
    }

    @Nested
    class Unregistered {
        @Test
        void aBrokerThatIsForgottenIsNoCandidateAnyMore() {
            cluster.fence(2);
            cluster.fence(1);
            assertThat(cluster.p0().elr()).containsExactly(1);
            cluster.ok(new UnregisterBroker(cluster.life(1)));
            assertThat(cluster.image.brokers()).doesNotContainKey(1);
            assertThat(cluster.p0().elr()).isEmpty();
            assertThat(cluster.p0().replicas()).contains(1);
        }

        @Test
        void aLiveBrokerIsNotForgotten() {
            assertThat(cluster.submit(new UnregisterBroker(cluster.life(1))).error())
                    .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        }

        @Test
        void theLastHolderOfRecordsIsNotForgotten() {
            TestCluster alone = TestCluster.withPartition(1, 0);
            alone.fence(0);
            assertThat(alone.submit(new UnregisterBroker(alone.life(0))).message())
                    .contains("is the last that may hold the records");
            assertThat(alone.image.brokers()).containsKey(0);
        }
    }
}
