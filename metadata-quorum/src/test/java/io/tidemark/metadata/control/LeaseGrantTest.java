// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LeaseGrantTest {
    @Test
    void grantsAFullLeaseWhileAMajorityIsHeard() {
        assertThat(LeaseGrant.leaseMs(1_500, 300, 600)).isEqualTo(1_500);
    }

    @Test
    void grantsLessTheLongerAMajorityIsSilentAndThenNothing() {
        assertThat(LeaseGrant.leaseMs(1_500, 1_000, 600)).isEqualTo(800);
        assertThat(LeaseGrant.leaseMs(1_500, 1_800, 600)).isZero();
        assertThat(LeaseGrant.leaseMs(1_500, Long.MAX_VALUE, 600)).isZero();
    }

    @Property
    void endsBeforeASuccessorFences(
            @ForAll @IntRange(min = 0, max = 10_000) int silenceMs,
            @ForAll @IntRange(min = 0, max = 300) int answerOnItsWayMs,
            @ForAll @IntRange(min = 50, max = 5_000) int fullMs) {
        int electionTimeoutMinMs = 600;
        long lastHeardByVoterMs = -(long) silenceMs - answerOnItsWayMs;
        long successorFencesMs = lastHeardByVoterMs + (long) electionTimeoutMinMs + fullMs;
        int grantedMs = LeaseGrant.leaseMs(fullMs, silenceMs, electionTimeoutMinMs);
        assertThat(grantedMs == 0 || grantedMs <= successorFencesMs).isTrue();
    }

    @Test
    void countsTheLeaderItselfAmongTheMajority() {
        assertThat(LeaseGrant.majoritySilenceMs(new long[] {})).isZero();
        assertThat(LeaseGrant.majoritySilenceMs(new long[] {7})).isEqualTo(7);
        assertThat(LeaseGrant.majoritySilenceMs(new long[] {900, 7})).isEqualTo(7);
        assertThat(LeaseGrant.majoritySilenceMs(new long[] {900, 7, 8, 800})).isEqualTo(8);
    }
}
