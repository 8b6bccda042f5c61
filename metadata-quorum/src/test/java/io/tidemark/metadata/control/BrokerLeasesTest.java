// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerLeasesTest {
    private static final BrokerLife ONE = new BrokerLife(1, 10);
    private static final BrokerLife TWO = new BrokerLife(2, 11);

    private final BrokerLeases leases = new BrokerLeases(1_500, 100);

    @Test
    void aLeaseEndsALeaseLengthAfterTheLastHeartbeat() {
        leases.onHeartbeat(ONE, 0);
        leases.onHeartbeat(ONE, 1_000);

        assertThat(leases.expired(2_499)).isEmpty();
        assertThat(leases.isAlive(ONE, 2_499)).isTrue();
        assertThat(leases.expired(2_500)).containsExactly(ONE);
        assertThat(leases.isAlive(ONE, 2_500)).isFalse();
    }

    @Test
    void aNewControllerGivesFullLeasesToAll() {
        leases.restart(List.of(ONE, TWO), 700);

        assertThat(leases.expired(2_199)).isEmpty();
        assertThat(leases.expired(2_200)).containsExactly(ONE, TWO);
    }

    @Test
    void aBrokenConnectionAloneShortensNothing() {
        leases.onHeartbeat(ONE, 0);

        leases.onConnectionLost(ONE, 10);

        assertThat(leases.expired(1_499)).isEmpty();
    }

    @Test
    void aRefusedProbeEndsTheLease() {
        leases.onHeartbeat(ONE, 0);
        leases.onConnectionLost(ONE, 10);
        assertThat(leases.probesDue(10)).containsExactly(ONE);

        leases.onProbe(ONE, ProbeResult.REFUSED, 11);

        assertThat(leases.expired(11)).containsExactly(ONE);
    }

    @Test
    void anyOtherProbeProvesNothingAndIsTriedAgain() {
        leases.onHeartbeat(ONE, 0);
        leases.onConnectionLost(ONE, 10);
        leases.probesDue(10);

        leases.onProbe(ONE, ProbeResult.OTHER, 20);

        assertThat(leases.expired(20)).isEmpty();
        assertThat(leases.probesDue(109)).isEmpty();
        assertThat(leases.probesDue(110)).containsExactly(ONE);
    }

    @Test
    void aHeartbeatEndsTheProbing() {
        leases.onHeartbeat(ONE, 0);
        leases.onConnectionLost(ONE, 10);

        leases.onHeartbeat(ONE, 50);

        assertThat(leases.probesDue(200)).isEmpty();
    }

    @Test
    void aRefusalThatComesAfterANewerHeartbeatProvesNothing() {
        leases.onHeartbeat(ONE, 0);
        leases.onConnectionLost(ONE, 10);
        leases.probesDue(10);
        leases.onHeartbeat(ONE, 12);

        leases.onProbe(ONE, ProbeResult.REFUSED, 13);

        assertThat(leases.expired(13)).isEmpty();
    }

    @Test
    void anOlderLifeChangesNothingG37() {
        BrokerLife next = new BrokerLife(1, 20);
        leases.onHeartbeat(next, 0);

        assertThat(leases.onHeartbeat(ONE, 1_000)).isFalse();
        leases.track(ONE, 1_000);
        leases.onConnectionLost(ONE, 1_000);
        leases.onProbe(ONE, ProbeResult.REFUSED, 1_000);

        assertThat(leases.probesDue(1_000)).isEmpty();
        assertThat(leases.expired(1_499)).isEmpty();
        assertThat(leases.expired(1_500)).containsExactly(next);
    }

    @Test
    void aLeaseThatIsAlreadyTrackedIsNotProlonged() {
        leases.onHeartbeat(ONE, 0);

        leases.track(ONE, 1_000);

        assertThat(leases.expired(1_500)).containsExactly(ONE);
    }

    @Test
    void aForgottenLifeIsNotListed() {
        leases.onHeartbeat(ONE, 0);

        leases.forget(ONE);

        assertThat(leases.expired(9_999)).isEmpty();
    }

    @Test
    void aClockThatWrapsAroundDoesNotEndALeaseEarly() {
        leases.onHeartbeat(ONE, Long.MAX_VALUE - 100);

        assertThat(leases.expired(Long.MAX_VALUE)).isEmpty();
        assertThat(leases.expired(Long.MIN_VALUE + 1_399)).containsExactly(ONE);
    }
}
