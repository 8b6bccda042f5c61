// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class IntendedTimesTest {
    @Test
    void operationsAreEvenlySpread() {
        IntendedTimes times = new IntendedTimes(500, 1_000_000);

        assertThat(times.dueNanos(0)).isEqualTo(500);
        assertThat(times.dueNanos(1)).isEqualTo(1_500);
        assertThat(times.dueNanos(1_000_000)).isEqualTo(500 + 1_000_000_000L);
    }

    @Test
    void nothingIsDueBeforeTheStart() {
        assertThat(new IntendedTimes(500, 1_000).dueBy(499)).isZero();
        assertThat(new IntendedTimes(500, 1_000).dueBy(500)).isEqualTo(1);
    }

    @Property(tries = 500)
    void countsExactlyTheOperationsThatAreDue(
            @ForAll @DoubleRange(min = 0.1, max = 1_000_000) double perSecond,
            @ForAll @LongRange(min = 0, max = 100_000_000_000L) long elapsedNanos) {
        IntendedTimes times = new IntendedTimes(0, perSecond);

        long due = times.dueBy(elapsedNanos);

        assertThat(times.dueNanos(due - 1)).isLessThanOrEqualTo(elapsedNanos);
        assertThat(times.dueNanos(due)).isGreaterThan(elapsedNanos);
    }
}
