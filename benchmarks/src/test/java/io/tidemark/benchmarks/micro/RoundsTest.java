// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void roundsInWhichTheGaugeTookLongAreLeftOut() {
        double[] gauge = {10, 11, 100, 12, 15.1};
        double[] values = {1, 2, 1000, 3, 6};

        Rounds rounds = Rounds.undisturbed(gauge.length, round -> gauge[round]);

        assertThat(rounds.all()).isEqualTo(5);
        assertThat(rounds.disturbed()).isEqualTo(1);
        assertThat(rounds.median(round -> values[round])).isEqualTo(2.5);
        assertThat(rounds.sum(round -> values[round])).isEqualTo(12);
    }

    @Test
    void halfAsLongAgainAsTheMedianIsNotYetDisturbed() {
        double[] gauge = {10, 10, 15};

        assertThat(Rounds.undisturbed(3, round -> gauge[round]).disturbed()).isZero();
    }

    @Test
    void whereHalfIsDisturbedTheOtherHalfCounts() {
        double[] gauge = {1, 1, 50, 50, 1};

        assertThat(Rounds.undisturbed(5, round -> gauge[round]).disturbed()).isEqualTo(2);
    }
}
