// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.CommandAnswer.PartitionOutcome;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsrRulesTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

    @Test
    void shrinksAndGrowsWithOnePartitionEpochEachAndTheSameLeaderEpoch() {
        assertThat(cluster.alterIsr(1, 2)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.p0().isr()).containsExactly(1, 2);
        assertThat(cluster.alterIsr(1, 2, 0)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

        assertThat(cluster.p0().isr()).containsExactly(1, 2, 0);
        assertThat(cluster.p0().partitionEpoch()).isEqualTo(2);
        assertThat(cluster.p0().leaderEpoch()).isZero();
    }

    @Test
    void theAnswerCarriesThePartitionAfterTheCommand() {
        PartitionOutcome outcome = cluster.ok(new AlterPartitions(cluster.life(1), List.of(cluster.proposal(1, 2))))
                .partitions()
                .get(0);

        assertThat(outcome.record()).isEqualTo(cluster.p0());
    }

    @Test
    void theSameIsrIsAChangeThatVoidsAnEarlierAttemptG48() {
        IsrProposal delayed = cluster.proposal(1, 2);

        assertThat(cluster.alterIsr(1, 2, 0)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

        assertThat(cluster.p0().partitionEpoch()).isEqualTo(1);
        assertThat(cluster.propose(1, delayed)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION);
        assertThat(cluster.p0().isr()).containsExactly(1, 2, 0);
    }

    @Test
    void aSenderOfAnOlderLifeIsStale() {
        IsrProposal proposal = cluster.proposal(1, 2);
        BrokerLife old = new BrokerLife(1, cluster.life(1).brokerEpoch() - 1);

        assertThat(cluster.submit(new AlterPartitions(old, List.of(proposal))).error())
                .isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void aDeletedTopicIsUnknown() {
        IsrProposal proposal = cluster.proposal(1, 2);
        cluster.ok(new DeleteTopic(TestCluster.TOPIC));

        assertThat(cluster.propose(1, proposal)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void epochsFromTheFutureAreForAnotherController() {
        assertThat(cluster.propose(1, cluster.proposalAt(1, 0, 1, 2))).isEqualTo(ErrorCode.ERROR_CODE_NOT_CONTROLLER);
        assertThat(cluster.propose(1, cluster.proposalAt(0, 1, 1, 2))).isEqualTo(ErrorCode.ERROR_CODE_NOT_CONTROLLER);
    }

    @Test
    void anOlderLeaderEpochIsFencedEvenFromAFormerLeader() {
        cluster.fence(1);
        cluster.unfence(1);

        assertThat(cluster.propose(1, cluster.proposalAt(0, cluster.p0().partitionEpoch(), 1, 2)))
                .isEqualTo(ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH);
    }

    @Test
    void onlyTheLeaderMayPropose() {
        assertThat(cluster.propose(2, cluster.proposal(1, 2))).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
    }

    @Test
    void anOlderPartitionEpochIsAnOldVersion() {
        IsrProposal first = cluster.proposal(1, 2);
        IsrProposal second = cluster.proposal(1, 0);

        assertThat(cluster.propose(1, first)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.propose(1, second)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION);
        assertThat(cluster.p0().isr()).containsExactly(1, 2);
    }

    @Test
    void aRetryWhoseFirstReplyWasLostIsToldThatThePartitionMovedOn() {
        IsrProposal proposal = cluster.proposal(1, 2);
        cluster.propose(1, proposal);

        assertThat(cluster.propose(1, proposal)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION);
    }

    @Test
    void membersMustBeReplicasOnceEachAndIncludeTheLeader() {
        cluster.start(3, "");

        assertThat(cluster.alterIsr(1, 3)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(cluster.alterIsr(1, 2, 2)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(cluster.alterIsr(2, 0)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(cluster.p0().partitionEpoch()).isZero();
    }

    @Test
    void recoveryNeverBeginsByProposalAndNeedsALoneLeader() {
        IsrProposal begins = new IsrProposal(TestCluster.P0, 0, 0, List.of(cluster.life(1)), RecoveryState.RECOVERING);

        assertThat(cluster.propose(1, begins)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
    }

    @Test
    void aFencedMemberIsNotEligibleG29() {
        cluster.fence(0);

        assertThat(cluster.alterIsr(1, 2, 0)).isEqualTo(ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA);
    }

    @Test
    void aMemberThatShutsDownIsNotEligibleG29() {
        cluster.ok(new BeginShutdown(cluster.life(0)));

        assertThat(cluster.alterIsr(1, 2, 0)).isEqualTo(ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA);
    }

    @Test
    void aMemberThatCameBackEmptyIsNotLetInByAnOldExpansionG29() {
        cluster.alterIsr(1, 2);
        IsrProposal expansion = cluster.proposal(1, 2, 0);
        cluster.restartKilled(0);

        assertThat(cluster.p0().partitionEpoch()).isEqualTo(expansion.partitionEpoch());
        assertThat(cluster.propose(1, expansion)).isEqualTo(ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA);
        assertThat(cluster.p0().isr()).containsExactly(1, 2);
    }

    @Test
    void whoLeavesBelowTheMinimumStaysEligible() {
        cluster.alterIsr(1);

        assertThat(cluster.p0().isr()).containsExactly(1);
        assertThat(cluster.p0().elr()).containsExactly(2, 0);
    }

    @Test
    void whoLeavesAtTheMinimumIsNoCandidate() {
        cluster.alterIsr(1, 2);
        cluster.alterIsr(1);

        assertThat(cluster.p0().elr()).containsExactly(2);
        assertThat(cluster.p0().lastKnownElr()).isEmpty();
    }

    @Test
    void reachingTheMinimumForgetsAllCandidates() {
        cluster.alterIsr(1);
        cluster.alterIsr(1, 0);

        assertThat(cluster.p0().isr()).containsExactly(1, 0);
        assertThat(cluster.p0().elr()).isEmpty();
    }

    @Test
    void oneProposalsErrorLeavesTheOthersAlone() {
        IsrProposal unknown = new IsrProposal(
                new io.tidemark.metadata.image.PartitionKey(TestCluster.TOPIC, 5),
                0,
                0,
                List.of(cluster.life(1)),
                RecoveryState.RECOVERED);

        List<PartitionOutcome> outcomes = cluster.ok(
                        new AlterPartitions(cluster.life(1), List.of(unknown, cluster.proposal(1, 2))))
                .partitions();

        assertThat(outcomes)
                .extracting(PartitionOutcome::error)
                .containsExactly(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.ERROR_CODE_UNSPECIFIED);
    }

    @Test
    void aReassignmentEndsOnlyWhenAllThatStayAreInSyncG44() {
        cluster.start(3, "");
        cluster.replace(new PartitionImage(
                List.of(1, 2, 0, 3),
                List.of(3),
                List.of(1),
                List.of(1, 2, 0),
                List.of(),
                List.of(),
                1,
                0,
                0,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE));

        cluster.alterIsr(1, 2, 0);
        assertThat(cluster.p0().removing()).containsExactly(1);
        ErrorCode error = cluster.alterIsr(1, 2, 0, 3);

        assertThat(error).isEqualTo(ErrorCode.ERROR_CODE_NEW_LEADER_ELECTED);
        assertThat(cluster.p0().replicas()).containsExactly(2, 0, 3);
        assertThat(cluster.p0().isr()).containsExactly(2, 0, 3);
        assertThat(cluster.p0().removing()).isEmpty();
        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(1);
    }
}
