// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.ThreadInbox;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.client.metadata.UnaryCall;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchResponse;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.FetchedPartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one fetch open per leader and takes the answers in. Consumer thread only. */
final class Fetcher {
    private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);

    /** Pause after an answer that does not help. */
    private static final int OTHER_ID_WAIT_MS = 1_000;

    private static final int RETRY_MS = 25;
    /** Grace beyond the asked wait before the leader is doubted. */
    private static final int SLOW_ANSWER_MS = 250;

    private final FetchSettings settings;
    private final ClusterMetadata metadata;
    private final Connections connections;
    private final ThreadInbox inbox;
    private final Map<NodeAddress, OpenFetch> open = new HashMap<>();

    Fetcher(ClientConfig config, ClusterMetadata metadata, Connections connections, ThreadInbox inbox) {
        this.settings = FetchSettings.of(config);
        this.metadata = metadata;
        this.connections = connections;
        this.inbox = inbox;
    }

    private record OpenFetch(
            FetchPlan plan, ManagedChannel channel, CompletableFuture<FetchResponse> answer, long overdueMs) {}

    /** Asks every leader that has something to be asked for and is not being asked. */
    void sendFetches(Collection<FetchState> states, long nowMs) {
        checkOpenFetches(nowMs);
        Map<NodeAddress, FetchPlan> plans = plan(states, nowMs);
        if (giveUpThoseInTheWayOf(plans)) {
            plans = plan(states, nowMs);
        }
        for (FetchPlan plan : plans.values()) {
            if (!plan.isEmpty() && !open.containsKey(plan.node())) {
                send(plan, nowMs);
            }
        }
    }

    private Map<NodeAddress, FetchPlan> plan(Collection<FetchState> states, long nowMs) {
        Map<NodeAddress, FetchPlan> plans = new LinkedHashMap<>();
        for (FetchState state : states) {
            LeaderView leader = state.hasPosition() ? leaderOf(state, nowMs) : null;
            if (leader == null || leader.address() == null) {
                continue;
            }
            FetchPlan plan = plans.computeIfAbsent(leader.address(), FetchPlan::new);
            if (state.isFetchable(nowMs)) {
                plan.add(state, leader.leaderEpoch());
            } else {
                plan.markIncomplete();
            }
        }
        return plans;
    }

    /** A partition that is new at a leader must not wait until a long fetch of the others ends. */
    private boolean giveUpThoseInTheWayOf(Map<NodeAddress, FetchPlan> plans) {
        boolean isAnyGivenUp = false;
        for (FetchPlan plan : plans.values()) {
            OpenFetch fetch = open.get(plan.node());
            if (!plan.isEmpty() && fetch != null && !fetch.plan().isIncomplete()) {
                giveUp(fetch);
                isAnyGivenUp = true;
            }
        }
        return isAnyGivenUp;
    }

    /** Gives open fetches up: what is wanted has changed. */
    void cancelAll() {
        for (OpenFetch fetch : List.copyOf(open.values())) {
            giveUp(fetch);
        }
    }

    private @Nullable LeaderView leaderOf(FetchState state, long nowMs) {
        TopicPartition partition = state.partition;
        TopicView topic = metadata.view().topic(partition.topic());
        if (topic == null) {
            onMissingTopic(state);
            return null;
        }
        if (partition.partition() >= topic.partitionCount()) {
            metadata.requestUpdate(partition.topic());
            state.fail(missing(partition + " does not exist: the topic has " + topic.partitionCount() + " partitions"));
            return null;
        }
        ByteString readId = state.topicId();
        if (readId == null && state.isRefused(topic.topicId(), nowMs)) {
            metadata.requestUpdate(partition.topic());
            return null;
        }
        if (readId == null) {
            state.onTopicId(topic.topicId());
        } else if (!readId.equals(topic.topicId())) {
            state.fail(otherTopic(partition));
            return null;
        }
        LeaderView leader = metadata.view().leader(partition);
        if (leader == null || leader.address() == null) {
            metadata.requestUpdate(partition.topic());
        }
        return leader;
    }

    private void onMissingTopic(FetchState state) {
        String topic = state.partition.topic();
        if (metadata.isGone(topic)) {
            state.fail(missing("topic " + topic + " does not exist, or not any more"));
        } else {
            metadata.requestUpdate(topic);
        }
    }

    private void send(FetchPlan plan, long nowMs) {
        ManagedChannel channel = connections.channel(plan.node(), Lane.FETCH);
        int waitMs = plan.waitMs(settings);
        CompletableFuture<FetchResponse> answer = UnaryCall.start(
                channel,
                FetchServiceGrpc.getFetchMethod(),
                plan.request(settings),
                (long) waitMs + settings.requestTimeoutMs());
        OpenFetch fetch = new OpenFetch(plan, channel, answer, nowMs + waitMs + SLOW_ANSWER_MS);
        open.put(plan.node(), fetch);
        plan.onSent();
        UnaryCall.whenDone(answer, (response, failure) -> inbox.add(() -> onDone(fetch, response, failure)));
    }

    /** A leader that hangs must not hold up what a new leader can serve. */
    private void checkOpenFetches(long nowMs) {
        for (OpenFetch fetch : List.copyOf(open.values())) {
            if (fetch.plan().isOutdated(metadata.view())) {
                giveUp(fetch);
            } else if (nowMs >= fetch.overdueMs()) {
                fetch.plan().topics().forEach(metadata::requestUpdate);
            }
        }
    }

    private void giveUp(OpenFetch fetch) {
        open.remove(fetch.plan().node(), fetch);
        fetch.plan().onDone();
        fetch.answer().cancel(false);
    }

    private void onDone(OpenFetch fetch, @Nullable FetchResponse response, @Nullable Throwable failure) {
        if (!open.remove(fetch.plan().node(), fetch)) {
            return; // Given up before.
        }
        fetch.plan().onDone();
        long nowMs = MonotonicClock.nowMs();
        if (response == null) {
            onCallFailed(
                    fetch, CallFault.of(failure == null ? new IllegalStateException("no answer") : failure), nowMs);
            return;
        }
        fetch.plan().forEachAnswer(response, (asked, answer) -> onAnswer(asked, answer, nowMs));
    }

    private void onCallFailed(OpenFetch fetch, CallFault fault, long nowMs) {
        LOG.debug("Fetch from {} failed: {}", fetch.plan().node(), fault.message());
        if (fault.isConnectionFault()) {
            connections.drop(fetch.plan().node(), Lane.FETCH, fetch.channel());
        }
        fetch.plan().topics().forEach(metadata::requestUpdate);
        fetch.plan().pauseAll(nowMs + RETRY_MS);
    }

    private void onAnswer(FetchPlan.Asked asked, FetchedPartition answer, long nowMs) {
        FetchState state = asked.state();
        if (answer.hasCurrentLeader()) {
            metadata.onHint(state.partition, answer.getCurrentLeader());
        }
        if (state.seekCount() != asked.seekCount()) {
            return;
        }
        switch (FetchVerdict.of(answer.getError())) {
            case GOOD -> onData(state, answer);
            case WRONG_NODE -> {
                metadata.requestUpdate(state.partition.topic());
                pauseUnlessLeaderMoved(asked, nowMs);
            }
            case LATER -> state.pause(nowMs + RETRY_MS);
            case OUT_OF_RANGE -> onOutOfRange(asked, answer, nowMs);
            case OTHER_TOPIC -> {
                metadata.requestUpdate(state.partition.topic());
                state.onTopicIdRefused(nowMs + OTHER_ID_WAIT_MS);
                state.fail(otherTopic(state.partition));
            }
            case FINAL ->
                state.fail(new TidemarkException(
                        answer.getError(), state.partition + ": " + answer.getErrorMessage(), Outcome.NOT_WRITTEN));
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
        LeaderView leader = metadata.view().leader(asked.state().partition);
        if (leader == null || leader.leaderEpoch() <= asked.leaderEpoch()) {
            asked.state().pause(nowMs + RETRY_MS);
        }
    }

    /** Only the leader of the newest epoch known may say so; any other may simply be behind. */
    private void onOutOfRange(FetchPlan.Asked asked, FetchedPartition answer, long nowMs) {
        FetchState state = asked.state();
        LeaderView leader = metadata.view().leader(state.partition);
        if (leader == null || leader.leaderEpoch() != asked.leaderEpoch()) {
            state.pause(nowMs + RETRY_MS);
            return;
        }
        String message = "offset " + asked.fetchOffset() + " of " + state.partition
                + " is outside the log, which spans " + answer.getLogStartOffset() + " to " + answer.getHighWatermark();
        switch (settings.reset()) {
            case NONE ->
                state.fail(new TidemarkException(
                        answer.getError(), message + ": seek, or set auto.offset.reset", Outcome.NOT_WRITTEN));
            case EARLIEST, LATEST -> {
                LOG.warn("{}; reading on from {}", message, settings.reset());
                state.seekTo(settings.reset());
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
