// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ReplicationQuotaTest {
    private final ReplicationQuota quota = new ReplicationQuota();

    @Test
    void whatWasTakenIsPaidForWithTime() {
        quota.setRate(1_000, 0);
        assertThat(quota.waitMs(0)).isZero();
        quota.onTaken(3_000, 0);
        assertThat(quota.waitMs(0)).isEqualTo(2_001);
        assertThat(quota.waitMs(2_000)).isEqualTo(1);
        assertThat(quota.waitMs(2_001)).isZero();
    }

    @Test
    void noMoreThanASecondsWorthIsSavedUp() {
        quota.setRate(1_000, 0);
        quota.onTaken(1_001, 60_000);
        assertThat(quota.waitMs(60_000)).isEqualTo(2);
    }

    @Test
    void anotherRateCountsFromNowOn() {
        quota.setRate(1_000, 0);
        quota.onTaken(11_000, 0);
        assertThat(quota.waitMs(0)).isEqualTo(10_001);
        quota.setRate(10_000, 5_000);
        assertThat(quota.waitMs(5_000)).isEqualTo(501);
    }

    @Property
    void overAnyTimeTheRateHoldsBesidesOneSecondAndOnePiece(
            @ForAll @LongRange(min = 1, max = 1_000_000) long rate,
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 1, max = 2_000_000) Integer> pieces) {
        ReplicationQuota bounded = new ReplicationQuota();
        bounded.setRate(rate, 0);
        long nowMs = 0;
        long taken = 0;
        int largest = 0;
        for (int piece : pieces) {
            long waitMs = bounded.waitMs(nowMs);
            nowMs += waitMs;
            assertThat(bounded.waitMs(nowMs)).as("waited long enough").isLessThanOrEqualTo(1);
            bounded.onTaken(piece, nowMs);
            taken += piece;
            largest = Math.max(largest, piece);
            assertThat((double) taken)
                    .isLessThanOrEqualTo((double) rate * ((double) nowMs / 1000 + 1.01) + largest + 1);
        }
    }
}
