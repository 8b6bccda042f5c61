// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.TopicView.PartitionLeader;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchedPartition;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SteppedReaderTest {
    private static final ByteString TOPIC = ByteString.copyFromUtf8("0123456789abcdef");
    private static final ByteString RECREATED = ByteString.copyFromUtf8("fedcba9876543210");

    private final AtomicInteger refreshes = new AtomicInteger();
    private final SteppedReader reader = new SteppedReader(new TopicPartition("orders", 0), refreshes::incrementAndGet);

    @BeforeEach
    void readsFromOffset5AtBroker1() {
        reader.onTopic(TOPIC, List.of(new PartitionLeader(1, 7)));
        reader.onPosition(5);
    }

    private SteppedReader.Ask ask(long nowMs) {
        return Objects.requireNonNull(reader.nextFetch(nowMs));
    }

    private static FetchedPartition refusal(ErrorCode error) {
        return FetchedPartition.newBuilder().setError(error).build();
    }

    @Test
    void asksTheLeaderFromItsPositionAndOnlyOnceAtATime() {
        SteppedReader.Ask ask = ask(0);

        assertThat(ask.leader()).isEqualTo(1);
        assertThat(ask.leaderEpoch()).isEqualTo(7);
        assertThat(ask.fetchOffset()).isEqualTo(5);
        assertThat(reader.nextFetch(0)).isNull();
    }

    @Test
    void theLeaderOfTheNewestEpochEndsAPositionThatIsOutOfRange() {
        reader.onAnswer(ask(0), refusal(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE), 0);

        assertThat(reader.wantsPosition()).isTrue();
    }

    @Test
    void aLeaderThatWasReplacedMeanwhileDoesNotEndAPosition() {
        SteppedReader.Ask ask = ask(0);
        reader.onTopic(TOPIC, List.of(new PartitionLeader(2, 8)));

        reader.onAnswer(ask, refusal(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE), 0);

        assertThat(reader.position()).isEqualTo(5);
        assertThat(ask(25).leader()).isEqualTo(2);
    }

    @Test
    void anAnswerOfBeforeASeekIsNotUsed() {
        SteppedReader.Ask ask = ask(0);
        reader.onPosition(0);

        reader.onAnswer(ask, refusal(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE), 0);

        assertThat(reader.position()).isZero();
    }

    @Test
    void asksForNewsWhenTheNodeDoesNotLeadAndTriesAgainAfterAPause() {
        reader.onAnswer(ask(0), refusal(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER), 0);

        assertThat(refreshes).hasValue(1);
        assertThat(reader.nextFetch(24)).isNull();
        assertThat(reader.nextFetch(25)).isNotNull();
    }

    @Test
    void doesNotReadATopicOfTheSameNameFromAPositionInAnother() {
        reader.onAnswer(ask(0), FetchedPartition.getDefaultInstance(), 0);
        reader.onTopic(RECREATED, List.of(new PartitionLeader(1, 0)));

        assertThat(reader.nextFetch(0)).isNull();
        assertThatThrownBy(() -> reader.poll(1)).isInstanceOf(TidemarkException.class);
    }
}
