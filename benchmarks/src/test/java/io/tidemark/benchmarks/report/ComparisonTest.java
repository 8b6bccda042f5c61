// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void comparesWithinPairsAndLeavesOutRunsWithoutPartner() {
        Comparison comparison = new Comparison(List.of(
                run("tidemark", 1, 30),
                run("kafka", 1, 10),
                run("tidemark", 2, 80),
                run("kafka", 2, 20),
                run("kafka", 3, 1)));

        assertThat(comparison.rows()).singleElement().satisfies(row -> {
            assertThat(row.ratio().count()).isEqualTo(2);
            assertThat(row.ratio().low()).isEqualTo(3);
            assertThat(row.ratio().high()).isEqualTo(4);
            assertThat(row.goal())
                    .hasValueSatisfying(goal -> assertThat(goal.ratio()).isEqualTo(2));
        });
    }

    @Test
    void aLaterRunOfTheSamePairReplacesTheEarlier() {
        Comparison comparison =
                new Comparison(List.of(run("tidemark", 1, 30), run("kafka", 1, 10), run("kafka", 1, 15)));

        assertThat(comparison.rows().get(0).ratio().median()).isEqualTo(2);
    }

    @Test
    void anotherPeerIsARowOfItsOwn() {
        Comparison comparison =
                new Comparison(List.of(run("tidemark", 1, 30), run("kafka", 1, 10), run("kafka-tuned", 1, 15)));

        assertThat(comparison.rows()).extracting(Comparison.Row::peer).containsExactly("kafka", "kafka-tuned");
    }

    @Test
    void aPeerThatMeasuredNothingGivesNoRatio() {
        Comparison comparison = new Comparison(List.of(run("tidemark", 1, 30), run("kafka", 1, 0)));

        assertThat(comparison.rows()).isEmpty();
    }

    @Test
    void aGoalIsReachedOnItsOwnSideOnly() {
        assertThat(Goal.of("throughput-1k", "mbPerSecond", "kafka")
                        .orElseThrow()
                        .isReachedBy(1.9))
                .isFalse();
        assertThat(Goal.of("throughput-1k", "mbPerSecond", "kafka")
                        .orElseThrow()
                        .isReachedBy(2.0))
                .isTrue();
        assertThat(Goal.of("latency-1k", "ackP99Micros", "kafka").orElseThrow().isReachedBy(0.41))
                .isFalse();
        assertThat(Goal.of("latency-1k", "ackP99Micros", "kafka").orElseThrow().isReachedBy(0.4))
                .isTrue();
    }

    static RunResult run(String system, int pair, double mbPerSecond) {
        return new RunResult(
                system,
                "throughput-1k",
                pair,
                new TreeMap<>(Map.of("mbPerSecond", mbPerSecond)),
                new TreeMap<>(Map.of("acks", "all")),
                new TreeMap<>());
    }
}
