// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static io.tidemark.metadata.control.TestCluster.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DrainBroker;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DrainingTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);

    DrainingTest() {
        cluster.ok(new UpgradeFeatures(FeatureLevel.DRAINED_BROKERS));
    }

    @Test
    void leadersGoToTheNextInSyncReplicaAndTheBrokerStaysInSync() {
        PartitionImage before = cluster.p0();

        drain(1);

        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(before.leaderEpoch() + 1);
        assertThat(cluster.p0().isr()).isEqualTo(before.isr());
        assertThat(cluster.p0().replicas()).isEqualTo(before.replicas());
    }

    @Test
    void theBrokerIsNotElectedWhileAnotherInSyncReplicaIs() {
        drain(1);
        cluster.fence(2);
        assertThat(cluster.p0().leader()).isZero();
    }

    @Test
    void theBrokerLeadsAgainRatherThanNobody() {
        drain(1);
        cluster.fence(0, 2);
        assertThat(cluster.p0().leader()).isEqualTo(1);
    }

    @Test
    void aLeaderWithoutAnotherInSyncReplicaStaysUntilThereIsOne() {
        cluster.fence(0, 2);
        drain(1);
        assertThat(cluster.p0().leader()).isEqualTo(1);
        assertThat(PreferredLeaders.toRelieve(cluster.image, 10)).isEmpty();

        cluster.unfence(2);
        assertThat(cluster.alterIsr(1, 2)).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
        assertThat(PreferredLeaders.toRelieve(cluster.image, 10)).containsExactly(P0);
        cluster.ok(new ElectLeaders(ElectionKind.PREFERRED, List.of(P0)));
        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(PreferredLeaders.toRelieve(cluster.image, 10)).isEmpty();
    }

    @Test
    void leadershipDoesNotGoBackWhileTheBrokerIsDrained() {
        drain(1);
        assertThat(PreferredLeaders.toMove(cluster.image, 0, 10)).isEmpty();
        CommandAnswer asked = cluster.ok(new ElectLeaders(ElectionKind.PREFERRED, List.of(P0)));
        assertThat(asked.partitions().get(0).error()).isEqualTo(ErrorCode.ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE);
        assertThat(cluster.p0().leader()).isEqualTo(2);

        cluster.ok(new DrainBroker(cluster.life(1), false));
        assertThat(PreferredLeaders.toMove(cluster.image, 0, 10)).containsExactly(P0);
        cluster.ok(new ElectLeaders(ElectionKind.PREFERRED, List.of(P0)));
        assertThat(cluster.p0().leader()).isEqualTo(1);
    }

    @Test
    void theDrainEndsWithTheBrokersLife() {
        drain(1);
        BrokerLife drained = cluster.life(1);
        cluster.restartKilled(1);

        assertThat(cluster.broker(1).draining()).isFalse();
        CommandAnswer late = cluster.submit(new DrainBroker(drained, true));
        assertThat(late.error()).isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        assertThat(cluster.broker(1).draining()).isFalse();
    }

    @Test
    void whenAllAreDrainedNothingStopsAndWhoLeadsStays() {
        drain(0);
        drain(1);
        assertThat(cluster.p0().leader()).isEqualTo(2);
        drain(2);
        assertThat(cluster.p0().leader()).isEqualTo(2);
        cluster.ok(new BeginShutdown(cluster.life(2)));
        assertThat(cluster.p0().leader()).isEqualTo(1);
    }

    @Test
    void newPartitionsLieElsewhereAsLongAsThereAreEnoughOthers() {
        cluster.start(3, "");
        drain(1);
        UUID three = new UUID(8, 8);
        cluster.ok(new CreateTopic("payments", three, 6, 3, TestCluster.configs(), List.of()));
        assertThat(partitionsOf(three))
                .allSatisfy(partition -> assertThat(partition.replicas()).doesNotContain(1));

        UUID four = new UUID(9, 9);
        cluster.ok(new CreateTopic("refunds", four, 6, 4, TestCluster.configs(), List.of()));
        assertThat(partitionsOf(four)).allSatisfy(partition -> {
            assertThat(partition.replicas()).contains(1);
            assertThat(partition.replicas().get(0)).isNotEqualTo(1);
            assertThat(partition.leader()).isNotEqualTo(1);
        });
    }

    @Test
    void aTopicWhoseReplicasAreGivenBeginsWithALeaderThatIsNotDrained() {
        drain(1);
        UUID topic = new UUID(8, 8);
        cluster.ok(new CreateTopic("payments", topic, 0, 0, TestCluster.configs(), List.of(List.of(1, 0))));
        assertThat(cluster.partition(new PartitionKey(topic, 0)).leader()).isZero();

        UUID lonely = new UUID(9, 9);
        cluster.ok(new CreateTopic("lonely", lonely, 0, 0, TestCluster.configs(), List.of(List.of(1))));
        assertThat(cluster.partition(new PartitionKey(lonely, 0)).leader()).isEqualTo(1);
    }

    @Test
    void topicsAreMadeEvenWhenAllBrokersAreDrained() {
        drain(0);
        drain(1);
        drain(2);
        cluster.ok(new CreateTopic("payments", new UUID(8, 8), 3, 3, TestCluster.configs(), List.of()));
        assertThat(cluster.image.topic("payments")).isNotNull();
    }

    @Test
    void anAskedForTwiceDrainChangesNothing() {
        drain(1);
        var drained = cluster.image;
        drain(1);
        assertThat(cluster.image).isEqualTo(drained);
    }

    @Test
    void isRefusedBelowTheFeatureLevelThatKnowsIt() {
        TestCluster old = TestCluster.withPartition(2, 1, 2, 0);
        CommandAnswer refused = old.submit(new DrainBroker(old.life(1), true));
        assertThat(refused.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
        assertThat(refused.message()).contains("from feature level 3 on and the cluster has 1");
        assertThat(old.p0().leader()).isEqualTo(1);
    }

    @Test
    void evacuationMovesEveryReplicaToABrokerWithoutOneInAnotherRackIfPossible() {
        TestCluster racks = new TestCluster();
        for (int id = 0; id < 6; id++) {
            racks.start(id, "rack-" + id / 2);
        }
        racks.ok(new UpgradeFeatures(FeatureLevel.DRAINED_BROKERS));
        racks.ok(new CreateTopic(
                "orders",
                TOPIC,
                0,
                0,
                TestCluster.configs(),
                List.of(List.of(0, 2, 4), List.of(2, 0, 1), List.of(3, 5, 1))));
        racks.ok(new DrainBroker(racks.life(0), true));

        var plan = Evacuation.plan(racks.image, List.of(0));

        assertThat(plan).extracting(change -> change.partition().partition()).containsExactly(0, 1);
        assertThat(plan.get(0).replicas()).containsExactly(1, 2, 4);
        // Rack 0 has a replica already; of the others the brokers of rack 2 are in one that has none.
        assertThat(plan.get(1).replicas()).containsExactly(2, 4, 1);
    }

    @Test
    void evacuationLeavesWhatNoOtherBrokerCouldTake() {
        cluster.start(3, "");
        cluster.fence(3);
        drain(1);
        assertThat(Evacuation.plan(cluster.image, List.of(1))).isEmpty();

        cluster.unfence(3);
        assertThat(Evacuation.plan(cluster.image, List.of(1)))
                .singleElement()
                .satisfies(change -> assertThat(change.replicas()).containsExactly(3, 2, 0));
    }

    private List<PartitionImage> partitionsOf(UUID topicId) {
        return Objects.requireNonNull(cluster.image.topics().get(topicId)).partitions();
    }

    private void drain(int brokerId) {
        cluster.ok(new DrainBroker(cluster.life(brokerId), true));
    }
}
