// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import io.tidemark.chaos.workload.SendOperation.Outcome;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each property catches its bad history and lets the near miss pass. */
class HistoryInvariantTest {
    private static SendOperation ok(long value, long offset, long invoked, long completed) {
        return new SendOperation(1, 0, value, invoked, completed, Outcome.OK, offset);
    }

    private static SendOperation told(Outcome outcome, long value) {
        return new SendOperation(1, 0, value, 0, 1, outcome, -1);
    }

    private static PollOperation poll(int process, Seen... records) {
        return new PollOperation(process, 0, 0, List.of(records));
    }

    private static Seen at(long offset, long value) {
        return new Seen(offset, value);
    }

    private static History history(List<SendOperation> sends, List<PollOperation> polls, Seen... finalRead) {
        TreeMap<Integer, List<Seen>> reads = new TreeMap<>();
        reads.put(0, List.of(finalRead));
        return new History(sends, polls, reads);
    }

    @Test
    void aGoodHistoryBreaksNothing() {
        History good = history(
                List.of(ok(7, 0, 0, 1), ok(8, 1, 2, 3), told(Outcome.INFO, 9), told(Outcome.FAIL, 10)),
                List.of(poll(1, at(0, 7)), poll(1, at(1, 8)), poll(2, at(0, 7), at(1, 8))),
                at(0, 7),
                at(1, 8),
                at(2, 9));
        for (HistoryInvariant invariant : HistoryInvariant.all()) {
            assertThat(invariant.violations(good))
                    .as(invariant.getClass().getSimpleName())
                    .isEmpty();
        }
    }

    @Nested
    class AcknowledgedRecords {
        private final HistoryInvariant invariant = new AcknowledgedRecordsSurvive();

        @Test
        void catchesALostRecord() {
            assertThat(invariant.violations(history(List.of(ok(7, 0, 0, 1), ok(8, 1, 2, 3)), List.of(), at(0, 7))))
                    .hasSize(1);
        }

        @Test
        void catchesARecordThatMoved() {
            assertThat(invariant.violations(history(List.of(ok(7, 0, 0, 1)), List.of(), at(1, 7))))
                    .hasSize(1);
        }

        @Test
        void letsAnUnknownWriteBeMissing() {
            assertThat(invariant.violations(history(List.of(told(Outcome.INFO, 7)), List.of())))
                    .isEmpty();
        }
    }

    @Nested
    class Duplicates {
        @Test
        void catchesAValueAtTwoOffsets() {
            assertThat(new EachRecordOnce().violations(history(List.of(), List.of(), at(0, 7), at(1, 7))))
                    .hasSize(1);
        }
    }

    @Nested
    class StableOffsets {
        private final HistoryInvariant invariant = new OffsetsAreStable();

        @Test
        void catchesAnOffsetThatChangedAfterItWasRead() {
            assertThat(invariant.violations(history(List.of(), List.of(poll(1, at(0, 7))), at(0, 8))))
                    .hasSize(1);
        }

        @Test
        void letsTwoReadersSeeTheSame() {
            assertThat(invariant.violations(
                            history(List.of(), List.of(poll(1, at(0, 7)), poll(2, at(0, 7))), at(0, 7))))
                    .isEmpty();
        }
    }

    @Nested
    class RefusedRecords {
        @Test
        void catchesARefusedRecordThatIsRead() {
            assertThat(new RefusedRecordsNeverAppear()
                            .violations(history(List.of(told(Outcome.FAIL, 7)), List.of(poll(1, at(0, 7))))))
                    .hasSize(1);
        }

        @Test
        void letsAnUnknownRecordBeRead() {
            assertThat(new RefusedRecordsNeverAppear()
                            .violations(history(List.of(told(Outcome.INFO, 7)), List.of(poll(1, at(0, 7))))))
                    .isEmpty();
        }
    }

    @Nested
    class Strangers {
        @Test
        void catchesAValueThatNobodySent() {
            assertThat(new NothingAppearsFromNowhere().violations(history(List.of(), List.of(), at(0, 7))))
                    .hasSize(1);
        }
    }

    @Nested
    class RealTime {
        private final HistoryInvariant invariant = new OffsetsFollowRealTime();

        @Test
        void catchesALaterWriteAtALowerOffset() {
            assertThat(invariant.violations(history(List.of(ok(7, 5, 0, 1), ok(8, 4, 2, 3)), List.of())))
                    .hasSize(1);
        }

        @Test
        void letsOverlappingWritesLandInAnyOrder() {
            assertThat(invariant.violations(history(List.of(ok(7, 5, 0, 3), ok(8, 4, 2, 4)), List.of())))
                    .isEmpty();
        }
    }

    @Nested
    class Polls {
        private final HistoryInvariant invariant = new PollsNeitherSkipNorGoBack();

        @Test
        void catchesASkippedOffset() {
            assertThat(invariant.violations(history(List.of(), List.of(poll(1, at(0, 7)), poll(1, at(2, 9))))))
                    .hasSize(1);
        }

        @Test
        void catchesAStepBack() {
            assertThat(invariant.violations(
                            history(List.of(), List.of(poll(1, at(0, 7), at(1, 8)), poll(1, at(0, 7))))))
                    .hasSize(1);
        }

        @Test
        void letsAnotherReaderStartAnew() {
            assertThat(invariant.violations(history(List.of(), List.of(poll(1, at(0, 7)), poll(2, at(0, 7))))))
                    .isEmpty();
        }
    }
}
