// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeadPatienceTest {
    private static final long LIMIT_MS = 2000;

    private final LeadPatience patience = new LeadPatience(LIMIT_MS);

    @Test
    void aLeaderThatGetsNowhereIsOverAfterTheLimit() {
        assertThat(patience.isOver(at(1, 94, 93), true, 0)).isFalse();
        assertThat(patience.isOver(at(1, 94, 93), true, LIMIT_MS - 1)).isFalse();
        assertThat(patience.isOver(at(1, 94, 93), true, LIMIT_MS)).isTrue();
    }

    @Test
    void aLeaderWithNothingToDoIsNeverOver() {
        assertThat(patience.isOver(at(1, 94, 94), false, 0)).isFalse();
        assertThat(patience.isOver(at(1, 94, 94), false, 10 * LIMIT_MS)).isFalse();
        assertThat(patience.isOver(at(1, 94, 94), true, 10 * LIMIT_MS + 1)).isFalse();
        assertThat(patience.isOver(at(1, 94, 94), true, 11 * LIMIT_MS + 1)).isTrue();
    }

    @Test
    void anyMovementBuysTime() {
        assertThat(patience.isOver(at(1, 94, 93), true, 0)).isFalse();
        assertThat(patience.isOver(at(1, 94, 94), true, LIMIT_MS)).isFalse();
        assertThat(patience.isOver(at(1, 95, 94), true, 2 * LIMIT_MS)).isFalse();
        assertThat(patience.isOver(at(2, 95, 94), true, 3 * LIMIT_MS)).isFalse();
        assertThat(patience.isOver(at(2, 95, 94), true, 4 * LIMIT_MS)).isTrue();
    }

    @Test
    void eachTimeItMayTakeTwiceAsLong() {
        long now = 0;
        for (int doubling = 0; doubling < 4; doubling++) {
            LeadProgress stuck = at(doubling, 94, 93);
            assertThat(patience.isOver(stuck, true, now)).isFalse();
            now += LIMIT_MS << doubling;
            assertThat(patience.isOver(stuck, true, now - 1)).isFalse();
            assertThat(patience.isOver(stuck, true, now)).isTrue();
            assertThat(patience.isOver(null, true, now)).isFalse();
        }
        assertThat(patience.isOver(at(9, 95, 95), false, now)).isFalse();
        assertThat(patience.isOver(at(9, 95, 95), true, now + LIMIT_MS)).isTrue();
    }

    private static LeadProgress at(long term, long committedIndex, long matchIndex) {
        return new LeadProgress(term, committedIndex, List.of(matchIndex, 12L));
    }
}
