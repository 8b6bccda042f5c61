// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.DrainBroker;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllerDutiesTest {
    private static final DutyConfig CONFIG = new DutyConfig(1_500, 100, 500, 5_000, 30_000, 0.1, 50, 5_000);

    private final TestCluster cluster = TestCluster.withPartition(2, 1, 2, 0);
    private final ControllerDuties duties = new ControllerDuties(CONFIG, cluster.image, 0);

    @Test
    void silentBrokersAreFencedTogetherWhenTheirLeasesEnd() {
        alive(0, 1_000);

        assertThat(due(1_499)).isEmpty();
        assertThat(due(1_500)).containsExactly(new FenceBrokers(List.of(cluster.life(1), cluster.life(2))));
    }

    @Test
    void aCommandOnItsWayIsNotNamedAgainUntilItSeemsLost() {
        assertThat(due(1_500)).hasSize(1);
        assertThat(due(1_999)).isEmpty();
        assertThat(due(2_000)).hasSize(1);
    }

    @Test
    void aBrokerThatIsBeingFencedGetsNoLeaseAnyMoreUntilItIsFencedAndComesBack() {
        aliveAll(0);
        alive(0, 1_400);
        alive(2, 1_400);
        BrokerLife late = cluster.life(1);
        assertThat(due(1_500)).containsExactly(new FenceBrokers(List.of(late)));

        HeartbeatVerdict onItsWay =
                duties.onHeartbeat(cluster.image, new BrokerHeartbeat(late, late.brokerEpoch(), false, false), 1_510);
        assertThat(onItsWay.fenced()).isTrue();
        assertThat(due(2_100)).as("named until it is done").containsExactly(new FenceBrokers(List.of(late)));

        cluster.fence(1);
        duties.onHeartbeat(cluster.image, new BrokerHeartbeat(late, late.brokerEpoch(), true, false), 2_200);
        assertThat(due(2_200)).containsExactly(new UnfenceBroker(late));

        cluster.ok(new UnfenceBroker(late));
        assertThat(due(2_210)).isEmpty();
        HeartbeatVerdict back =
                duties.onHeartbeat(cluster.image, new BrokerHeartbeat(late, late.brokerEpoch(), false, false), 2_220);
        assertThat(back.fenced()).isFalse();
    }

    @Test
    void sleepsUntilTheFirstLeaseEndsOrSomethingIsToBeAskedAgain() {
        duties.probesDue(0);
        aliveAll(200);
        assertThat(duties.nextMs(200)).isEqualTo(1_700);
        duties.onConnectionLost(cluster.life(2), 300);
        assertThat(duties.nextMs(300)).isEqualTo(300);
        duties.probesDue(300);
        assertThat(duties.nextMs(300)).isEqualTo(400);
        due(1_700);
        assertThat(duties.nextMs(1_700)).isEqualTo(2_200);
    }

    @Test
    void aGoneProcessIsFencedOnTheRefusedProbe() {
        aliveAll(0);
        duties.onConnectionLost(cluster.life(1), 10);
        assertThat(duties.probesDue(10)).containsExactly(cluster.life(1));

        duties.onProbe(cluster.life(1), ProbeResult.REFUSED, 12);

        assertThat(due(12)).containsExactly(new FenceBrokers(List.of(cluster.life(1))));
    }

    @Test
    void aDrainedBrokerGivesItsLeadersUpAsSoonAsAnotherReplicaIsInSync() {
        cluster.ok(new UpgradeFeatures(FeatureLevel.DRAINED_BROKERS));
        cluster.fence(0, 2);
        cluster.ok(new DrainBroker(cluster.life(1), true));
        alive(1, 0);
        assertThat(due(0)).isEmpty();

        cluster.unfence(2);
        cluster.alterIsr(1, 2);
        alive(2, 10);
        assertThat(due(10)).containsExactly(new ElectLeaders(ElectionKind.PREFERRED, List.of(TestCluster.P0)));
        assertThat(due(11)).isEmpty();
    }

    @Test
    void aNewControllerProbesEveryBroker() {
        assertThat(duties.probesDue(0)).containsExactly(cluster.life(0), cluster.life(1), cluster.life(2));
    }

    @Test
    void aBrokerIsUnfencedOnlyWhenItHasAppliedItsRegistrationG36() {
        aliveAll(0);
        cluster.fence(1);
        cluster.ok(cluster.registration(1));
        BrokerLife life = cluster.life(1);

        duties.onHeartbeat(cluster.image, new BrokerHeartbeat(life, life.brokerEpoch() - 1, true, false), 100);
        assertThat(due(100)).isEmpty();

        duties.onHeartbeat(cluster.image, new BrokerHeartbeat(life, life.brokerEpoch(), true, false), 200);
        assertThat(due(200)).containsExactly(new UnfenceBroker(life));
    }

    @Test
    void aBrokerIsUnfencedOnABusyLogWhoseEndItNeverReaches() {
        aliveAll(0);
        cluster.fence(1);
        cluster.ok(cluster.registration(1));
        BrokerLife life = cluster.life(1);
        for (int i = 0; i < 10; i++) {
            cluster.ok(new ClusterCommand.NoOp());
        }

        duties.onHeartbeat(cluster.image, new BrokerHeartbeat(life, life.brokerEpoch(), true, false), 200);

        assertThat(due(200)).containsExactly(new UnfenceBroker(life));
    }

    @Test
    void anOldLifeRenewsNothingG37() {
        aliveAll(0);
        BrokerLife old = cluster.life(1);
        cluster.fence(1);
        cluster.ok(cluster.registration(1));

        HeartbeatVerdict verdict = duties.onHeartbeat(cluster.image, new BrokerHeartbeat(old, 99, true, false), 100);

        assertThat(verdict.error()).isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
        assertThat(due(100)).isEmpty();
    }

    @Test
    void anUnknownBrokerIsToldToRegister() {
        assertThat(duties.onHeartbeat(cluster.image, new BrokerHeartbeat(new BrokerLife(8, 1), 1, true, false), 0)
                        .error())
                .isEqualTo(ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED);
    }

    @Test
    void aLeavingBrokerMayStopWhenAllOthersHaveSeenIt() {
        aliveAll(0);
        assertThat(leave(1, 100).mayShutDown()).isFalse();
        assertThat(due(100)).containsExactly(new BeginShutdown(cluster.life(1)));
        cluster.ok(new BeginShutdown(cluster.life(1)));

        long index = cluster.image.index();
        assertThat(leave(1, 200).mayShutDown()).isFalse();
        alive(0, 300);
        assertThat(leave(1, 300).mayShutDown()).isFalse();
        alive(2, 300);

        assertThat(cluster.image.index()).isEqualTo(index);
        assertThat(leave(1, 400).mayShutDown()).isTrue();
        assertThat(due(400)).isEmpty();
    }

    @Test
    void aLeavingBrokerDoesNotWaitForeverForTheOthers() {
        aliveAll(0);
        cluster.ok(new BeginShutdown(cluster.life(1)));

        assertThat(leave(1, 100).mayShutDown()).isFalse();
        assertThat(leave(1, 5_099).mayShutDown()).isFalse();
        assertThat(leave(1, 5_100).mayShutDown()).isTrue();
    }

    @Test
    void aFencedBrokerThatWantsToLeaveMay() {
        cluster.fence(1);

        assertThat(leave(1, 100).mayShutDown()).isTrue();
    }

    @Test
    void leadershipGoesBackToThePreferredReplicaOnceInAnInterval() {
        cluster.fence(1);
        cluster.unfence(1);
        cluster.alterIsr(2, 0, 1);
        aliveAll(29_000);

        assertThat(due(29_999)).isEmpty();
        assertThat(due(30_000)).containsExactly(new ElectLeaders(ElectionKind.PREFERRED, List.of(TestCluster.P0)));
        aliveAll(30_000);
        assertThat(due(31_000)).isEmpty();
    }

    @Test
    void leadershipDoesNotGoBackToAReplicaThatIsNotInSync() {
        cluster.fence(1);
        cluster.unfence(1);
        aliveAll(29_999);

        assertThat(due(30_000)).isEmpty();
    }

    private List<ClusterCommand> due(long nowMs) {
        return duties.due(cluster.image, nowMs);
    }

    private void aliveAll(long nowMs) {
        alive(0, nowMs);
        alive(1, nowMs);
        alive(2, nowMs);
    }

    private void alive(int brokerId, long nowMs) {
        duties.onHeartbeat(
                cluster.image, new BrokerHeartbeat(cluster.life(brokerId), cluster.image.index(), false, false), nowMs);
    }

    private HeartbeatVerdict leave(int brokerId, long nowMs) {
        return duties.onHeartbeat(
                cluster.image, new BrokerHeartbeat(cluster.life(brokerId), cluster.image.index(), false, true), nowMs);
    }
}
