// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BrokerRegistrationTest {
    @Test
    void brokerBeginsFencedWithTheIndexAsItsEpoch() {
        TestCluster cluster = new TestCluster();

        CommandAnswer answer = cluster.ok(cluster.registration(4));

        assertThat(answer.brokerEpoch()).isEqualTo(answer.index()).isEqualTo(cluster.image.index());
        assertThat(cluster.broker(4).fenced()).isTrue();
        assertThat(cluster.broker(4).brokerEpoch()).isEqualTo(answer.index());
    }

    @Test
    void theSameLifeGetsTheSameEpochAgain() {
        TestCluster cluster = new TestCluster();
        RegisterBroker registration = cluster.registration(4);
        long brokerEpoch = cluster.ok(registration).brokerEpoch();
        cluster.unfence(4);

        CommandAnswer again = cluster.ok(registration);

        assertThat(again.brokerEpoch()).isEqualTo(brokerEpoch);
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void anotherLifeIsRefusedWhileTheFirstIsUnfenced() {
        TestCluster cluster = TestCluster.of(2);

        CommandAnswer answer = cluster.submit(cluster.registration(1));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_DUPLICATE_BROKER_REGISTRATION);
        assertThat(answer.message()).contains("broker 1").contains("127.0.0.1:9093");
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void anotherLifeIsTakenOnceTheFirstIsFenced() {
        TestCluster cluster = TestCluster.of(2);
        cluster.fence(1);

        assertThat(cluster.submit(cluster.registration(1)).isOk()).isTrue();
    }

    @Test
    void aLifeThatProvesTheEndOfTheFirstIsTakenAtOnce() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.ok(new BeginShutdown(cluster.life(1)));

        CommandAnswer answer = cluster.ok(cluster.cleanRegistration(1));

        assertThat(cluster.broker(1).brokerEpoch()).isEqualTo(answer.brokerEpoch());
        assertThat(cluster.broker(1).fenced()).isTrue();
        assertThat(cluster.broker(1).inControlledShutdown()).isFalse();
    }

    @Test
    void newLifeLeavesEveryIsrInTheSameStepG35() {
        TestCluster cluster = TestCluster.withPartition(1, 1, 2, 0);

        cluster.ok(cluster.cleanRegistration(1));

        assertThat(cluster.p0().isr()).containsExactly(2, 0);
        assertThat(cluster.p0().leader()).isEqualTo(2);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(1);
        assertThat(cluster.p0().partitionEpoch()).isEqualTo(1);
    }

    @Test
    void killedProcessOnTheSameBootStaysEligible() {
        TestCluster cluster = allFenced(2);

        cluster.ok(cluster.registration(0));

        assertThat(cluster.p0().elr()).containsExactly(2, 0);
    }

    @Test
    void lossyLifeIsNoLongerEligibleButLastKnownG31G35() {
        TestCluster cluster = allFenced(2);

        cluster.ok(cluster.lossyRegistration(0));

        assertThat(cluster.p0().elr()).containsExactly(2);
        assertThat(cluster.p0().lastKnownElr()).containsExactly(0);
    }

    @Test
    void lossyLifeThatStillStoodInTheIsrIsNotEligibleG35() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2);
        RegisterBroker lossy = cluster.registration(2, cluster.life(2).brokerEpoch(), true, "", List.of());

        cluster.ok(lossy);

        assertThat(cluster.p0().isr()).containsExactly(1);
        assertThat(cluster.p0().elr()).isEmpty();
        assertThat(cluster.p0().lastKnownElr()).containsExactly(2);
    }

    @Test
    void onlyTheNamedPartitionsAreUncleanWhenTheBrokerNamesThem() {
        TestCluster cluster = allFenced(2);

        cluster.ok(cluster.registration(0, -1, false, "", List.of(TestCluster.P0)));

        assertThat(cluster.p0().elr()).containsExactly(2);
        assertThat(cluster.p0().lastKnownElr()).containsExactly(0);
    }

    @Test
    void flushedTopicsLoseNothingInAPowerCut() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        UUID flushed = new UUID(8, 8);
        cluster.ok(new CreateTopic(
                "flushed",
                flushed,
                1,
                3,
                TestCluster.configs("min.insync.replicas", "2", "durability", "flushed"),
                List.of(List.of(1, 2, 0))));
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.ok(cluster.lossyRegistration(0));

        assertThat(Objects.requireNonNull(cluster.image.partition(new PartitionKey(flushed, 0)))
                        .elr())
                .containsExactly(2, 0);
        assertThat(cluster.p0().elr()).containsExactly(2);
    }

    @Test
    void aTopicThatBecameFlushedMayLoseInAPowerCutWhatWasCountedBefore() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.ok(durability("flushed"));
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.ok(cluster.lossyRegistration(0));

        assertThat(cluster.p0().elr()).containsExactly(2);
        assertThat(cluster.p0().lastKnownElr()).containsExactly(0);
    }

    @Test
    void aFlushedTopicThatWasNotFlushedForAWhileMayLoseToo() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "durability", "flushed"))));
        cluster.ok(durability("replicated"));
        cluster.ok(durability("flushed"));
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.ok(cluster.lossyRegistration(0));

        assertThat(cluster.p0().elr()).containsExactly(2);
    }

    private static AlterConfigs durability(String value) {
        return new AlterConfigs(List.of(new ConfigChange(TestCluster.TOPIC, "durability", value)));
    }

    @Test
    void anotherDirectoryHoldsNothingThatWasPromised() {
        TestCluster cluster = allFenced(2);
        RegisterBroker own = cluster.registration(0);

        cluster.ok(new RegisterBroker(
                0,
                own.incarnationId(),
                own.endpoint(),
                own.rack(),
                new UUID(99, 99),
                -1,
                false,
                List.of(),
                own.replicaSecret(),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST));

        assertThat(cluster.p0().elr()).containsExactly(2);
        assertThat(cluster.p0().lastKnownElr()).containsExactly(0);
    }

    @Test
    void aDirectoryOfAnOlderLifeHoldsNothingThatWasPromised() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        long olderLife = cluster.life(0).brokerEpoch();
        cluster.restartKilled(0);
        cluster.alterIsr(1, 2, 0);
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);

        cluster.ok(cluster.registration(0, olderLife, false, "", List.of()));

        assertThat(cluster.p0().elr()).containsExactly(2);
    }

    @Test
    void aRegistrationThatWasDelayedDoesNotReplaceALaterLife() {
        TestCluster cluster = TestCluster.of(1);
        long first = cluster.life(0).brokerEpoch();
        RegisterBroker delayed = cluster.registration(0).observing(first);
        RegisterBroker later = cluster.registration(0).observing(first);
        cluster.fence(0);
        long second = cluster.ok(later).brokerEpoch();

        CommandAnswer answer = cluster.submit(delayed);

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_DUPLICATE_BROKER_REGISTRATION);
        assertThat(cluster.life(0).brokerEpoch()).isEqualTo(second);
        assertThat(cluster.ok(later).brokerEpoch()).isEqualTo(second);
        assertThat(cluster.ok(cluster.registration(0).observing(second)).brokerEpoch())
                .isGreaterThan(second);
    }

    @Test
    void killingEveryBrokerAtOnceComesBackByItself() {
        TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
        cluster.fence(0, 1, 2);
        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);

        for (int id = 0; id < 3; id++) {
            cluster.ok(cluster.registration(id));
            cluster.unfence(id);
        }

        assertThat(cluster.p0().hasLeader()).isTrue();
        assertThat(cluster.p0().lastUncleanLeaderEpoch()).isEqualTo(-1);
    }

    @Test
    void addressesThatNobodyCanReachAreRefused() {
        TestCluster cluster = new TestCluster();
        RegisterBroker good = cluster.registration(0);

        CommandAnswer answer = cluster.submit(new RegisterBroker(
                0,
                good.incarnationId(),
                new Endpoint("host", 0),
                "",
                good.directoryId(),
                -1,
                false,
                List.of(),
                good.replicaSecret(),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(answer.message()).contains("port");
    }

    /** Replicas 1, 2, 0; the minimum as given; 1 gone first, then 2 and 0: both are eligible. */
    private static TestCluster allFenced(int minIsr) {
        TestCluster cluster = TestCluster.withPartition(minIsr, 1, 2, 0);
        cluster.fence(1);
        cluster.fence(2);
        cluster.fence(0);
        return cluster;
    }
}
