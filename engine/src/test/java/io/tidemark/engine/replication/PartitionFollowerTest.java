// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static io.tidemark.engine.replication.ReplicaFixture.FETCH_RETRY_MS;
import static io.tidemark.engine.replication.ReplicaFixture.assigned;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PartitionFollowerTest {
    private static final ProducerStates.Snapshot PRODUCER =
            new ProducerStates.Snapshot(7, (short) 1, List.of(new ProducerStates.Batch(0, 3, 20)));

    private final ReplicaFixture follower = ReplicaFixture.following();

    private static Effect.SendFetch fetch(long id, long offset, int lastEpoch, long highWatermark) {
        return new Effect.SendFetch(id, 2, 1, offset, 0, OptionalInt.of(lastEpoch), 0, highWatermark, false);
    }

    /** Follows broker 2 in epoch 5 over a log of epochs 1, 2 and 3; its first fetch is open. */
    private static ReplicaFixture withHistory(long highWatermark, int lastUnclean) {
        ReplicaFixture fixture = ReplicaFixture.over(ReplicaFixture.log(0, 12, highWatermark, 1, 0, 2, 4, 3, 8));
        fixture.assign(assigned().leader(2).epochs(5, 5).lastUnclean(lastUnclean));
        return fixture;
    }

    @Nested
    class OnBatches {
        @Test
        void appendsAsItIsAndAcknowledgesWithTheNextFetch() {
            ByteBuffer first = Batches.stored(0, 2, 1);
            ByteBuffer second = Batches.stored(2, 3, 1);

            assertThat(follower.replyBatches(1, 1, 1, first, second))
                    .containsExactly(new Effect.AppendBatch(0, 2, 0, first), new Effect.AppendBatch(2, 5, 2, second));
            assertThat(follower.appended(2)).isEmpty();
            assertThat(follower.appended(5)).containsExactly(new Effect.PublishHighWatermark(1), fetch(2, 5, 1, 1));
        }

        @Test
        void highWatermarkIsBoundedByItsLog() {
            follower.replyBatches(1, 1, 99, Batches.stored(0, 2, 1));
            follower.appended(2);

            assertThat(follower.highWatermark()).isEqualTo(2);
        }

        @Test
        void highWatermarkNeverFalls() {
            follower.replyBatches(1, 1, 2, Batches.stored(0, 2, 1));
            follower.appended(2);

            follower.replyBatches(2, 1, 1);

            assertThat(follower.highWatermark()).isEqualTo(2);
        }

        @Test
        void refusesWhatDoesNotFollow() {
            assertThat(follower.replyBatches(1, 1, 0, Batches.stored(1, 2, 1))).isEmpty();
            assertThat(follower.announced())
                    .containsExactly("refuses batches that do not follow offset 0 in leader epoch 1");
            assertThat(follower.tick(FETCH_RETRY_MS))
                    .containsExactly(new Effect.SendFetch(2, 2, 1, 0, 0, OptionalInt.empty(), 0, 0, false));
        }

        @Test
        void refusesAnEpochAboveTheOneItFollows() {
            assertThat(follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 2))).isEmpty();
        }

        @Test
        void refusesFallingEpochs() {
            assertThat(follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 1), Batches.stored(2, 1, 0)))
                    .isEmpty();
            assertThat(follower.state().logEndOffset()).isZero();
        }

        @Test
        void batchThatIsCutShortIsRefused() {
            ByteBuffer half = Batches.stored(0, 1, 1).limit(40);

            assertThat(follower.replyBatches(1, 1, 0, half)).isEmpty();
            assertThat(follower.announced()).hasSize(1);
        }

        @Test
        void secondReplyToTheSameFetchIsDropped() {
            follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 1));

            assertThat(follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 1))).isEmpty();
            follower.appended(2);
            assertThat(follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 1))).isEmpty();
        }

        @Test
        void adoptsTheLogStartUpToItsHighWatermark() {
            follower.replyBatches(1, 1, 2, Batches.stored(0, 2, 1));
            follower.appended(2);

            assertThat(follower.reply(new FetchReply(2, null, 1, 2, 9, 9, null, List.of(), ByteBuffer.allocate(0))))
                    .containsExactly(
                            new Effect.TrimLog(2), new Effect.SendFetch(3, 2, 1, 2, 0, OptionalInt.of(1), 2, 2, false));
        }
    }

    @Nested
    class OnErrors {
        @Test
        void asksAgainAfterAPause() {
            assertThat(follower.replyError(1, ReplicaError.NOT_LEADER_OR_FOLLOWER, 0, 0))
                    .isEmpty();
            assertThat(follower.tick(FETCH_RETRY_MS - 1)).isEmpty();
            assertThat(follower.tick(1))
                    .containsExactly(new Effect.SendFetch(2, 2, 1, 0, 0, OptionalInt.empty(), 0, 0, false));
        }

        @Test
        void lostFetchIsSentAgainAfterAPause() {
            assertThat(follower.fetchFailed(1)).isEmpty();
            assertThat(follower.tick(FETCH_RETRY_MS)).hasSize(1);
        }

        @Test
        void failureOfAnOlderFetchIsIgnored() {
            follower.assign(assigned().leader(2).epochs(2, 2));

            follower.fetchFailed(1);

            assertThat(follower.tick(FETCH_RETRY_MS)).isEmpty();
        }

        @Test
        void replyOfAnotherEpochIsNotUsed() {
            assertThat(follower.replyBatches(1, 2, 0, Batches.stored(0, 2, 1))).isEmpty();
            assertThat(follower.state().logEndOffset()).isZero();
        }

        @Test
        void restartsBehindTheLeadersLogStart() {
            assertThat(follower.replyOutOfRange(1, 30, 40)).containsExactly(new Effect.RestartLog(30, List.of()));
            assertThat(follower.truncated(30, 30))
                    .containsExactly(
                            new Effect.PublishHighWatermark(30),
                            new Effect.SendFetch(2, 2, 1, 30, 0, OptionalInt.empty(), 30, 30, false));
        }

        @Test
        void restartsWithWhatTheLeaderKnowsOfProducersBelow() {
            assertThat(follower.replyOutOfRange(1, 30, 40, PRODUCER))
                    .containsExactly(new Effect.RestartLog(30, List.of(PRODUCER)));
        }

        @Test
        void knowsThoseProducersStillWhenTheLogStartLiesInABatch() {
            follower.replyOutOfRange(1, 30, 40, PRODUCER);
            follower.truncated(30, 30, ProducerStates.of(List.of(PRODUCER)));

            assertThat(follower.replyBatches(2, 1, 0, Batches.stored(28, 4, 1)))
                    .contains(new Effect.RestartLog(28, List.of(PRODUCER)));
        }

        @Test
        void anEmptyLogThatKnowsNothingOfWhatWasBelowAsksWhoWroteAndBeginsAnewWhereItIs() {
            ProducerStates lost = new ProducerStates().asPartOfAll();
            ReplicaFixture cut = ReplicaFixture.over(new RecoveredLog(30, 30, 30, 30, new EpochHistory(), lost));

            assertThat(cut.assign(assigned().leader(2)))
                    .contains(new Effect.SendFetch(1, 2, 1, 30, 30, OptionalInt.empty(), 30, 30, true));
            assertThat(cut.replyBeginAnew(1, 30, PRODUCER)).contains(new Effect.RestartLog(30, List.of(PRODUCER)));
            assertThat(cut.truncated(30, 30, ProducerStates.of(List.of(PRODUCER))))
                    .contains(new Effect.SendFetch(2, 2, 1, 30, 0, OptionalInt.empty(), 30, 30, false));
        }

        @Test
        void outOfRangeOtherwiseIsReportedOnceAndRetried() {
            ReplicaFixture longer = withHistory(0, -1);
            assertThat(longer.replyError(1, ReplicaError.OFFSET_OUT_OF_RANGE, 0, 5))
                    .isEmpty();
            assertThat(longer.announced()).hasSize(1);
            longer.tick(FETCH_RETRY_MS);

            longer.replyError(2, ReplicaError.OFFSET_OUT_OF_RANGE, 0, 5);

            assertThat(longer.announced()).isEmpty();
        }

        @Test
        void emptyLogAboveTheLeaderRestartsOnlyAfterAnUncleanElection() {
            ReplicaFixture clean = ReplicaFixture.over(ReplicaFixture.log(30, 30, 30));
            clean.assign(assigned().leader(2).epochs(5, 5));
            assertThat(clean.replyError(1, ReplicaError.OFFSET_OUT_OF_RANGE, 0, 10))
                    .isEmpty();

            ReplicaFixture unclean = ReplicaFixture.over(ReplicaFixture.log(30, 30, 30));
            unclean.assign(assigned().leader(2).epochs(5, 5).lastUnclean(4));
            assertThat(unclean.replyError(1, ReplicaError.OFFSET_OUT_OF_RANGE, 0, 10))
                    .contains(new Effect.RestartLog(0, List.of()));
            unclean.truncated(0, 0);
            assertThat(unclean.highWatermark()).isZero();
        }
    }

    @Nested
    class OnDiverging {
        @Test
        void cutsToTheSmallerEndOfTheSharedEpoch() {
            assertThat(withHistory(2, -1).replyDiverging(1, 5, 2, 6)).containsExactly(new Effect.TruncateLog(6, 5));
            assertThat(withHistory(2, -1).replyDiverging(1, 5, 2, 10)).containsExactly(new Effect.TruncateLog(8, 5));
        }

        @Test
        void cutsToItsOwnEpochBelowWhenItDoesNotKnowTheLeaders() {
            ReplicaFixture fixture = ReplicaFixture.over(ReplicaFixture.log(0, 12, 0, 1, 0, 4, 6));
            fixture.assign(assigned().leader(2).epochs(5, 5));

            assertThat(fixture.replyDiverging(1, 5, 3, 9)).containsExactly(new Effect.TruncateLog(6, 5));
            assertThat(fixture.truncated(0, 6))
                    .containsExactly(new Effect.SendFetch(2, 2, 5, 6, 6, OptionalInt.of(1), 0, 0, false));
        }

        @Test
        void doesNotUseTheHighWatermarkOfTheReply() {
            ReplicaFixture fixture = withHistory(2, -1);
            fixture.replyDiverging(1, 5, 2, 6);

            fixture.truncated(0, 6);

            assertThat(fixture.highWatermark()).isEqualTo(2);
        }

        @Test
        void dropsRepliesWhileItCuts() {
            ReplicaFixture fixture = withHistory(2, -1);
            fixture.replyDiverging(1, 5, 2, 6);

            assertThat(fixture.replyDiverging(1, 5, 1, 3)).isEmpty();
        }

        @Test
        void stopsRatherThanLoseCommittedRecords() {
            ReplicaFixture fixture = withHistory(9, -1);

            assertThat(fixture.replyDiverging(1, 5, 2, 6)).last().isInstanceOf(Effect.TakeOffline.class);
        }

        @Test
        void losesCommittedRecordsOnlyToALaterUncleanElection() {
            assertThat(withHistory(9, 4).replyDiverging(1, 5, 2, 6))
                    .containsExactly(new Effect.PublishHighWatermark(6), new Effect.TruncateLog(6, 5));
            // The watermark was confirmed by epoch 3, after the unclean election.
            assertThat(withHistory(9, 3).replyDiverging(1, 5, 2, 6)).last().isInstanceOf(Effect.TakeOffline.class);
        }

        @Test
        void producersAreWhatIsLeftInTheLog() {
            ReplicaFixture fixture = ReplicaFixture.following();
            fixture.replyBatches(1, 1, 0, Batches.at(Batches.ofProducer(1, 5, 0, 0), 0, 1));
            fixture.appended(1);
            fixture.replyDiverging(2, 1, 0, 0);
            fixture.truncated(0, 0);
            fixture.assign(assigned().replicas(1).isr(1).minIsr(1).epochs(2, 2));

            assertThat(fixture.produce(7, Batches.ofProducer(1, 5, 0, 1), 1))
                    .first()
                    .isInstanceOfSatisfying(Effect.RejectRequest.class, rejection -> assertThat(rejection.error())
                            .isEqualTo(ReplicaError.UNKNOWN_PRODUCER_ID));
        }
    }

    @Nested
    class OnAppendRefused {
        @Test
        void forgetsWhatWasNotWrittenAndAsksAgain() {
            follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 0), Batches.stored(2, 1, 1));
            follower.appended(2);
            follower.refused(2);

            assertThat(follower.tick(FETCH_RETRY_MS)).containsExactly(fetch(2, 2, 0, 0));
        }
    }

    @Nested
    class OnFlushed {
        private final ReplicaFixture flushed = ReplicaFixture.flushedOver(ReplicaFixture.emptyLog());

        private void appendTwo() {
            flushed.assign(assigned().leader(2));
            flushed.replyBatches(1, 1, 0, Batches.stored(0, 2, 1));
        }

        private Effect.SendFetch fetch(long id, long flushedOffset) {
            return new Effect.SendFetch(id, 2, 1, 2, flushedOffset, OptionalInt.of(1), 0, 0, false);
        }

        @Test
        void tellsTheLeaderByFetchingAgain() {
            appendTwo();
            assertThat(flushed.appended(2)).containsExactly(new Effect.FlushLog(2), fetch(2, 0));

            assertThat(flushed.flushed(2)).containsExactly(fetch(3, 2));
        }

        @Test
        void emptyReplyToTheReplacedFetchIsIgnored() {
            appendTwo();
            flushed.appended(2);
            flushed.flushed(2);

            assertThat(flushed.replyBatches(2, 1, 0)).isEmpty();
        }

        @Test
        void dataForTheReplacedFetchIsTaken() {
            appendTwo();
            flushed.appended(2);
            flushed.flushed(2);
            ByteBuffer batch = Batches.stored(2, 1, 1);

            assertThat(flushed.replyBatches(2, 1, 0, batch)).containsExactly(new Effect.AppendBatch(2, 3, 2, batch));
            assertThat(flushed.replyBatches(3, 1, 0, batch)).isEmpty();
        }

        @Test
        void writebackOfAReplicatedTopicSendsNothing() {
            follower.replyBatches(1, 1, 0, Batches.stored(0, 2, 1));
            follower.appended(2);

            assertThat(follower.flushed(2)).isEmpty();
            assertThat(follower.state().flushedEndOffset()).isEqualTo(2);
        }
    }
}
