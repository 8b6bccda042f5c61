// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.grpc.ManagedChannel;
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
import io.tidemark.v1.FetchResponse;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.LeaderHint;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one fetch open per leader, and per near replica, and takes the answers in. Consumer thread only. */
final class Fetcher {
    private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);

    /** Grace beyond the asked wait before the leader is doubted. */
    private static final int SLOW_ANSWER_MS = 250;

    private final FetchSettings settings;
    private final ClusterMetadata metadata;
    private final Connections connections;
    private final ThreadInbox inbox;
    private final FetchDecisions decisions;
    private final Map<FetchPlan.Target, OpenFetch> open = new HashMap<>();

    Fetcher(ClientConfig config, ClusterMetadata metadata, Connections connections, ThreadInbox inbox) {
        this.settings = FetchSettings.of(config);
        this.metadata = metadata;
        this.connections = connections;
        this.inbox = inbox;
        this.decisions = new FetchDecisions(new KnownLeaders(metadata), settings.reset());
    }

    private record OpenFetch(
            FetchPlan plan, ManagedChannel channel, CompletableFuture<FetchResponse> answer, long overdueMs) {}

    /** Asks every leader that has something to be asked for and is not being asked. */
    void sendFetches(Collection<FetchState> states, long nowMs) {
        checkOpenFetches(nowMs);
        Map<FetchPlan.Target, FetchPlan> plans = plan(states, nowMs);
        if (giveUpThoseInTheWayOf(plans)) {
            plans = plan(states, nowMs);
        }
        for (FetchPlan plan : plans.values()) {
            if (!plan.isEmpty() && !open.containsKey(plan.target())) {
                send(plan, nowMs);
            }
        }
    }

    private Map<FetchPlan.Target, FetchPlan> plan(Collection<FetchState> states, long nowMs) {
        Map<FetchPlan.Target, FetchPlan> plans = new LinkedHashMap<>();
        for (FetchState state : states) {
            LeaderView leader = state.hasPosition() && !state.isHeld() ? decisions.leaderOf(state, nowMs) : null;
            NodeAddress address = leader == null ? null : leader.address();
            if (leader == null || address == null) {
                continue;
            }
            NodeAddress near = state.nearAddress(leader.leaderEpoch(), nowMs);
            FetchPlan.Target target = new FetchPlan.Target(near == null ? address : near, near != null);
            FetchPlan plan = plans.computeIfAbsent(target, FetchPlan::new);
            if (state.isFetchable(nowMs)) {
                plan.add(state, leader.leaderEpoch(), state.shunsNear(nowMs));
            } else {
                plan.markIncomplete();
            }
        }
        return plans;
    }

    /** A partition that is new at a leader must not wait until a long fetch of the others ends. */
    private boolean giveUpThoseInTheWayOf(Map<FetchPlan.Target, FetchPlan> plans) {
        boolean isAnyGivenUp = false;
        for (FetchPlan plan : plans.values()) {
            OpenFetch fetch = open.get(plan.target());
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

    private void send(FetchPlan plan, long nowMs) {
        ManagedChannel channel = connections.channel(plan.node(), Lane.FETCH);
        int waitMs = plan.waitMs(settings);
        CompletableFuture<FetchResponse> answer = UnaryCall.start(
                channel,
                FetchServiceGrpc.getFetchMethod(),
                plan.request(settings),
                (long) waitMs + settings.requestTimeoutMs());
        OpenFetch fetch = new OpenFetch(plan, channel, answer, nowMs + waitMs + SLOW_ANSWER_MS);
        open.put(plan.target(), fetch);
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
                if (fetch.plan().target().isNear()) {
                    // No new leader will make it known that this replica hangs.
                    fetch.plan().shunNearAll(nowMs + FetchDecisions.SHUN_NEAR_MS);
                    giveUp(fetch);
                }
            }
        }
    }

    private void giveUp(OpenFetch fetch) {
        open.remove(fetch.plan().target(), fetch);
        fetch.plan().onDone();
        fetch.answer().cancel(false);
    }

    private void onDone(OpenFetch fetch, @Nullable FetchResponse response, @Nullable Throwable failure) {
        if (!open.remove(fetch.plan().target(), fetch)) {
            return; // Given up before.
        }
        fetch.plan().onDone();
        long nowMs = MonotonicClock.nowMs();
        if (response == null) {
            onCallFailed(
                    fetch, CallFault.of(failure == null ? new IllegalStateException("no answer") : failure), nowMs);
            return;
        }
        fetch.plan().forEachAnswer(response, (asked, answer) -> decisions.onAnswer(asked, answer, nowMs));
    }

    private void onCallFailed(OpenFetch fetch, CallFault fault, long nowMs) {
        LOG.debug("Fetch from {} failed: {}", fetch.plan().node(), fault.message());
        if (fault.isConnectionFault()) {
            connections.drop(fetch.plan().node(), Lane.FETCH, fetch.channel());
        }
        fetch.plan().topics().forEach(metadata::requestUpdate);
        fetch.plan().pauseAll(nowMs + FetchDecisions.RETRY_MS);
        fetch.plan().shunNearAll(nowMs + FetchDecisions.SHUN_NEAR_MS);
    }

    private record KnownLeaders(ClusterMetadata metadata) implements FetchDecisions.Leaders {
        @Override
        public @Nullable TopicView topic(String name) {
            return metadata.view().topic(name);
        }

        @Override
        public @Nullable LeaderView leader(TopicPartition partition) {
            return metadata.view().leader(partition);
        }

        @Override
        public boolean isGone(String topic) {
            return metadata.isGone(topic);
        }

        @Override
        public void requestUpdate(String topic) {
            metadata.requestUpdate(topic);
        }

        @Override
        public void onHint(TopicPartition partition, LeaderHint hint) {
            metadata.onHint(partition, hint);
        }
    }
}
