// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.broker.BrokerLifecycle.Phase;
import io.tidemark.engine.runtime.BrokerLease;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BrokerLifecycleTest {
    private static final int LEASE_MS = 1_500;

    private final List<String> actions = new ArrayList<>();
    private final BrokerLifecycle life =
            new BrokerLifecycle(1, new LifecycleTimes(300, 500, 5_000, 10_000, 3_000), new Recorder());

    private static BrokerImage self(long brokerEpoch, boolean fenced) {
        UUID id = new UUID(1, 1);
        return new BrokerImage(
                1, brokerEpoch, id, new Endpoint("h", 1), "", id, fenced, false, false, id, FeatureLevel.LATEST);
    }

    private static CommandAnswer registered(long brokerEpoch) {
        return new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", brokerEpoch, brokerEpoch, null, List.of(), -1);
    }

    private static HeartbeatAnswer beat(boolean fenced, boolean mayShutDown) {
        return new HeartbeatAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, fenced, mayShutDown, LEASE_MS, 7);
    }

    private List<String> taken() {
        List<String> all = List.copyOf(actions);
        actions.clear();
        return all;
    }

    private void runAt(long nowMs) {
        life.onStart();
        life.onRegisterAnswer(registered(7), nowMs);
        life.onImage(self(7, true), 7, nowMs);
        life.onImage(self(7, false), 7, nowMs);
        life.onHeartbeatAnswer(beat(false, false), nowMs, nowMs);
        taken();
    }

    @Test
    void asksToBeUnfencedOnlyOnceItsImageHoldsItsRegistration() {
        life.onStart();
        life.onRegisterAnswer(registered(7), 0);
        life.onImage(self(3, true), 7, 10);
        assertThat(taken()).containsExactly("register");

        life.onImage(self(7, true), 7, 20);

        assertThat(taken()).containsExactly("activate", "heartbeat unfence at 20");
        assertThat(life.phase()).isEqualTo(Phase.FENCED);
    }

    @Test
    void runsWhenTheImageSaysItIsUnfenced() {
        runAt(100);

        assertThat(life.phase()).isEqualTo(Phase.RUNNING);
        assertThat(life.isLeaseValid()).isTrue();
    }

    @Test
    void registersAgainWhenNoControllerAnswers() {
        life.onStart();
        life.onRegisterAnswer(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "", -1), 0);
        taken();
        life.onTick(499);
        assertThat(taken()).isEmpty();

        life.onTick(500);

        assertThat(taken()).containsExactly("register");
    }

    @Test
    void endsWhenAnotherProcessHoldsItsIdForLong() {
        life.onStart();
        CommandAnswer duplicate =
                CommandAnswer.failed(ErrorCode.ERROR_CODE_DUPLICATE_BROKER_REGISTRATION, "broker 1 runs already", -1);
        life.onRegisterAnswer(duplicate, 0);
        assertThat(life.phase()).isEqualTo(Phase.REGISTERING);

        life.onRegisterAnswer(duplicate, 5_000);

        assertThat(life.phase()).isEqualTo(Phase.ENDED);
        assertThat(taken()).last().asString().startsWith("end: another process runs as broker 1");
    }

    @Test
    void countsTheLeaseFromWhenTheHeartbeatWasSent() {
        runAt(0);
        life.onHeartbeatAnswer(beat(false, false), 300, 1_600);

        life.onTick(1_649);
        assertThat(life.isLeaseValid()).isTrue();
        life.onTick(1_650);
        assertThat(life.isLeaseValid()).isFalse();
        assertThat(taken()).endsWith("no lease");
    }

    @Test
    void saysWithEachAnswerWhenTheLeaseEndsNow() {
        runAt(0);

        life.onHeartbeatAnswer(beat(false, false), 300, 310);
        life.onHeartbeatAnswer(beat(false, false), 600, 620);

        assertThat(taken()).containsExactly("lease until 1650", "lease until 1950");
    }

    @Test
    void endsTheLeaseBeforeTheControllerDoes() {
        runAt(0);

        life.onTick(LEASE_MS - LEASE_MS / 10);

        assertThat(life.isLeaseValid()).isFalse();
    }

    @Test
    void doesNotRenewTheLeaseOfAFencedBroker() {
        runAt(0);
        life.onHeartbeatAnswer(beat(true, false), 1_000, 1_000);

        life.onTick(1_400);

        assertThat(life.isLeaseValid()).isFalse();
    }

    @Test
    void asksToBeUnfencedAgainAfterItWasFenced() {
        runAt(0);
        life.onImage(self(7, true), 7, 100);
        life.onTick(300);

        assertThat(life.isLeaseValid()).isFalse();
        assertThat(taken()).contains("heartbeat unfence at 300");
    }

    @Test
    void endsWhenItsEpochIsStale() {
        runAt(0);
        life.onHeartbeatAnswer(
                new HeartbeatAnswer(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH, true, false, LEASE_MS, 7), 100, 110);

        assertThat(life.phase()).isEqualTo(Phase.ENDED);
        assertThat(taken()).anyMatch(action -> action.startsWith("end: broker 1 with epoch 7"));
    }

    @Test
    void endsWhenTheImageHoldsALaterLife() {
        runAt(0);
        life.onImage(self(9, true), 7, 100);

        assertThat(life.phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void leavesWhenTheControllerAllowsIt() {
        runAt(0);
        life.onStop(100);
        assertThat(taken()).containsExactly("heartbeat shutdown at 100");
        life.onHeartbeatAnswer(beat(false, false), 100, 110);
        assertThat(life.phase()).isEqualTo(Phase.LEAVING);

        life.onHeartbeatAnswer(beat(false, true), 400, 410);

        assertThat(life.phase()).isEqualTo(Phase.LEFT);
        assertThat(taken()).contains("left in good order");
    }

    @Test
    void leavesAnywayWhenTimeIsOver() {
        runAt(0);
        life.onStop(100);
        life.onTick(10_100);

        assertThat(life.phase()).isEqualTo(Phase.LEFT);
    }

    @Test
    void leavesAnywayWhenNoControllerAnswers() {
        runAt(0);
        life.onStop(100);
        life.onHeartbeatLost(200);
        life.onTick(3_200);

        assertThat(life.phase()).isEqualTo(Phase.LEFT);
    }

    @Test
    void leavesAtOnceBeforeItServes() {
        life.onStart();
        life.onStop(10);

        assertThat(life.phase()).isEqualTo(Phase.LEFT);
    }

    @Test
    void whoIsHeardButHearsNothingGoesOnBeatingAndHasNoLease() {
        runAt(0);

        for (long nowMs = 300; nowMs <= 30_000; nowMs += 300) {
            life.onTick(nowMs);
            life.onHeartbeatLost(nowMs + 100);

            assertThat(life.isLeaseValid()).isFalse();
            assertThat(taken()).anyMatch(action -> action.startsWith("heartbeat"));
        }
        assertThat(life.phase()).isEqualTo(Phase.RUNNING);

        life.onHeartbeatAnswer(beat(false, false), 30_100, 30_200);

        assertThat(life.isLeaseValid()).isTrue();
    }

    @Test
    void aLostHeartbeatSuspendsTheLeaseUntilTheNextAnswer() {
        runAt(100);

        life.onHeartbeatLost(200);
        assertThat(life.isLeaseValid()).isFalse();
        assertThat(taken()).contains("no lease");

        life.onHeartbeatAnswer(beat(false, false), 250, 260);
        assertThat(life.isLeaseValid()).isTrue();
    }

    @Test
    void aLeaseCountsOnceTheImageShowsWhatWasGivenToOthersWhenItWasGranted() {
        runAt(0);

        life.onHeartbeatAnswer(granted(9), 1_000, 1_010);
        life.onHeartbeatAnswer(granted(12), 1_300, 1_310);
        life.onTick(1_349);
        assertThat(life.isLeaseValid()).isTrue();
        life.onTick(1_350);
        assertThat(life.isLeaseValid()).isFalse();

        life.onImage(self(7, false), 10, 1_400);
        assertThat(life.isLeaseValid()).isTrue();
        life.onTick(2_350);
        assertThat(life.isLeaseValid()).isFalse();
        life.onImage(self(7, false), 12, 2_400);
        assertThat(life.isLeaseValid()).isTrue();
    }

    private static HeartbeatAnswer granted(long metadataIndex) {
        return new HeartbeatAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, false, false, LEASE_MS, metadataIndex);
    }

    @Test
    void aFencedBrokerHasNoLeaseWhateverALateAnswerSays() {
        runAt(100);

        life.onImage(self(7, true), 7, 200);
        assertThat(life.isLeaseValid()).isFalse();
        life.onHeartbeatAnswer(beat(false, false), 190, 210);

        assertThat(life.isLeaseValid()).isFalse();
        life.onImage(self(7, false), 7, 220);
        assertThat(life.isLeaseValid()).isTrue();
    }

    /** Keeps what is asked for; announcements are for people. */
    private final class Recorder implements LifecycleActions {
        @Override
        public void register() {
            actions.add("register");
        }

        @Override
        public void activate() {
            actions.add("activate");
        }

        @Override
        public void heartbeat(boolean wantUnfence, boolean wantShutdown, long sentMs) {
            String wish = wantUnfence ? " unfence" : wantShutdown ? " shutdown" : "";
            actions.add("heartbeat" + wish + " at " + sentMs);
        }

        @Override
        public void lease(long endMs) {
            actions.add(endMs == BrokerLease.NONE ? "no lease" : "lease until " + endMs);
        }

        @Override
        public void left(String how) {
            actions.add("left " + how);
        }

        @Override
        public void end(String reason) {
            actions.add("end: " + reason);
        }

        @Override
        public void announce(String line) {
            assertThat(line).isNotBlank();
        }
    }
}
