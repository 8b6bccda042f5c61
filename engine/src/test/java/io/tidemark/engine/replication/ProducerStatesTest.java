// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProducerStatesTest {
    private static final int MAX = Integer.MAX_VALUE;

    private final ProducerStates states = new ProducerStates();
    private long nextOffset;

    private static ByteBuffer batch(int epoch, int sequence, int count) {
        return Batches.ofProducer(count, 7, epoch, sequence);
    }

    private void write(int epoch, int sequence, int count) {
        states.append(Batches.at(batch(epoch, sequence, count), nextOffset, 1), 0);
        nextOffset += count;
    }

    private SequenceCheck check(int epoch, int sequence, int count) {
        return states.check(batch(epoch, sequence, count));
    }

    @Nested
    class Check {
        @Test
        void takesBatchesWithoutAProducer() {
            assertThat(states.check(Batches.ofRecords(3))).isEqualTo(SequenceCheck.next());
        }

        @Test
        void unknownProducerBeginsAt0() {
            assertThat(check(0, 0, 2)).isEqualTo(SequenceCheck.next());
            assertThat(check(0, 1, 2)).isEqualTo(SequenceCheck.rejected(ReplicaError.UNKNOWN_PRODUCER_ID));
        }

        @Test
        void producerWithoutASequenceIsOutOfOrder() {
            assertThat(check(0, -1, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
        }

        @Test
        void nextSequenceFollowsTheLast() {
            write(0, 0, 3);

            assertThat(check(0, 3, 1)).isEqualTo(SequenceCheck.next());
            assertThat(check(0, 4, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
        }

        @Test
        void oneOfTheLastFiveIsADuplicateWithItsOffsets() {
            for (int i = 0; i < 6; i++) {
                write(0, 2 * i, 2);
            }

            assertThat(check(0, 2, 2)).isEqualTo(SequenceCheck.duplicate(2, 4));
            assertThat(check(0, 10, 2)).isEqualTo(SequenceCheck.duplicate(10, 12));
        }

        @Test
        void olderThanTheWindowWasWrittenSomewhereBelowIt() {
            for (int i = 0; i < 6; i++) {
                write(0, 2 * i, 2);
            }

            assertThat(check(0, 0, 2)).isEqualTo(SequenceCheck.olderThanWindow(2));
        }

        @Test
        void nothingIsOlderThanAWindowThatBeginsAt0() {
            write(0, 0, 2);

            assertThat(check(0, MAX - 3, 2)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
        }

        @Test
        void batchThatOverlapsAStoredOneIsOutOfOrder() {
            write(0, 0, 4);

            assertThat(check(0, 0, 3)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
            assertThat(check(0, 2, 4)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
        }

        @Test
        void olderEpochIsFencedAndNewerBeginsAt0() {
            write(4, 0, 2);

            assertThat(check(3, 2, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.INVALID_PRODUCER_EPOCH));
            assertThat(check(5, 2, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
            assertThat(check(5, 0, 1)).isEqualTo(SequenceCheck.next());
        }

        @Test
        void newEpochForgetsTheOldOnesBatches() {
            write(4, 0, 2);
            write(5, 0, 3);

            assertThat(check(5, 0, 2)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
            assertThat(check(5, 0, 3)).isEqualTo(SequenceCheck.duplicate(2, 5));
        }
    }

    /** KAFKA-7692, KAFKA-7693. */
    @Nested
    class AtTheLastSequence {
        @Test
        void batchRunsOverTheEnd() {
            states.replay(Batches.at(batch(0, MAX - 1, 5), 100, 1));

            assertThat(check(0, MAX - 1, 5)).isEqualTo(SequenceCheck.duplicate(100, 105));
            assertThat(check(0, 3, 1)).isEqualTo(SequenceCheck.next());
            assertThat(check(0, 4, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE));
        }

        @Test
        void sequenceBeginsAgainAt0() {
            states.replay(Batches.at(batch(0, MAX, 1), 100, 1));

            assertThat(check(0, 0, 1)).isEqualTo(SequenceCheck.next());
        }

        @Test
        void batchesOfBeforeAreOlderThanTheWindow() {
            for (int i = 0; i < 6; i++) {
                states.replay(Batches.at(batch(0, ProducerStates.sequenceAfter(MAX - 2, i), 1), 100 + i, 1));
            }

            assertThat(check(0, MAX - 2, 1)).isEqualTo(SequenceCheck.olderThanWindow(101));
            assertThat(check(0, MAX - 1, 1)).isEqualTo(SequenceCheck.duplicate(101, 102));
            assertThat(check(0, 2, 1)).isEqualTo(SequenceCheck.duplicate(105, 106));
        }
    }

    @Nested
    class Expire {
        @Test
        void forgetsByTheTimeOfTheLastWrite() {
            states.append(Batches.at(batch(0, 0, 1), 0, 1), 1_000);
            states.append(Batches.at(batch(0, 1, 1), 1, 1), 2_000);

            states.expire(6_999, 5_000);
            assertThat(states.size()).isEqualTo(1);

            states.expire(7_000, 5_000);
            assertThat(check(0, 2, 1)).isEqualTo(SequenceCheck.rejected(ReplicaError.UNKNOWN_PRODUCER_ID));
        }

        @Test
        void whatWasFoldedFromTheLogCountsFromTheFirstLook() {
            states.replay(Batches.at(batch(0, 0, 1), 0, 1));

            states.expire(9_000, 5_000);
            states.expire(13_999, 5_000);
            assertThat(states.size()).isEqualTo(1);

            states.expire(14_000, 5_000);
            assertThat(states.size()).isZero();
        }

        @Test
        void forgetsOnlyTheOldOnes() {
            states.append(Batches.at(Batches.ofProducer(1, 1, 0, 0), 0, 1), 0);
            states.append(Batches.at(Batches.ofProducer(1, 2, 0, 0), 1, 1), 3_000);

            states.expire(6_000, 5_000);

            assertThat(states.snapshots())
                    .extracting(ProducerStates.Snapshot::producerId)
                    .containsExactly(2L);
        }
    }

    @Test
    void restoreUndoesAnAppend() {
        write(0, 0, 1);
        List<ProducerStates.Snapshot> before = states.snapshots();
        ProducerWindow window = states.append(Batches.at(batch(1, 0, 1), 1, 1), 0);

        states.restore(7, window);

        assertThat(states.snapshots()).isEqualTo(before);
    }

    @Test
    void restoreForgetsAProducerThatWasNotThere() {
        ProducerWindow window = states.append(Batches.at(batch(1, 0, 1), 1, 1), 0);

        states.restore(7, window);

        assertThat(states.size()).isZero();
    }

    @Test
    void copyIsIndependent() {
        write(0, 0, 1);
        ProducerStates copy = states.copy();

        write(0, 1, 1);

        assertThat(copy.check(batch(0, 1, 1))).isEqualTo(SequenceCheck.next());
    }

    record Write(int epoch, int sequence, int count) {}

    @Provide
    Arbitrary<List<Write>> writes() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(1, 3))
                .as(Write::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(60);
    }

    /** What was written in the producer's present epoch, all of it, as the naive judge remembers it. */
    private static SequenceCheck naive(List<ProducerStates.Batch> all, int presentEpoch, Write write) {
        int last = write.sequence() + write.count() - 1;
        if (write.epoch() < presentEpoch) {
            return SequenceCheck.rejected(ReplicaError.INVALID_PRODUCER_EPOCH);
        }
        if (write.epoch() > presentEpoch || all.isEmpty()) {
            ReplicaError error =
                    presentEpoch < 0 ? ReplicaError.UNKNOWN_PRODUCER_ID : ReplicaError.OUT_OF_ORDER_SEQUENCE;
            return write.sequence() == 0 ? SequenceCheck.next() : SequenceCheck.rejected(error);
        }
        int expected = all.get(all.size() - 1).lastSequence() + 1;
        if (write.sequence() == expected) {
            return SequenceCheck.next();
        }
        int windowStart = Math.max(0, all.size() - 5);
        for (ProducerStates.Batch batch : all.subList(windowStart, all.size())) {
            if (batch.firstSequence() == write.sequence() && batch.lastSequence() == last) {
                return SequenceCheck.duplicate(batch.baseOffset(), batch.baseOffset() + write.count());
            }
        }
        ProducerStates.Batch oldest = all.get(windowStart);
        boolean isFull = all.size() - windowStart == 5;
        return isFull && last < oldest.firstSequence()
                ? SequenceCheck.olderThanWindow(oldest.baseOffset())
                : SequenceCheck.rejected(ReplicaError.OUT_OF_ORDER_SEQUENCE);
    }

    @Property(tries = 500)
    void agreesWithTheNaiveJudge(@ForAll("writes") List<Write> writes) {
        ProducerStates judged = new ProducerStates();
        List<ByteBuffer> log = new ArrayList<>();
        List<ProducerStates.Batch> all = new ArrayList<>();
        int presentEpoch = -1;
        long offset = 0;
        for (Write wish : writes) {
            // Half of the time what a well-behaved producer would send next, so that windows fill.
            boolean follows = wish.sequence() % 2 == 0 && !all.isEmpty() && wish.epoch() == presentEpoch;
            Write write =
                    follows ? new Write(presentEpoch, all.get(all.size() - 1).lastSequence() + 1, wish.count()) : wish;
            SequenceCheck expected = naive(all, presentEpoch, write);
            ByteBuffer batch = batch(write.epoch(), write.sequence(), write.count());

            assertThat(judged.check(batch)).isEqualTo(expected);

            if (expected.equals(SequenceCheck.next())) {
                if (write.epoch() != presentEpoch) {
                    all.clear();
                    presentEpoch = write.epoch();
                }
                all.add(new ProducerStates.Batch(write.sequence(), write.sequence() + write.count() - 1, offset));
                judged.append(Batches.at(batch, offset, 1), 0);
                log.add(batch);
                offset += write.count();
            }
        }
        assertThatReplayAndSnapshotGiveTheSame(judged, log);
    }

    private static void assertThatReplayAndSnapshotGiveTheSame(ProducerStates judged, List<ByteBuffer> log) {
        ProducerStates replayed = new ProducerStates();
        log.forEach(replayed::replay);
        assertThat(replayed.snapshots()).isEqualTo(judged.snapshots());
        assertThat(ProducerStates.of(judged.snapshots()).snapshots()).isEqualTo(judged.snapshots());
    }
}
