// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class FencingTest {
    @Test
    void fencedLeaderLeavesTheIsrAndTheNextInSyncReplicaLeadsInOneChange() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        PartitionImage before = cluster.p0();

        cluster.fence(1);

        PartitionImage after = cluster.p0();
        assertThat(after.leader()).isEqualTo(2);
        assertThat(after.isr()).containsExactly(2, 0);
        assertThat(after.elr()).isEmpty();
        assertThat(after.leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
        assertThat(after.partitionEpoch()).isEqualTo(before.partitionEpoch() + 1);
    }

    @Test
    void fencedFollowerLeavesWithoutANewLeaderEpoch() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

        cluster.fence(0);

        assertThat(cluster.p0().leader()).isEqualTo(1);
        assertThat(cluster.p0().leaderEpoch()).isZero();
        assertThat(cluster.p0().isr()).containsExactly(1, 2);
    }

    @Test
    void brokersFencedInOneCommandDoNotElectEachOtherG3() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

        cluster.fence(1, 2);

        assertThat(cluster.p0().leader()).isZero();
        assertThat(cluster.p0().isr()).containsExactly(0);
        assertThat(cluster.p0().elr()).containsExactly(1, 2);
    }

    @Test
    void fencingsFromTheSameBaseAddUpG3() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        FenceBrokers first = new FenceBrokers(List.of(cluster.life(1)));
        FenceBrokers second = new FenceBrokers(List.of(cluster.life(2)));

        cluster.ok(first);
        cluster.ok(second);

        assertThat(cluster.p0().isr()).containsExactly(0);
        assertThat(cluster.p0().leader()).isZero();
    }

    @Test
    void lastInSyncReplicaIsFencedOutAndStaysEligible() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(cluster.p0().isr()).isEmpty();
        assertThat(cluster.p0().elr()).containsExactly(2, 0);
        assertThat(cluster.p0().lastKnownElr()).isEmpty();
    }

    @Test
    void anOldLifeFencesNothingG37() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        BrokerLife old = new BrokerLife(1, cluster.life(1).brokerEpoch() - 1);

        ErrorCode error = cluster.submit(new FenceBrokers(List.of(old))).error();

        assertThat(error).isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void fencingTwiceChangesNothingTheSecondTime() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

        cluster.fence(1);
        cluster.fence(1);

        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void unfencedEligibleReplicaLeadsALeaderlessPartition() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.unfence(0);

        assertThat(cluster.p0().leader()).isZero();
        assertThat(cluster.p0().isr()).containsExactly(0);
        assertThat(cluster.p0().elr()).containsExactly(2);
    }

    @Test
    void unfencedReplicaThatIsNoCandidateDoesNotLead() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.unfence(1);

        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
    }

    @Test
    void unfencingKeepsTheBrokerEpochAndOthersLeadership() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.fence(1);
        long brokerEpoch = cluster.life(1).brokerEpoch();

        cluster.unfence(1);

        assertThat(cluster.life(1).brokerEpoch()).isEqualTo(brokerEpoch);
        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(cluster.p0().isr()).containsExactly(2, 0);
    }

    @Test
    void anOldLifeIsNotUnfencedG37() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        BrokerLife old = cluster.life(1);
        cluster.fence(1);
        cluster.ok(cluster.registration(1));

        ErrorCode error = cluster.submit(new UnfenceBroker(old)).error();

        assertThat(error).isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        assertThat(cluster.broker(1).fenced()).isTrue();
    }

    @Test
    void unknownBrokersAreNotRegistered() {
        TestCluster cluster = TestCluster.of(1);

        assertThat(cluster.submit(new UnfenceBroker(new BrokerLife(9, 1))).error())
                .isEqualTo(ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED);
    }
}
