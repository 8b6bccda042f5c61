// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterleavedTest {
    private final List<String> told = new ArrayList<>();

    @Test
    void everyTurnFollowsWhatIsDoneForAllAndWhatItAsksForItself() throws IOException {
        Contender one = new Contender("one", () -> told.add("one")).prepared(() -> told.add("before one"), 1);
        Contender two = new Contender("two", () -> told.add("two")).prepared(() -> told.add("before two"), 1);

        List<Measured> results = new Interleaved(
                        60_000, 4, () -> told.add("between"), new Background(List.of("no-such-thread"), 1000))
                .run(List.of(one, two));

        assertThat(results).extracting(Measured::name).containsExactly("one", "two");
        assertThat(told).hasSize(3 * 2 * (2 + 4));
        for (int i = 0; i < told.size(); i += 3) {
            assertThat(told.get(i)).isEqualTo("between");
            assertThat(told.get(i + 1)).isEqualTo("before " + told.get(i + 2));
        }
    }

    @Test
    void timesAreThoseOfOneOperation() throws IOException {
        Contender contender = new Contender("once", () -> told.add("x")).prepared(() -> {}, 1000);

        Measured measured = new Interleaved(60_000, 1, () -> {}, new Background(List.of("no-such-thread"), 1000))
                .run(List.of(contender))
                .get(0);

        assertThat(measured.wallMicros(0)).isPositive().isLessThan(10_000);
        assertThat(told).hasSize(1000);
    }
}
