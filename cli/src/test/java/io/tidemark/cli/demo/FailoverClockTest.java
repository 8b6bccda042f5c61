// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FailoverClockTest {
    private static final long MS = 1_000_000;
    private static final long START = 5_000 * MS;

    private final FailoverClock clock = new FailoverClock();

    @Test
    void measuresToTheFirstAcknowledgementOnTheLastAffectedPartition() {
        clock.onKill(START, List.of(1, 4));
        clock.onAcknowledged(4, START + MS, START + 300 * MS);
        clock.onAcknowledged(4, START + MS, START + 900 * MS);
        assertThat(clock.isComplete()).isFalse();
        assertThat(clock.elapsedMs()).isEmpty();

        clock.onAcknowledged(1, START + 2 * MS, START + 450 * MS);

        assertThat(clock.elapsedMs()).hasValue(450);
        assertThat(clock.elapsedMsByPartition()).containsEntry(1, 450L).containsEntry(4, 300L);
    }

    @Test
    void doesNotCountAWriteThatWasSentBeforeTheKill() {
        clock.onKill(START, List.of(1));

        clock.onAcknowledged(1, START - MS, START + MS);

        assertThat(clock.isComplete()).isFalse();
    }

    @Test
    void doesNotCountOtherPartitionsOrAnythingBeforeTheKill() {
        clock.onAcknowledged(1, START, START + MS);
        assertThat(clock.isComplete()).isFalse();

        clock.onKill(START, List.of(1));
        clock.onAcknowledged(2, START + MS, START + 2 * MS);

        assertThat(clock.isComplete()).isFalse();
    }

    @Test
    void beginsAnewWithEachKill() {
        clock.onKill(START, List.of(1));
        clock.onAcknowledged(1, START + MS, START + 300 * MS);

        clock.onKill(START + 9_000 * MS, List.of(2));
        assertThat(clock.isComplete()).isFalse();
        clock.onAcknowledged(2, START + 9_001 * MS, START + 9_100 * MS);

        assertThat(clock.elapsedMsByPartition()).containsOnlyKeys(2);
        assertThat(clock.elapsedMs()).hasValue(100);
    }

    @Test
    void outlivesAClockThatPassesZero() {
        clock.onKill(-MS, List.of(0));

        clock.onAcknowledged(0, MS, 2 * MS);

        assertThat(clock.elapsedMs()).hasValue(3);
    }
}
