// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import com.google.protobuf.ByteString;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.OffsetReset;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.LeaderHint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whom to ask for a partition and what an answer means for it. No calls, no clock. Consumer thread only. */
final class FetchDecisions {
    /** Pause after an answer that does not help. */
    static final int RETRY_MS = 25;

    /** How long the leader serves after a near replica could not. */
    static final int SHUN_NEAR_MS = 5_000;

    /** How long a near replica is read before the leader is asked whether it is still the one. */
    private static final int READ_NEAR_MS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(FetchDecisions.class);
    private static final int OTHER_ID_WAIT_MS = 1_000;

    private final Leaders leaders;
    private final OffsetReset reset;

    /** What is known of topics and who leads. */
    interface Leaders {
        /** A topic; null when it is not known. */
        @Nullable
        TopicView topic(String name);

        /** The leader of a partition; null when the partition is not known. */
        @Nullable
        LeaderView leader(TopicPartition partition);

        /** Whether brokers agree that there is no such topic. */
        boolean isGone(String topic);

        /** What is known may be old. */
        void requestUpdate(String topic);

        /** A broker named the leader. */
        void onHint(TopicPartition partition, LeaderHint hint);
    }

    FetchDecisions(Leaders leaders, OffsetReset reset) {
        this.leaders = leaders;
        this.reset = reset;
    }

    /** Whom to ask; null when nobody can be asked now. */
    @Nullable
    LeaderView leaderOf(FetchState state, long nowMs) {
        TopicPartition partition = state.partition;
        TopicView topic = leaders.topic(partition.topic());
        if (topic == null) {
            onMissingTopic(state);
            return null;
        }
        if (partition.partition() >= topic.partitionCount()) {
            leaders.requestUpdate(partition.topic());
            state.fail(missing(partition + " does not exist: the topic has " + topic.partitionCount() + " partitions"));
            return null;
        }
        ByteString readId = state.topicId();
        if (readId == null && state.isRefused(topic.topicId(), nowMs)) {
            leaders.requestUpdate(partition.topic());
            return null;
        }
        if (readId == null) {
            state.onTopicId(topic.topicId());
        } else if (!readId.equals(topic.topicId())) {
            state.fail(otherTopic(partition));
            return null;
        }
        LeaderView leader = leaders.leader(partition);
        if (leader == null || leader.address() == null) {
            leaders.requestUpdate(partition.topic());
        }
        return leader;
    }

    private void onMissingTopic(FetchState state) {
        String topic = state.partition.topic();
        if (leaders.isGone(topic)) {
            state.fail(missing("topic " + topic + " does not exist, or not any more"));
        } else {
            leaders.requestUpdate(topic);
        }
    }

    /** An answer that came; ignored when the position was changed since it was asked for. */
    void onAnswer(FetchPlan.Asked asked, FetchedPartition answer, long nowMs) {
        FetchState state = asked.state();
        if (answer.hasCurrentLeader()) {
            leaders.onHint(state.partition, answer.getCurrentLeader());
        }
        if (state.seekCount() != asked.seekCount()) {
            return;
        }
        FetchVerdict verdict = FetchVerdict.of(answer.getError());
        if (asked.isNear() && verdict != FetchVerdict.GOOD) {
            // Only the leader's word counts against a position.
            state.shunNear(nowMs + SHUN_NEAR_MS);
            return;
        }
        switch (verdict) {
            case GOOD -> {
                if (answer.hasPreferredReplica()) {
                    onNearReplica(asked, answer.getPreferredReplica(), nowMs);
                } else {
                    onData(state, answer);
                }
            }
            case WRONG_NODE -> {
                leaders.requestUpdate(state.partition.topic());
                pauseUnlessLeaderMoved(asked, nowMs);
            }
            case LATER -> state.pause(nowMs + RETRY_MS);
            case OUT_OF_RANGE -> onOutOfRange(asked, answer, nowMs);
            case OTHER_TOPIC -> {
                leaders.requestUpdate(state.partition.topic());
                state.onTopicIdRefused(nowMs + OTHER_ID_WAIT_MS);
                state.fail(otherTopic(state.partition));
            }
            case FINAL ->
                state.fail(new TidemarkException(
                        answer.getError(), state.partition + ": " + answer.getErrorMessage(), Outcome.NOT_WRITTEN));
        }
    }

    private static void onNearReplica(FetchPlan.Asked asked, LeaderHint replica, long nowMs) {
        if (replica.getHost().isEmpty() || asked.state().shunsNear(nowMs)) {
            asked.state().pause(nowMs + RETRY_MS);
        } else {
            asked.state()
                    .readNear(
                            new NodeAddress(replica.getHost(), replica.getPort()),
                            asked.leaderEpoch(),
                            nowMs + READ_NEAR_MS);
        }
    }

    private static void onData(FetchState state, FetchedPartition answer) {
        try {
            RecordChunk chunk =
                    RecordChunk.of(state.partition, answer.getBatches().asReadOnlyByteBuffer());
            if (chunk != null) {
                state.onChunk(chunk);
            }
        } catch (TidemarkException e) {
            state.fail(e);
        }
    }

    private void pauseUnlessLeaderMoved(FetchPlan.Asked asked, long nowMs) {
        LeaderView leader = leaders.leader(asked.state().partition);
        if (leader == null || leader.leaderEpoch() <= asked.leaderEpoch()) {
            asked.state().pause(nowMs + RETRY_MS);
        }
    }

    /** Only the leader of the newest epoch known may say so; any other may simply be behind. */
    private void onOutOfRange(FetchPlan.Asked asked, FetchedPartition answer, long nowMs) {
        FetchState state = asked.state();
        LeaderView leader = leaders.leader(state.partition);
        if (leader == null || leader.leaderEpoch() != asked.leaderEpoch()) {
            state.pause(nowMs + RETRY_MS);
            return;
        }
        String message = "offset " + asked.fetchOffset() + " of " + state.partition
                + " is outside the log, which spans " + answer.getLogStartOffset() + " to " + answer.getHighWatermark();
        switch (reset) {
            case NONE ->
                state.fail(new TidemarkException(
                        answer.getError(), message + ": seek, or set auto.offset.reset", Outcome.NOT_WRITTEN));
            case EARLIEST, LATEST -> {
                LOG.warn("{}; reading on from {}", message, reset);
                state.seekTo(reset);
            }
        }
    }

    private static TidemarkException missing(String message) {
        return new TidemarkException(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, message, Outcome.NOT_WRITTEN);
    }

    private static TidemarkException otherTopic(TopicPartition partition) {
        return new TidemarkException(
                ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID,
                "topic " + partition.topic() + " was deleted and created again: the position in " + partition
                        + " means nothing there; seek to go on",
                Outcome.NOT_WRITTEN);
    }
}
