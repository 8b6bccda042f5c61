// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

    @Test
    void presentLeaderStaysWhileItIsInSync() {
        cluster.fence(2);

        assertThat(cluster.p0().leader()).isEqualTo(1);
        assertThat(cluster.p0().leaderEpoch()).isZero();
    }

    @Test
    void firstInSyncReplicaInOrderOfPreferenceLeads() {
        cluster.alterIsr(1, 0, 2);

        cluster.fence(1);

        assertThat(cluster.p0().leader()).isEqualTo(2);
    }

    @Test
    void brokerThatShutsDownIsNotElected() {
        cluster.ok(new BeginShutdown(cluster.life(2)));

        cluster.fence(1);

        assertThat(cluster.p0().leader()).isZero();
    }

    @Test
    void lastMemberThatShutsDownLeavesThePartitionOfflineAndStaysEligible() {
        cluster.alterIsr(1, 2);
        cluster.alterIsr(1);

        cluster.ok(new BeginShutdown(cluster.life(1)));

        // 2 left at the minimum of 2, so it is eligible as well and leads at once.
        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(cluster.p0().isr()).containsExactly(2);
        assertThat(cluster.p0().elr()).containsExactly(1);
    }

    @Test
    void loneEligibleReplicaThatMakesUpTheMinimumLeavesNoOtherCandidate() {
        TestCluster lone = TestCluster.withPartition(1, 1, 2, 0);
        lone.replace(new PartitionImage(
                List.of(1, 2, 0),
                List.of(),
                List.of(),
                List.of(),
                List.of(1, 2),
                List.of(),
                PartitionImage.NO_LEADER,
                4,
                9,
                1,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE));
        lone.fence(2);

        lone.restartKilled(1);

        assertThat(lone.p0().leader()).isEqualTo(1);
        assertThat(lone.p0().elr()).isEmpty();
        assertThat(lone.p0().lastKnownElr()).isEmpty();
    }

    @Nested
    class LastKnownLeader {
        @Test
        void onlyOneLeadsWhenItComesBackAndRecovers() {
            offline(List.of(), List.of(2));
            cluster.fence(2);

            cluster.unfence(2);

            assertThat(cluster.p0().leader()).isEqualTo(2);
            assertThat(cluster.p0().isr()).containsExactly(2);
            assertThat(cluster.p0().recovery()).isEqualTo(RecoveryState.RECOVERING);
            assertThat(cluster.p0().lastUncleanLeaderEpoch())
                    .isEqualTo(cluster.p0().leaderEpoch());
        }

        @Test
        void fencedOneDoesNotLeadG32() {
            offline(List.of(), List.of(2));
            cluster.fence(2);
            cluster.fence(1);

            cluster.unfence(1);

            assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
            assertThat(cluster.p0().lastKnownElr()).containsExactly(2);
        }

        @Test
        void oneOfSeveralDoesNotLeadByItself() {
            offline(List.of(), List.of(1, 2));
            cluster.fence(2);

            cluster.unfence(2);

            assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        }

        @Test
        void oneDoesNotLeadWhileAnEligibleReplicaMayComeBack() {
            cluster.fence(1);
            offline(List.of(1), List.of(2));
            cluster.fence(2);

            cluster.unfence(2);

            assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        }

        @Test
        void recoveryEndsByTheLeadersProposal() {
            offline(List.of(), List.of(2));
            cluster.fence(2);
            cluster.unfence(2);

            assertThat(cluster.alterIsr(2)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().recovery()).isEqualTo(RecoveryState.RECOVERED);
            assertThat(cluster.p0().lastUncleanLeaderEpoch()).isPositive();
        }

        @Test
        void recoveryKeepsTheLeaderAloneUntilItEnds() {
            offline(List.of(), List.of(2));
            cluster.fence(2);
            cluster.unfence(2);
            IsrProposal grown = new IsrProposal(
                    TestCluster.P0,
                    cluster.p0().leaderEpoch(),
                    cluster.p0().partitionEpoch(),
                    List.of(cluster.life(2), cluster.life(0)),
                    RecoveryState.RECOVERING);

            assertThat(cluster.propose(2, grown)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        }
    }

    @Nested
    class Unclean {
        @Test
        void topicThatAllowsItElectsAnyLiveReplica() {
            allow();
            cluster.alterIsr(1, 2);
            cluster.fence(0, 2);

            cluster.fence(1);
            cluster.unfence(0);

            assertThat(cluster.p0().leader()).isZero();
            assertThat(cluster.p0().isr()).containsExactly(0);
            assertThat(cluster.p0().lastUncleanLeaderEpoch())
                    .isEqualTo(cluster.p0().leaderEpoch());
        }

        @Test
        void topicThatDoesNotAllowItStaysWithoutALeader() {
            cluster.alterIsr(1, 2);
            cluster.fence(0, 2);

            cluster.fence(1);
            cluster.unfence(0);

            assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
            assertThat(cluster.p0().elr()).containsExactly(1, 2);
        }

        @Test
        void allowingItElectsLeadersAtOnce() {
            cluster.fence(2, 0);
            offline(List.of(2), List.of());

            allow();

            assertThat(cluster.p0().leader()).isEqualTo(1);
            assertThat(cluster.p0().isr()).containsExactly(1);
            assertThat(cluster.p0().elr()).isEmpty();
            assertThat(cluster.p0().recovery()).isEqualTo(RecoveryState.RECOVERING);
            assertThat(cluster.p0().lastUncleanLeaderEpoch()).isEqualTo(5);
        }

        @Test
        void operatorsElectionPrefersLastKnownReplicas() {
            offline(List.of(), List.of(2, 0));

            assertThat(elect(ElectionKind.UNCLEAN)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(2);
            assertThat(cluster.p0().lastKnownElr()).isEmpty();
        }

        @Test
        void operatorsElectionIsCleanWhereItCanBe() {
            offline(List.of(0), List.of());

            assertThat(elect(ElectionKind.UNCLEAN)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isZero();
            assertThat(cluster.p0().lastUncleanLeaderEpoch()).isEqualTo(-1);
            assertThat(cluster.p0().recovery()).isEqualTo(RecoveryState.RECOVERED);
        }

        @Test
        void operatorsElectionIsNotNeededWhereSomebodyLeads() {
            assertThat(elect(ElectionKind.UNCLEAN)).isEqualTo(ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED);
            assertThat(cluster.last.delta()).isNull();
        }

        @Test
        void nobodyIsElectedWhenNobodyIsThere() {
            cluster.fence(0, 1, 2);

            assertThat(elect(ElectionKind.UNCLEAN)).isEqualTo(ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE);
        }

        private void allow() {
            cluster.ok(new AlterConfigs(
                    List.of(new ConfigChange(TestCluster.TOPIC, "unclean.leader.election.enable", "true"))));
        }
    }

    @Nested
    class Preferred {
        @Test
        void firstReplicaTakesOverWhenItIsInSync() {
            cluster.fence(1);
            cluster.unfence(1);
            cluster.alterIsr(2, 0, 1);

            assertThat(elect(ElectionKind.PREFERRED)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            assertThat(cluster.p0().leader()).isEqualTo(1);
            assertThat(cluster.p0().leaderEpoch()).isEqualTo(2);
        }

        @Test
        void firstReplicaDoesNotTakeOverWhenItIsNotInSync() {
            cluster.fence(1);
            cluster.unfence(1);

            assertThat(elect(ElectionKind.PREFERRED)).isEqualTo(ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE);
            assertThat(cluster.p0().leader()).isEqualTo(2);
        }

        @Test
        void nothingHappensWhenItLeadsAlready() {
            assertThat(elect(ElectionKind.PREFERRED)).isEqualTo(ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED);
            assertThat(cluster.last.delta()).isNull();
        }
    }

    private ErrorCode elect(ElectionKind kind) {
        return cluster.ok(new ElectLeaders(kind, List.of(TestCluster.P0)))
                .partitions()
                .get(0)
                .error();
    }

    private void offline(List<Integer> elr, List<Integer> lastKnownElr) {
        cluster.replace(new PartitionImage(
                List.of(1, 2, 0),
                List.of(),
                List.of(),
                List.of(),
                elr,
                lastKnownElr,
                PartitionImage.NO_LEADER,
                4,
                9,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE));
    }
}
