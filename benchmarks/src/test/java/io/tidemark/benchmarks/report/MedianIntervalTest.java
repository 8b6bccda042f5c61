// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
    @Test
    void aSingleValueSaysNothingOfTheMedian() {
        MedianInterval one = MedianInterval.of(List.of(3.0));

        assertThat(one).isEqualTo(new MedianInterval(3, 3, 3, 0, 1));
    }

    @Test
    void fewValuesGiveTheirRangeWithTheConfidenceThatItHas() {
        MedianInterval three = MedianInterval.of(List.of(5.0, 1.0, 2.0));

        assertThat(three.median()).isEqualTo(2);
        assertThat(three.low()).isEqualTo(1);
        assertThat(three.high()).isEqualTo(5);
        assertThat(three.confidence()).isCloseTo(0.75, within(1e-12));
    }

    @Test
    void tenValuesLeaveOutOneAtEachEnd() {
        MedianInterval ten = MedianInterval.of(
                IntStream.rangeClosed(1, 10).mapToObj(Double::valueOf).toList());

        assertThat(ten.median()).isEqualTo(5.5);
        assertThat(ten.low()).isEqualTo(2);
        assertThat(ten.high()).isEqualTo(9);
        assertThat(ten.confidence()).isCloseTo(1 - 2 * 11 / 1024.0, within(1e-12));
    }

    @Test
    void ratiosAreTakenWithinPairsSoThatADriftOfTheMachineCancelsOut() {
        MedianInterval ratio = MedianInterval.ofRatios(List.of(2.0, 20.0, 200.0), List.of(1.0, 10.0, 100.0));

        assertThat(ratio.low()).isEqualTo(2);
        assertThat(ratio.high()).isEqualTo(2);
    }

    @Test
    void refusesNoValuesAndValuesWithoutPartner() {
        assertThatThrownBy(() -> MedianInterval.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MedianInterval.ofRatios(List.of(1.0), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 200)
    void theIntervalHoldsTheMedian(
            @ForAll @Size(min = 1, max = 40) List<@DoubleRange(min = 0.01, max = 1000) Double> values) {
        MedianInterval interval = MedianInterval.of(values);

        assertThat(interval.low()).isLessThanOrEqualTo(interval.median());
        assertThat(interval.high()).isGreaterThanOrEqualTo(interval.median());
        assertThat(values.size() < 6 || interval.confidence() >= 0.95).isTrue();
    }
}
