// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EpochHistoryTest {
    private static EpochHistory of(int... epochsAndStarts) {
        EpochHistory history = new EpochHistory();
        for (int i = 0; i < epochsAndStarts.length; i += 2) {
            history.assign(epochsAndStarts[i], epochsAndStarts[i + 1]);
        }
        return history;
    }

    @Nested
    class EndOffsetFor {
        @Test
        void latestEpochEndsAtTheLogEnd() {
            assertThat(of(1, 0, 3, 10).endOffsetFor(3, 25)).isEqualTo(new EpochHistory.End(3, 25));
        }

        @Test
        void epochAboveTheLatestIsUndefined() {
            assertThat(of(1, 0, 3, 10).endOffsetFor(4, 25)).isNull();
        }

        @Test
        void everyEpochOfAnEmptyHistoryIsUndefined() {
            assertThat(of().endOffsetFor(0, 0)).isNull();
        }

        @Test
        void epochBetweenTwoIsAnsweredWithTheOneBelow() {
            assertThat(of(1, 0, 3, 10, 7, 20).endOffsetFor(5, 25)).isEqualTo(new EpochHistory.End(3, 20));
        }

        @Test
        void epochBelowTheFirstEndsWhereTheFirstBegins() {
            assertThat(of(3, 10).endOffsetFor(1, 25)).isEqualTo(new EpochHistory.End(1, 10));
        }

        @Test
        void epoch0IsAnEpoch() {
            assertThat(of(0, 0, 2, 5).endOffsetFor(0, 9)).isEqualTo(new EpochHistory.End(0, 5));
            assertThat(of(0, 0).latest()).isEqualTo(OptionalInt.of(0));
        }
    }

    @Test
    void cutAtTheLogEndForgetsTheEpochThatBeginsThere() {
        EpochHistory history = of(1, 0, 3, 10);

        history.truncateFromEnd(10);

        assertThat(history.starts()).containsExactly(new EpochHistory.Start(1, 0));
    }

    @Test
    void trimKeepsTheEpochThatSpansTheStart() {
        EpochHistory history = of(1, 0, 3, 10, 5, 20);

        history.truncateFromStart(15);

        assertThat(history.starts()).containsExactly(new EpochHistory.Start(3, 15), new EpochHistory.Start(5, 20));
    }

    @Test
    void trimToAnEmptyLogKeepsTheLastEpoch() {
        EpochHistory history = of(1, 0, 3, 10);

        history.truncateFromStart(30);

        assertThat(history.starts()).containsExactly(new EpochHistory.Start(3, 30));
    }

    @Test
    void laterEpochAtTheSameOffsetReplacesTheEmptyOne() {
        assertThat(of(1, 0, 3, 10, 4, 10).starts())
                .containsExactly(new EpochHistory.Start(1, 0), new EpochHistory.Start(4, 10));
    }

    @Test
    void copyIsIndependent() {
        EpochHistory history = of(1, 0);
        EpochHistory copy = history.copy();

        history.assign(2, 5);

        assertThat(copy.starts()).containsExactly(new EpochHistory.Start(1, 0));
    }

    /** The rules as a list of entries, looked through from one end to the other. */
    private static final class Model {
        private final List<EpochHistory.Start> starts = new ArrayList<>();

        void assign(int leaderEpoch, long startOffset) {
            starts.removeIf(start -> start.leaderEpoch() >= leaderEpoch || start.startOffset() >= startOffset);
            starts.add(new EpochHistory.Start(leaderEpoch, startOffset));
        }

        void truncateFromEnd(long endOffset) {
            starts.removeIf(start -> start.startOffset() >= endOffset);
        }

        void truncateFromStart(long logStart) {
            EpochHistory.Start spanning = null;
            for (EpochHistory.Start start : starts) {
                if (start.startOffset() <= logStart) {
                    spanning = start;
                }
            }
            starts.removeIf(start -> start.startOffset() <= logStart);
            if (spanning != null) {
                starts.add(0, new EpochHistory.Start(spanning.leaderEpoch(), logStart));
            }
        }

        EpochHistory.@Nullable End endOffsetFor(int leaderEpoch, long logEnd) {
            if (starts.isEmpty() || leaderEpoch > starts.get(starts.size() - 1).leaderEpoch()) {
                return null;
            }
            EpochHistory.End end =
                    new EpochHistory.End(leaderEpoch, starts.get(0).startOffset());
            for (int i = 0; i < starts.size(); i++) {
                if (starts.get(i).leaderEpoch() <= leaderEpoch) {
                    long next = i + 1 < starts.size() ? starts.get(i + 1).startOffset() : logEnd;
                    end = new EpochHistory.End(starts.get(i).leaderEpoch(), next);
                }
            }
            return end;
        }

        int leaderEpochAt(long offset) {
            int found = -1;
            for (EpochHistory.Start start : starts) {
                found = start.startOffset() <= offset ? start.leaderEpoch() : found;
            }
            return found;
        }
    }

    /** What may be done to a history. */
    enum Change {
        ASSIGN,
        CUT,
        TRIM
    }

    record Step(Change change, int leaderEpoch, long offset) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> epochs = Arbitraries.integers().between(0, 12);
        Arbitrary<Long> offsets = Arbitraries.longs().between(0, 30);
        return Combinators.combine(Arbitraries.of(Change.class), epochs, offsets)
                .as(Step::new)
                .list()
                .ofMaxSize(14);
    }

    @Property(tries = 500)
    void agreesWithTheModel(@ForAll("steps") List<Step> steps) {
        EpochHistory history = new EpochHistory();
        Model model = new Model();
        for (Step step : steps) {
            switch (step.change()) {
                case ASSIGN -> {
                    history.assign(step.leaderEpoch(), step.offset());
                    model.assign(step.leaderEpoch(), step.offset());
                }
                case CUT -> {
                    history.truncateFromEnd(step.offset());
                    model.truncateFromEnd(step.offset());
                }
                default -> {
                    history.truncateFromStart(step.offset());
                    model.truncateFromStart(step.offset());
                }
            }
            assertThat(history.starts()).isEqualTo(model.starts);
            for (int leaderEpoch = 0; leaderEpoch <= 13; leaderEpoch++) {
                assertThat(history.endOffsetFor(leaderEpoch, 40)).isEqualTo(model.endOffsetFor(leaderEpoch, 40));
            }
            for (long offset = 0; offset <= 31; offset++) {
                assertThat(history.leaderEpochAt(offset)).isEqualTo(model.leaderEpochAt(offset));
            }
        }
    }

    @Property(tries = 500)
    void staysStrictlyIncreasing(@ForAll("steps") List<Step> steps) {
        EpochHistory history = new EpochHistory();
        steps.forEach(step -> history.assign(step.leaderEpoch(), step.offset()));

        List<EpochHistory.Start> starts = history.starts();

        for (int i = 1; i < starts.size(); i++) {
            assertThat(starts.get(i).leaderEpoch())
                    .isGreaterThan(starts.get(i - 1).leaderEpoch());
            assertThat(starts.get(i).startOffset())
                    .isGreaterThan(starts.get(i - 1).startOffset());
        }
    }
}
