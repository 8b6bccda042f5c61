// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static io.tidemark.engine.replication.ReplicaFixture.assigned;
import static io.tidemark.engine.replication.ReplicaFixture.life;
import static io.tidemark.engine.replication.ReplicaFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PartitionLeaderTest {
    private final ReplicaFixture leader = ReplicaFixture.leading();

    private static Effect.ServeFetch served(long token, long fetchOffset, long upper, long highWatermark, long end) {
        return new Effect.ServeFetch(token, fetchOffset, 1_000, upper, 1, highWatermark, 0, end);
    }

    @Nested
    class OnProduce {
        @Test
        void stampsOffsetAndEpochAndEmitsTheAppend() {
            ByteBuffer batch = Batches.ofRecords(3);

            assertThat(leader.produce(7, batch, -1)).containsExactly(new Effect.AppendBatch(0, 3, 0, batch));
            assertThat(RecordBatch.baseOffset(batch)).isZero();
            assertThat(RecordBatch.leaderEpoch(batch)).isEqualTo(1);
        }

        @Test
        void assignsOffsetsAheadOfTheLog() {
            leader.produce(7, Batches.ofRecords(3), -1);
            ByteBuffer second = Batches.ofRecords(2);

            assertThat(leader.produce(8, second, -1)).containsExactly(new Effect.AppendBatch(3, 5, 3, second));
            assertThat(leader.state().logEndOffset()).isZero();
        }

        @Test
        void answersAcks0AtOnce() {
            ByteBuffer batch = Batches.ofRecords(3);

            assertThat(leader.produce(7, batch, 0))
                    .containsExactly(
                            new Effect.AppendBatch(0, 3, 0, batch),
                            new Effect.CompleteProduce(7, 0, 0, 0, false, false));
        }

        @Test
        void refusesAcksAllBelowTheMinimumUnwritten() {
            leader.assign(assigned().isr(1).eligible(life(1)).epochs(1, 2));

            assertThat(leader.produce(7, Batches.ofRecords(1), -1))
                    .containsExactly(rejected(7, ReplicaError.NOT_ENOUGH_REPLICAS, false, 1, 1, 0, 0));
        }

        @Test
        void fencesClientsOfAnotherEpoch() {
            ProduceInput older = new ProduceInput(7, Batches.ofRecords(1), -1, OptionalInt.of(0), 900);
            ProduceInput newer = new ProduceInput(8, Batches.ofRecords(1), -1, OptionalInt.of(2), 900);
            Recorder out = new Recorder();

            leader.replica.onProduce(older, 100, out);
            leader.replica.onProduce(newer, 100, out);

            assertThat(out.effects)
                    .containsExactly(
                            rejected(7, ReplicaError.FENCED_LEADER_EPOCH, false, 1, 1, 0, 0),
                            rejected(8, ReplicaError.UNKNOWN_LEADER_EPOCH, false, 1, 1, 0, 0));
        }

        @Test
        void duplicateOfAnAppendUnderWayWaitsForIt() {
            leader.produce(7, Batches.ofProducer(2, 5, 0, 0), 1);

            assertThat(leader.produce(8, Batches.ofProducer(2, 5, 0, 0), 1)).isEmpty();
            assertThat(leader.appended(2))
                    .containsExactly(
                            new Effect.CompleteProduce(7, 0, 0, 1, false, false),
                            new Effect.CompleteProduce(8, 0, 0, 1, false, true));
        }
    }

    @Nested
    class OnAppended {
        @Test
        void answersAcks1() {
            leader.produce(7, Batches.ofRecords(3), 1);

            assertThat(leader.appended(3)).containsExactly(new Effect.CompleteProduce(7, 0, 0, 1, false, false));
        }

        @Test
        void wakesFollowersThatWait() {
            leader.fetch(leader.fetchOf(2, 0).waiting());
            leader.produce(7, Batches.ofRecords(3), -1);

            assertThat(leader.appended(3)).containsExactly(served(200, 0, 3, 0, 3));
        }

        @Test
        void advancesHighWatermarkAloneWhenItIsTheOnlyReplica() {
            ReplicaFixture alone = ReplicaFixture.overEmptyLog();
            alone.assign(assigned().replicas(1).isr(1).minIsr(1));
            alone.produce(7, Batches.ofRecords(3), -1);

            assertThat(alone.appended(3))
                    .containsExactly(
                            new Effect.PublishHighWatermark(3), new Effect.CompleteProduce(7, 0, 0, 1, false, false));
        }

        @Test
        void refusedAppendIsTakenBackWithThoseBehindIt() {
            leader.produce(7, Batches.ofProducer(2, 5, 0, 0), -1);
            leader.produce(8, Batches.ofProducer(1, 5, 0, 2), 1);

            assertThat(leader.refused(0))
                    .containsExactly(
                            rejected(8, ReplicaError.DISK_FULL, false, 1, 1, 0, 0),
                            rejected(7, ReplicaError.DISK_FULL, false, 1, 1, 0, 0));
            ByteBuffer again = Batches.ofProducer(2, 5, 0, 0);
            assertThat(leader.produce(9, again, -1)).containsExactly(new Effect.AppendBatch(0, 2, 0, again));
        }
    }

    @Nested
    class OnFollowerFetch {
        @Test
        void advancesHighWatermarkWhenSlowestInSyncReplicaFetches() {
            leader.write(3);
            leader.fetch(leader.fetchOf(2, 3).waiting());

            assertThat(leader.fetch(leader.fetchOf(3, 2).token(301)))
                    .containsExactly(
                            new Effect.PublishHighWatermark(2),
                            new Effect.CompleteProduce(9_001, 0, 0, 3, false, false),
                            new Effect.CompleteProduce(9_002, 1, 0, 3, false, false),
                            served(200, 3, 3, 2, 3),
                            served(301, 2, 3, 2, 3));
        }

        @Test
        void waitsWithoutNews() {
            assertThat(leader.fetch(leader.fetchOf(2, 0).waiting())).isEmpty();
            assertThat(leader.state().pendingFetches()).isEqualTo(1);
        }

        @Test
        void answersEmptyWhenTheTimeIsOver() {
            FetchInput.Follower fetch = new FetchInput.Follower(
                    200, life(2), 1, 0, 0, OptionalInt.empty(), 0, 0, false, 1_000, leader.nowMs + 500);
            leader.fetch(fetch);

            assertThat(leader.tick(499)).isEmpty();
            assertThat(leader.tick(1)).containsExactly(served(200, 0, 0, 0, 0));
        }

        @Test
        void turnsAwayAnotherEpochAStrangerAndAnOlderLife() {
            assertThat(leader.fetch(leader.fetchOf(2, 0).current(0)))
                    .containsExactly(rejected(200, ReplicaError.FENCED_LEADER_EPOCH, false, 1, 1, 0, 0));
            assertThat(leader.fetch(leader.fetchOf(2, 0).current(2)))
                    .containsExactly(rejected(200, ReplicaError.UNKNOWN_LEADER_EPOCH, false, 1, 1, 0, 0));
            assertThat(leader.fetch(leader.fetchOf(9, 0)))
                    .containsExactly(rejected(900, ReplicaError.UNKNOWN_LEADER_EPOCH, false, 1, 1, 0, 0));
            assertThat(leader.fetch(leader.fetchOf(2, 0).life(19)))
                    .containsExactly(rejected(200, ReplicaError.STALE_BROKER_EPOCH, false, 1, 1, 0, 0));
        }

        @Test
        void unknownEpochOfAFollowerIsOutOfRangeAndReportedOnce() {
            assertThat(leader.fetch(leader.fetchOf(2, 0).epochs(1, 5)))
                    .containsExactly(rejected(200, ReplicaError.OFFSET_OUT_OF_RANGE, false, 1, 1, 0, 0));
            assertThat(leader.announced())
                    .containsExactly("follower 2 claims leader epoch 5 that leader epoch 1 does not know");
            leader.fetch(leader.fetchOf(2, 0).epochs(1, 5));
            assertThat(leader.announced()).isEmpty();
        }

        @Test
        void absentEpochIsLegalOnlyWithinTheLog() {
            assertThat(leader.fetch(leader.fetchOf(2, 4).withoutEpoch()))
                    .containsExactly(new Effect.AnswerOutOfRange(200, 1, 0, 0, 0, false));
        }

        @Test
        void answersWithTheEndOfTheSharedEpoch() {
            ReplicaFixture later = ReplicaFixture.over(ReplicaFixture.log(0, 9, 4, 1, 0, 3, 5));
            later.assign(assigned().epochs(6, 6));

            assertThat(later.fetch(later.fetchOf(2, 8).epochs(6, 2)))
                    .containsExactly(new Effect.AnswerDiverging(200, 6, 1, 5));
            assertThat(later.state().followerEndOffsets()).containsExactly(-1L, -1L);
        }

        @Test
        void newFetchReplacesTheParkedOneWhichIsAnsweredEmpty() {
            leader.fetch(leader.fetchOf(2, 0).waiting());

            assertThat(leader.fetch(leader.fetchOf(2, 0).waiting().token(201)))
                    .containsExactly(served(200, 0, 0, 0, 0));
        }

        @Test
        void cancelledFetchIsForgotten() {
            leader.fetch(leader.fetchOf(2, 0).waiting());

            leader.replica.onCancelled(200);

            assertThat(leader.state().pendingFetches()).isZero();
        }
    }

    @Nested
    class HighWatermarkRule {
        @Test
        void memberOfUnknownPositionBlocks() {
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));

            assertThat(leader.highWatermark()).isZero();
        }

        @Test
        void neverFallsWithALateLowerPosition() {
            leader.write(2);
            leader.fetch(leader.fetchOf(2, 2));
            leader.fetch(leader.fetchOf(3, 2));

            leader.fetch(leader.fetchOf(2, 1));

            assertThat(leader.highWatermark()).isEqualTo(2);
        }

        @Test
        void isFrozenWhileTheCommittedIsrIsBelowTheMinimum() {
            leader.assign(assigned().isr(1).epochs(1, 2));
            leader.produce(7, Batches.ofRecords(1), 1);
            leader.appended(1);
            leader.fetch(leader.fetchOf(2, 1));
            leader.fetch(leader.fetchOf(3, 1));

            assertThat(leader.state().maximalIsr()).hasSize(2);
            assertThat(leader.highWatermark()).isZero();
        }

        @Test
        void waitsForAReplicaAboutToJoin() {
            leader.assign(assigned().isr(1, 2).epochs(1, 2));
            leader.fetch(leader.fetchOf(3, 0));
            leader.decide(1, IsrDecision.Outcome.REFUSED);
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));
            assertThat(leader.highWatermark()).isZero();

            leader.tick(ReplicaFixture.LAG_MAX_MS + 1);

            assertThat(leader.highWatermark()).isEqualTo(1);
        }

        @Test
        void countsFlushedEndsOnlyWhenTold() {
            ReplicaFixture flushed = ReplicaFixture.flushedOver(ReplicaFixture.emptyLog());
            flushed.assign(assigned().replicas(1, 2).isr(1, 2));
            flushed.produce(7, Batches.ofRecords(2), -1);
            assertThat(flushed.appended(2)).containsExactly(new Effect.FlushLog(2));
            flushed.fetch(flushed.fetchOf(2, 2).flushed(2));
            assertThat(flushed.highWatermark()).isZero();

            assertThat(flushed.flushed(2))
                    .containsExactly(
                            new Effect.PublishHighWatermark(2), new Effect.CompleteProduce(7, 0, 0, 2, true, false));
        }

        @Test
        void flushesAreCoalesced() {
            ReplicaFixture flushed = ReplicaFixture.flushedOver(ReplicaFixture.emptyLog());
            flushed.assign(assigned().replicas(1, 2).isr(1, 2));
            flushed.produce(7, Batches.ofRecords(2), -1);
            flushed.produce(8, Batches.ofRecords(1), -1);
            flushed.appended(2);

            assertThat(flushed.appended(3)).isEmpty();
            assertThat(flushed.flushed(2)).containsExactly(new Effect.FlushLog(3));
            assertThat(flushed.flushed(3)).isEmpty();
        }
    }

    @Nested
    class IsrRules {
        private Effect.ProposeIsr proposal(long proposalId, int partitionEpoch, ReplicaLife... members) {
            return new Effect.ProposeIsr(proposalId, 1, partitionEpoch, List.of(members), false);
        }

        @Test
        void followerThatReachedTheWatermarkJoins() {
            leader.assign(assigned().isr(1, 2).epochs(1, 2));

            assertThat(leader.fetch(leader.fetchOf(3, 0).waiting()))
                    .containsExactly(proposal(1, 2, life(1), life(2), life(3)));
            assertThat(leader.state().maximalIsr()).containsExactly(1, 2, 3);
        }

        @Test
        void followerBelowTheWatermarkDoesNotJoin() {
            leader.assign(assigned().isr(1, 2).epochs(1, 2));
            leader.write(2);
            leader.fetch(leader.fetchOf(2, 2));
            assertThat(leader.highWatermark()).isEqualTo(2);

            assertThat(leader.fetch(leader.fetchOf(3, 1))).containsExactly(served(300, 1, 2, 2, 2));
        }

        @Test
        void followerOfAnotherLifeThanRegisteredDoesNotJoin() {
            leader.assign(assigned().isr(1, 2).epochs(1, 2));

            assertThat(leader.fetch(leader.fetchOf(3, 0).life(31).waiting())).isEmpty();
        }

        @Test
        void fencedFollowerDoesNotJoin() {
            leader.assign(assigned().isr(1, 2).eligible(life(1), life(2)).epochs(1, 2));

            assertThat(leader.fetch(leader.fetchOf(3, 0).waiting())).isEmpty();
        }

        @Test
        void followerJoinsWhenTheImageSaysItMay() {
            leader.assign(assigned().isr(1, 2).eligible(life(1), life(2)).epochs(1, 2));
            leader.fetch(leader.fetchOf(3, 0).waiting());

            assertThat(leader.assign(assigned().isr(1, 2).epochs(1, 2)))
                    .containsExactly(proposal(1, 2, life(1), life(2), life(3)));
        }

        @Test
        void secondProposalWaitsForTheFirst() {
            leader.assign(assigned().isr(1).epochs(1, 2));
            leader.fetch(leader.fetchOf(2, 0).waiting());

            assertThat(leader.fetch(leader.fetchOf(3, 0).waiting())).isEmpty();
            assertThat(leader.assign(assigned().isr(1, 2).epochs(1, 3)))
                    .containsExactly(proposal(2, 3, life(1), life(2), life(3)));
        }

        @Test
        void silentMembersLeaveAfterTheLagLimit() {
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));

            assertThat(leader.tick(ReplicaFixture.LAG_MAX_MS)).isEmpty();
            assertThat(leader.tick(1)).containsExactly(proposal(1, 1, life(1), life(2)));
        }

        @Test
        void shrinkCountsOnlyOnceTheImageSaysSo() {
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));
            leader.tick(ReplicaFixture.LAG_MAX_MS + 1);
            assertThat(leader.decide(1, IsrDecision.Outcome.ACCEPTED)).isEmpty();

            assertThat(leader.assign(
                            assigned().isr(1, 2).eligible(life(1), life(2)).epochs(1, 2)))
                    .containsExactly(
                            new Effect.PublishHighWatermark(1),
                            new Effect.CompleteProduce(9_001, 0, 0, 2, false, false));
            assertThat(leader.announced())
                    .containsExactly(
                            "in-sync replicas [1, 2, 3] -> [1, 2], leader epoch 1, partition epoch 2," + " minimum 2");
        }

        @Test
        void followerThatReadsAllItWasOfferedIsCaughtUpThoughNeverAtTheEnd() {
            leader.write(1);
            for (int round = 1; round <= 30; round++) {
                leader.nowMs += 100;
                leader.fetch(leader.fetchOf(2, round - 1));
                leader.fetch(leader.fetchOf(3, round - 1));
                leader.write(1);
                assertThat(leader.tick(0)).isEmpty();
            }
        }

        @Test
        void answerToAnOlderProposalIsIgnored() {
            leader.assign(assigned().isr(1, 2).epochs(1, 2));
            leader.fetch(leader.fetchOf(3, 0).waiting());
            leader.assign(assigned().isr(1, 2, 3).epochs(1, 3));

            assertThat(leader.decide(1, IsrDecision.Outcome.REFUSED)).isEmpty();
            assertThat(leader.state().maximalIsr()).containsExactly(1, 2, 3);
        }

        @Test
        void memberThatIsNoReplicaIsProposedAway() {
            assertThat(leader.assign(assigned().replicas(1, 2).isr(1, 2, 3).epochs(1, 2)))
                    .containsExactly(proposal(1, 2, life(1), life(2)));
        }
    }

    @Nested
    class OnConsumerFetch {
        @Test
        void readsUpToTheHighWatermark() {
            leader.write(3);
            leader.fetch(leader.fetchOf(2, 2));
            leader.fetch(leader.fetchOf(3, 2));

            assertThat(leader.consume(50, 0, 1, 0)).containsExactly(served(50, 0, 2, 2, 3));
        }

        @Test
        void waitsForTheHighWatermarkNotForAppends() {
            assertThat(leader.consume(50, 0, 1, ReplicaFixture.FAR)).isEmpty();
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));

            assertThat(leader.fetch(leader.fetchOf(3, 1))).contains(new Effect.ServeFetch(50, 0, 1_000, 1, 1, 1, 0, 1));
        }

        @Test
        void waitsForTheBytesItAskedFor() {
            leader.consume(50, 0, 2 * RecordBatch.HEADER_BYTES, ReplicaFixture.FAR);
            leader.write(1);
            leader.fetch(leader.fetchOf(2, 1));
            leader.fetch(leader.fetchOf(3, 1));
            assertThat(leader.state().pendingFetches()).isEqualTo(1);

            leader.write(1);
            leader.fetch(leader.fetchOf(2, 2));

            assertThat(leader.fetch(leader.fetchOf(3, 2))).contains(new Effect.ServeFetch(50, 0, 1_000, 2, 1, 2, 0, 2));
        }

        @Test
        void belowTheLogStartIsOutOfRange() {
            ReplicaFixture trimmed = ReplicaFixture.over(ReplicaFixture.log(4, 9, 9, 1, 4));
            trimmed.assign(assigned().epochs(2, 2));

            assertThat(trimmed.consume(50, 3, 1, 0))
                    .containsExactly(rejected(50, ReplicaError.OFFSET_OUT_OF_RANGE, false, 1, 2, 4, 9));
        }

        @Test
        void aFollowerOutsideTheLogIsToldWhereToBeginAnew() {
            ReplicaFixture trimmed = ReplicaFixture.over(ReplicaFixture.log(4, 9, 9, 1, 4));
            trimmed.assign(assigned().epochs(2, 2));

            assertThat(trimmed.fetch(trimmed.fetchOf(2, 3).current(2)))
                    .containsExactly(new Effect.AnswerOutOfRange(200, 2, 4, 4, 9, false));
            assertThat(trimmed.fetch(trimmed.fetchOf(2, 10).current(2).withoutEpoch()))
                    .containsExactly(new Effect.AnswerOutOfRange(200, 2, 4, 4, 9, false));
        }

        @Test
        void aFollowerThatLostWhatItKnewOfProducersIsToldBeforeItIsInSync() {
            ReplicaFixture trimmed = ReplicaFixture.over(ReplicaFixture.log(4, 9, 9, 1, 4));
            trimmed.assign(assigned().epochs(2, 2).isr(1, 3));
            ReplicaFixture.FollowerFetch fetch =
                    trimmed.fetchOf(2, 9).current(2).withoutEpoch().wantingProducers();

            assertThat(trimmed.fetch(fetch)).containsExactly(new Effect.AnswerOutOfRange(200, 2, 9, 4, 9, true));
            assertThat(trimmed.fetch(
                            trimmed.fetchOf(2, 3).current(2).withoutEpoch().wantingProducers()))
                    .containsExactly(new Effect.AnswerOutOfRange(200, 2, 4, 4, 9, false));
            assertThat(trimmed.fetch(
                            trimmed.fetchOf(2, 10).current(2).withoutEpoch().wantingProducers()))
                    .containsExactly(new Effect.AnswerOutOfRange(200, 2, 4, 4, 9, false));
        }
    }

    @Nested
    class OnTrimRequested {
        @Test
        void isBoundedByTheHighWatermarkAndToldToFollowers() {
            leader.write(3);
            leader.fetch(leader.fetchOf(2, 3).knows(2, 0));
            leader.fetch(leader.fetchOf(3, 2).knows(2, 0));
            leader.fetch(leader.fetchOf(2, 3).knows(2, 0).waiting());

            assertThat(leader.trim(5))
                    .containsExactly(new Effect.TrimLog(2), new Effect.ServeFetch(200, 3, 1_000, 3, 1, 2, 2, 3));
            assertThat(leader.trim(1)).isEmpty();
        }
    }

    @Nested
    class OnLease {
        @Test
        void withoutItAcksAllWaits() {
            leader.write(1);
            leader.lease(false);
            leader.fetch(leader.fetchOf(2, 1));
            assertThat(leader.fetch(leader.fetchOf(3, 1)))
                    .containsExactly(new Effect.PublishHighWatermark(1), served(300, 1, 1, 1, 1));

            assertThat(leader.lease(true)).containsExactly(new Effect.CompleteProduce(9_001, 0, 0, 3, false, false));
        }

        @Test
        void isRememberedForTheNextLeadership() {
            ReplicaFixture follower = ReplicaFixture.following();
            follower.lease(false);
            follower.assign(assigned().replicas(1).isr(1).minIsr(1).epochs(2, 2));

            assertThat(follower.offsets(OffsetInput.Spec.LATEST))
                    .containsExactly(rejected(77, ReplicaError.OFFSET_NOT_AVAILABLE, false, 1, 2, 0, 0));
        }
    }

    @Nested
    class BesideALivePredecessor {
        @Test
        void tellsNoEndUntilTheOtherLeaseIsOver() {
            ReplicaFixture node = ReplicaFixture.following();
            node.assign(assigned().replicas(1, 3).isr(1).minIsr(1).epochs(2, 2).besideALivePredecessor());

            node.tick(ReplicaFixture.LEASE_MS - 1);
            assertThat(node.offsets(OffsetInput.Spec.LATEST))
                    .containsExactly(rejected(77, ReplicaError.OFFSET_NOT_AVAILABLE, false, 1, 2, 0, 0));
            node.tick(1);
            assertThat(node.offsets(OffsetInput.Spec.LATEST)).containsExactly(new Effect.AnswerOffset(77, 0, 2));
        }

        @Test
        void theNextLeaderOfAllKeepsTheEndBackToo() {
            ReplicaFixture node = ReplicaFixture.following();
            node.assign(
                    assigned().replicas(1, 3).isr(1, 3).leader(3).epochs(2, 2).besideALivePredecessor());
            node.tick(10);
            node.assign(assigned().replicas(1, 3).isr(1).minIsr(1).epochs(3, 3));

            assertThat(node.offsets(OffsetInput.Spec.LATEST))
                    .containsExactly(rejected(77, ReplicaError.OFFSET_NOT_AVAILABLE, false, 1, 3, 0, 0));
        }

        @Test
        void aMemberThatLeavesLongAfterTheEpochBeganIsNoPredecessor() {
            ReplicaFixture node = ReplicaFixture.following();
            node.assign(assigned().isr(1, 2).minIsr(1).epochs(2, 2));
            node.tick(ReplicaFixture.LEASE_MS);
            node.assign(assigned().isr(1).minIsr(1).epochs(2, 3).besideALivePredecessor());

            assertThat(node.offsets(OffsetInput.Spec.LATEST)).containsExactly(new Effect.AnswerOffset(77, 0, 2));
        }
    }

    /** Takes effects as they come. */
    private static final class Recorder implements Effects {
        private final ArrayList<Effect> effects = new ArrayList<>();

        @Override
        public void emit(Effect effect) {
            effects.add(effect);
        }
    }
}
