// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReassignmentTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 0, 1, 2);

    ReassignmentTest() {
        for (int id = 3; id <= 5; id++) {
            cluster.start(id, "");
        }
    }

    @Test
    void aMoveBeginsWithTheOldAndTheNewReplicasAndEndsWhenTheNewAreInSync() {
        PartitionImage before = cluster.p0();
        assertThat(reassign(3, 4, 5)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        PartitionImage moving = cluster.p0();
        assertThat(moving.replicas()).containsExactly(3, 4, 5, 0, 1, 2);
        assertThat(moving.adding()).containsExactly(3, 4, 5);
        assertThat(moving.removing()).containsExactly(0, 1, 2);
        assertThat(moving.isr()).isEqualTo(before.isr());
        assertThat(moving.partitionEpoch()).isEqualTo(before.partitionEpoch() + 1);
        assertThat(moving.leaderEpoch()).isEqualTo(before.leaderEpoch());

        assertThat(cluster.alterIsr(0, 1, 2, 3, 4)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.p0().adding()).isNotEmpty();
        assertThat(cluster.alterIsr(0, 1, 2, 3, 4, 5)).isEqualTo(ErrorCode.ERROR_CODE_NEW_LEADER_ELECTED);

        PartitionImage moved = cluster.p0();
        assertThat(moved.replicas()).containsExactly(3, 4, 5);
        assertThat(moved.isr()).containsExactlyInAnyOrder(3, 4, 5);
        assertThat(moved.leader()).isEqualTo(3);
        assertThat(moved.adding()).isEmpty();
        assertThat(moved.removing()).isEmpty();
        assertThat(moved.leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
    }

    @Test
    void replicasThatGoDoNotCountTowardsTheEndG44() {
        reassign(0, 3, 4);
        cluster.alterIsr(0, 1, 2, 3);
        assertThat(cluster.p0().removing()).containsExactly(1, 2);
        cluster.alterIsr(0, 3, 4);
        assertThat(cluster.p0().replicas()).containsExactly(0, 3, 4);
    }

    @Test
    void fewerReplicasNeedNoWaiting() {
        int leaderEpoch = cluster.p0().leaderEpoch();
        reassign(1);
        assertThat(cluster.p0().replicas()).containsExactly(1);
        assertThat(cluster.p0().leader()).isEqualTo(1);
        assertThat(cluster.p0().minIsr()).isEqualTo(1);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(leaderEpoch + 1);
    }

    @Test
    void morePlacesDoNotStopWritesWhileTheyAreEmpty() {
        TestCluster alone = TestCluster.of(3);
        alone.ok(new CreateTopic("orders", TestCluster.TOPIC, 1, 1, new TreeMap<>(), List.of(List.of(0))));
        assertThat(alone.p0().minIsr()).isEqualTo(1);
        alone.ok(new ReassignPartitions(List.of(new ReplicaChange(P0, List.of(0, 1, 2)))));
        assertThat(alone.p0().minIsr()).isEqualTo(1);
        alone.alterIsr(0, 1, 2);
        assertThat(alone.p0().minIsr()).isEqualTo(2);
        assertThat(alone.p0().adding()).isEmpty();
    }

    @Test
    void aMoveThatIsCalledOffFencesWhatItBroughtInG45() {
        PartitionImage before = cluster.p0();
        reassign(3, 4, 5);
        cluster.alterIsr(0, 1, 2, 3);
        assertThat(reassign()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

        PartitionImage after = cluster.p0();
        assertThat(after.replicas()).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(after.isr()).containsExactly(0, 1, 2);
        assertThat(after.adding()).isEmpty();
        assertThat(after.removing()).isEmpty();
        assertThat(after.leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
        assertThat(reassign()).isEqualTo(ErrorCode.ERROR_CODE_NO_REASSIGNMENT_IN_PROGRESS);
    }

    @Test
    void aMoveIsNotCalledOffWhenOnlyTheNewReplicasHoldTheRecords() {
        reassign(3, 4, 5);
        cluster.alterIsr(0, 3, 4);
        cluster.fence(0);
        assertThat(cluster.p0().leader()).isEqualTo(3);
        assertThat(reassign()).isEqualTo(ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE);
        assertThat(cluster.p0().adding()).containsExactly(3, 4, 5);
    }

    @Test
    void aMoveCanBeGivenAnotherEnd() {
        reassign(3, 4, 5);
        cluster.alterIsr(0, 1, 2, 3);
        int leaderEpoch = cluster.p0().leaderEpoch();
        assertThat(reassign(0, 1, 5)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.p0().replicas()).containsExactly(0, 1, 5, 2);
        assertThat(cluster.p0().adding()).containsExactly(5);
        assertThat(cluster.p0().removing()).containsExactly(2);
        assertThat(cluster.p0().isr()).containsExactly(0, 1, 2);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(leaderEpoch + 1);
    }

    @Test
    void anotherOrderIsTakenUpAtOnceAndPreferred() {
        int leaderEpoch = cluster.p0().leaderEpoch();
        reassign(2, 0, 1);
        assertThat(cluster.p0().replicas()).containsExactly(2, 0, 1);
        assertThat(cluster.p0().leader()).isEqualTo(0);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(leaderEpoch);
    }

    @Test
    void replicasThatCannotBeAreRefused() {
        PartitionImage before = cluster.p0();
        assertThat(reassign(3, 3)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR);
        assertThat(reassign(3, 99)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR);
        assertThat(cluster.p0()).isEqualTo(before);
    }

    @Test
    void anElectionCanEndAMove() {
        reassign(3);
        cluster.alterIsr(0, 1, 2);
        cluster.alterIsr(0, 3);
        assertThat(cluster.p0().replicas()).containsExactly(3);
        assertThat(cluster.p0().leader()).isEqualTo(3);
    }

    @Test
    void aLimitOfAMoveHoldsForWhatIsAddedAndEndsWhenThatIsDone() {
        assertThat(throttled(1_000, 0, 3, 4)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(1_000);
        assertThat(cluster.p0().isThrottled(3)).isTrue();
        assertThat(cluster.p0().isThrottled(0)).isFalse();

        cluster.alterIsr(0, 1, 2, 3);
        assertThat(cluster.p0().isThrottled(3)).as("in sync").isFalse();
        assertThat(cluster.p0().isThrottled(4)).isTrue();

        cluster.alterIsr(0, 1, 2, 3, 4);
        assertThat(cluster.p0().adding()).isEmpty();
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(PartitionImage.NO_THROTTLE);
    }

    @Test
    void aLimitEndsWithAMoveThatIsCalledOff() {
        throttled(1_000, 3, 4, 5);
        assertThat(reassign()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(PartitionImage.NO_THROTTLE);
    }

    @Test
    void askingForTheSameMoveAgainChangesItsLimit() {
        throttled(1_000, 0, 1, 3);
        PartitionImage before = cluster.p0();
        throttled(5_000, 0, 1, 3);
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(5_000);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(before.leaderEpoch());
        reassign(0, 1, 3);
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(PartitionImage.NO_THROTTLE);
        assertThat(cluster.p0().adding()).containsExactly(3);
    }

    @Test
    void aMoveThatAddsNothingHasNoLimit() {
        throttled(1_000, 1);
        assertThat(cluster.p0().replicas()).containsExactly(1);
        assertThat(cluster.p0().throttleBytesPerS()).isEqualTo(PartitionImage.NO_THROTTLE);
    }

    @Test
    void aLimitThatIsNoneOrThatTheClusterDoesNotKnowIsRefused() {
        assertThat(throttled(-1, 3, 4, 5)).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        TestCluster old = TestCluster.of(4);
        old.ok(new CreateTopic("orders", TestCluster.TOPIC, 1, 1, new TreeMap<>(), List.of(List.of(0))));
        ReplicaChange change = new ReplicaChange(P0, List.of(0, 3), 1_000);
        assertThat(old.ok(new ReassignPartitions(List.of(change)))
                        .partitions()
                        .get(0)
                        .error())
                .isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
        assertThat(old.p0().adding()).isEmpty();
    }

    private ErrorCode reassign(Integer... replicas) {
        return throttled(0, replicas);
    }

    private ErrorCode throttled(long bytesPerS, Integer... replicas) {
        if (cluster.image.featureLevel() < FeatureLevel.THROTTLED_MOVES) {
            cluster.ok(new UpgradeFeatures(FeatureLevel.THROTTLED_MOVES));
        }
        return cluster.ok(new ReassignPartitions(List.of(new ReplicaChange(P0, List.of(replicas), bytesPerS))))
                .partitions()
                .get(0)
                .error();
    }
}
