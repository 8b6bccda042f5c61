// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.client.Outcome;
import io.tidemark.client.producer.ProducerEffect.CompleteBatch;
import io.tidemark.client.producer.ProducerEffect.FailBatch;
import io.tidemark.client.producer.ProducerEffect.RefreshLeader;
import io.tidemark.client.producer.ProducerEffect.ReportIdentity;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProducerPartitionTest {
    private static final ByteString TOPIC = ByteString.copyFromUtf8("topic-id-16-byte");
    private static final ByteString OTHER_TOPIC = ByteString.copyFromUtf8("other-id-16-byte");
    private static final WrittenAt SOMEPLACE = new WrittenAt(70, 3, false);
    private static final WriteReply OK = new WriteReply(ErrorCode.ERROR_CODE_UNSPECIFIED, "", false, SOMEPLACE);
    private static final long DEADLINE_MS = 1_000;

    private final List<ProducerEffect> effects = new ArrayList<>();
    private final ProducerPartition partition = new ProducerPartition(new ProducerLimits(5, true, 20, 100));

    private void connect(int leaderEpoch, long streamId) {
        partition.onRoute(new ProducerRoute(TOPIC, leaderEpoch, streamId), effects::add);
    }

    private void queueBatches(int count) {
        for (int i = 1; i <= count; i++) {
            partition.onBatch(i, 10, DEADLINE_MS);
        }
    }

    private SendBatch send(long nowMs) {
        return Objects.requireNonNull(next(nowMs));
    }

    private @Nullable SendBatch next(long nowMs) {
        return partition.nextSend(nowMs, effects::add);
    }

    private void reply(SendBatch to, ErrorCode error, boolean isAppended, long nowMs) {
        partition.onReply(
                to.attemptId(), new WriteReply(error, "", isAppended, WrittenAt.SOMEWHERE), nowMs, effects::add);
    }

    private void ready(int batches) {
        partition.onProducerId(7, (short) 0);
        connect(3, 1);
        queueBatches(batches);
    }

    private FailBatch failed(long batchId, ErrorCode error, Outcome outcome) {
        return effects.stream()
                .filter(FailBatch.class::isInstance)
                .map(FailBatch.class::cast)
                .filter(fail -> fail.equals(new FailBatch(batchId, error, fail.message(), outcome)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not among " + effects));
    }

    @Nested
    class Sending {
        @Test
        void numbersBatchesByTheirRecords() {
            ready(2);

            assertThat(send(0).identity()).isEqualTo(new BatchIdentity(7, (short) 0, 0));
            assertThat(send(0).identity()).isEqualTo(new BatchIdentity(7, (short) 0, 10));
        }

        @Test
        void keepsAtMostFiveOpen() {
            ready(6);
            for (int i = 0; i < 5; i++) {
                send(0);
            }

            assertThat(next(0)).isNull();
        }

        @Test
        void waitsForAProducerId() {
            connect(3, 1);
            queueBatches(1);

            assertThat(next(0)).isNull();
            assertThat(partition.wantsProducerId()).isTrue();
        }

        @Test
        void waitsForAStream() {
            ready(1);
            connect(3, -1);

            assertThat(next(0)).isNull();
        }

        @Test
        void wrapsSequencesToZero() {
            assertThat(SequenceState.after(Integer.MAX_VALUE - 1, 5)).isEqualTo(3);
            assertThat(SequenceState.after(Integer.MAX_VALUE, 1)).isZero();
        }
    }

    @Nested
    class Retrying {
        @Test
        void sendsTheSameIdentityAgainAfterALostStream() {
            ready(2);
            SendBatch first = send(0);
            SendBatch second = send(0);
            partition.onStreamLost(1, "gone", 10, effects::add);
            connect(4, 2);

            assertThat(send(10).identity()).isEqualTo(first.identity());
            assertThat(send(10).identity()).isEqualTo(second.identity());
            assertThat(effects).contains(new RefreshLeader());
        }

        @Test
        void sendsNothingNewBeforeTheOldestWaitingBatch() {
            ready(3);
            SendBatch first = send(0);
            send(0);
            reply(first, ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS, false, 0);

            assertThat(next(0)).isNull();
            assertThat(send(20).batchId()).isEqualTo(first.batchId());
        }

        @Test
        void followsANewLeaderWithoutWaitingForTheOldOne() {
            ready(1);
            SendBatch first = send(0);
            connect(4, 2);

            SendBatch again = send(0);
            assertThat(again.leaderEpoch()).isEqualTo(4);
            assertThat(again.identity()).isEqualTo(first.identity());
        }

        @Test
        void ignoresAnswersToAttemptsGivenUp() {
            ready(1);
            SendBatch first = send(0);
            connect(4, 2);
            send(0);
            reply(first, ErrorCode.ERROR_CODE_BATCH_TOO_LARGE, false, 0);

            assertThat(effects).isEmpty();
        }

        @Test
        void repeatsALaterBatchRefusedForItsPredecessor() {
            ready(2);
            SendBatch first = send(0);
            SendBatch second = send(0);
            reply(first, ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS, false, 0);
            reply(second, ErrorCode.ERROR_CODE_OUT_OF_ORDER_SEQUENCE, false, 0);

            assertThat(send(20).identity()).isEqualTo(first.identity());
            assertThat(send(20).identity()).isEqualTo(second.identity());
        }

        @Test
        void withoutIdempotenceWaitsForTheOldStream() {
            ProducerPartition plain = new ProducerPartition(new ProducerLimits(5, false, 20, 100));
            plain.onRoute(new ProducerRoute(TOPIC, 3, 1), effects::add);
            plain.onBatch(1, 10, DEADLINE_MS);
            SendBatch first = Objects.requireNonNull(plain.nextSend(0, effects::add));
            plain.onRoute(new ProducerRoute(TOPIC, 4, 2), effects::add);

            assertThat(first.identity()).isEqualTo(BatchIdentity.NONE);
            assertThat(plain.nextSend(0, effects::add)).isNull();
        }
    }

    @Nested
    class Outcomes {
        @Test
        void completesWithTheOffset() {
            ready(1);
            partition.onReply(send(0).attemptId(), OK, 0, effects::add);

            assertThat(effects).containsExactly(new CompleteBatch(1, SOMEPLACE));
            assertThat(partition.isIdle()).isTrue();
        }

        @Test
        void countsADuplicateBelowTheWindowAsWritten() {
            ready(1);
            reply(send(0), ErrorCode.ERROR_CODE_DUPLICATE_SEQUENCE, false, 0);

            assertThat(effects).containsExactly(new CompleteBatch(1, WrittenAt.SOMEWHERE));
        }

        @Test
        void saysNotWrittenOfWhatWasNeverSent() {
            connect(3, -1);
            queueBatches(1);
            partition.onTick(DEADLINE_MS, effects::add);

            failed(1, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, Outcome.NOT_WRITTEN);
        }

        @Test
        void saysNotWrittenOfWhatWasOnlyRefused() {
            ready(1);
            reply(send(0), ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS, false, 0);
            partition.onTick(DEADLINE_MS, effects::add);

            failed(1, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, Outcome.NOT_WRITTEN);
        }

        @Test
        void saysUnknownOfWhatIsInFlight() {
            ready(1);
            send(0);
            partition.onTick(DEADLINE_MS, effects::add);

            failed(1, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, Outcome.UNKNOWN);
        }

        @Test
        void saysUnknownAfterALostStreamAlthoughLaterRefused() {
            ready(1);
            send(0);
            partition.onStreamLost(1, "gone", 0, effects::add);
            connect(4, 2);
            reply(send(0), ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS, false, 0);
            partition.onTick(DEADLINE_MS, effects::add);

            failed(1, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, Outcome.UNKNOWN);
        }

        @Test
        void saysUnknownWhenAppendedBeforeTheLeaderLeft() {
            ready(1);
            reply(send(0), ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER, true, 0);
            partition.onTick(DEADLINE_MS, effects::add);

            failed(1, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, Outcome.UNKNOWN);
        }

        @Test
        void rejectsForGoodWhatNoLeaderWouldTake() {
            ready(1);
            reply(send(0), ErrorCode.ERROR_CODE_BATCH_TOO_LARGE, false, 0);

            failed(1, ErrorCode.ERROR_CODE_BATCH_TOO_LARGE, Outcome.NOT_WRITTEN);
        }

        @Test
        void failsOpenBatchesOfATopicThatWasMadeAnew() {
            ready(2);
            send(0);
            partition.onRoute(new ProducerRoute(OTHER_TOPIC, 0, 1), effects::add);

            failed(1, ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID, Outcome.UNKNOWN);
            SendBatch second = send(0);
            assertThat(second.topicId()).isEqualTo(OTHER_TOPIC);
            assertThat(second.identity()).isEqualTo(new BatchIdentity(7, (short) 1, 0));
        }
    }

    @Nested
    class Epochs {
        @Test
        void startsTheNextEpochAfterABatchWasGivenUp() {
            partition.onProducerId(7, (short) 0);
            connect(3, 1);
            partition.onBatch(1, 10, 500);
            partition.onBatch(2, 10, DEADLINE_MS);
            send(0);
            partition.onTick(500, effects::add);

            assertThat(send(500).identity()).isEqualTo(new BatchIdentity(7, (short) 1, 0));
            assertThat(effects).anyMatch(ReportIdentity.class::isInstance);
        }

        @Test
        void keepsTheOldEpochWhileOneOfItsBatchesIsOpen() {
            partition.onProducerId(7, (short) 0);
            connect(3, 1);
            partition.onBatch(1, 10, 500);
            partition.onBatch(2, 10, DEADLINE_MS);
            partition.onBatch(3, 10, DEADLINE_MS);
            send(0);
            SendBatch second = send(0);
            partition.onTick(500, effects::add);

            assertThat(next(500)).isNull();
            reply(second, ErrorCode.ERROR_CODE_UNSPECIFIED, false, 500);
            assertThat(send(500).identity()).isEqualTo(new BatchIdentity(7, (short) 1, 0));
        }

        @Test
        void writesWhatIsProvenAbsentUnderTheNextEpochInOrder() {
            ready(4);
            SendBatch first = send(0);
            SendBatch second = send(0);
            SendBatch third = send(0);
            reply(first, ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 0);
            reply(second, ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 0);
            reply(third, ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 0);
            reply(send(200), ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 200);
            reply(send(400), ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 400);

            assertThat(List.of(send(600), send(600), send(600), send(600)))
                    .extracting(SendBatch::batchId)
                    .containsExactly(1L, 2L, 3L, 4L);
        }

        @Test
        void neverWritesAgainWhatAnAttemptOfTheSameLeaderEpochMayStillWrite() {
            ready(1);
            send(0);
            partition.onStreamLost(1, "gone", 0, effects::add);
            connect(3, 2);
            reply(send(200), ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 200);

            failed(1, ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, Outcome.UNKNOWN);
        }

        @Test
        void neverWritesAgainWhatAnEarlierLeaderMayBringBack() {
            ready(1);
            send(0);
            partition.onStreamLost(1, "gone", 0, effects::add);
            connect(4, 2);
            reply(send(200), ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, false, 200);

            failed(1, ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID, Outcome.UNKNOWN);
        }

        @Test
        void doesNotTakeAnOvertakenAnswerForAGap() {
            ready(2);
            SendBatch first = send(0);
            SendBatch second = send(0);
            partition.onReply(first.attemptId(), OK, 0, effects::add);
            reply(second, ErrorCode.ERROR_CODE_OUT_OF_ORDER_SEQUENCE, false, 0);

            assertThat(send(0).identity()).isEqualTo(second.identity());
        }

        @Test
        void asksForAnotherProducerIdWhenFenced() {
            ready(2);
            reply(send(0), ErrorCode.ERROR_CODE_INVALID_PRODUCER_EPOCH, false, 0);

            assertThat(next(0)).isNull();
            assertThat(partition.wantsProducerId()).isTrue();
        }

        @Test
        void asksForAnotherProducerIdAfterTheLastEpoch() {
            partition.onProducerId(7, Short.MAX_VALUE);
            connect(3, 1);
            queueBatches(2);
            reply(send(0), ErrorCode.ERROR_CODE_BATCH_TOO_LARGE, false, 0);

            assertThat(next(0)).isNull();
            assertThat(partition.wantsProducerId()).isTrue();
            partition.onProducerId(8, (short) 0);
            assertThat(send(0).identity()).isEqualTo(new BatchIdentity(8, (short) 0, 0));
        }
    }
}
