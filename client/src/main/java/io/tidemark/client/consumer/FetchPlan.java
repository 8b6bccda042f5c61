// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import com.google.protobuf.ByteString;
import io.tidemark.client.metadata.ClusterView;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.v1.FetchPartition;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchResponse;
import io.tidemark.v1.FetchedPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** What one leader, or one replica near the consumer, is asked for in one fetch. */
final class FetchPlan {
    /** While a partition of this leader is left out, the fetch must not keep it waiting long. */
    private static final int INCOMPLETE_WAIT_MS = 20;

    private final Target target;
    private final List<Asked> asked = new ArrayList<>();
    private boolean isIncomplete;
    private boolean shunsNear;

    FetchPlan(Target target) {
        this.target = target;
    }

    /**
     * Who is asked.
     *
     * @param isNear whether as a replica near the consumer, which does not lead what it is asked for
     */
    record Target(NodeAddress node, boolean isNear) {}

    /**
     * A partition as it was asked for.
     *
     * @param isNear whether a replica near the consumer was asked, and not the leader
     */
    record Asked(FetchState state, long fetchOffset, int leaderEpoch, long seekCount, boolean isNear) {}

    Target target() {
        return target;
    }

    NodeAddress node() {
        return target.node;
    }

    void add(FetchState state, int leaderEpoch, boolean isNearShunned) {
        asked.add(new Asked(state, state.fetchOffset(), leaderEpoch, state.seekCount(), target.isNear));
        shunsNear |= isNearShunned;
    }

    void markIncomplete() {
        isIncomplete = true;
    }

    boolean isIncomplete() {
        return isIncomplete;
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    void onSent() {
        asked.forEach(each -> each.state().onFetchSent());
    }

    void onDone() {
        asked.forEach(each -> each.state().onFetchDone());
    }

    void pauseAll(long untilMs) {
        asked.forEach(each -> each.state().pause(untilMs));
    }

    void shunNearAll(long untilMs) {
        if (target.isNear) {
            asked.forEach(each -> each.state().shunNear(untilMs));
        }
    }

    Set<String> topics() {
        Set<String> topics = new TreeSet<>();
        asked.forEach(each -> topics.add(each.state().partition.topic()));
        return topics;
    }

    /** Whether a partition has had another leader since. */
    boolean isOutdated(ClusterView view) {
        for (Asked each : asked) {
            LeaderView leader = view.leader(each.state().partition);
            if (leader != null && leader.leaderEpoch() > each.leaderEpoch()) {
                return true;
            }
        }
        return false;
    }

    int waitMs(FetchSettings settings) {
        return isIncomplete ? Math.min(INCOMPLETE_WAIT_MS, settings.maxWaitMs()) : settings.maxWaitMs();
    }

    FetchRequest request(FetchSettings settings) {
        FetchRequest.Builder request = FetchRequest.newBuilder()
                .setMaxWaitMs(waitMs(settings))
                .setMinBytes(settings.minBytes())
                .setMaxBytes(settings.maxBytes())
                // A leader that is told no rack serves everything itself.
                .setRack(shunsNear ? "" : settings.rack());
        for (Asked each : asked) {
            ByteString topicId = each.state().topicId();
            request.addPartitions(FetchPartition.newBuilder()
                    .setTopic(each.state().partition.topic())
                    .setTopicId(topicId == null ? ByteString.EMPTY : topicId)
                    .setPartition(each.state().partition.partition())
                    .setCurrentLeaderEpoch(each.leaderEpoch())
                    .setFetchOffset(each.fetchOffset())
                    .setMaxBytes(settings.partitionMaxBytes()));
        }
        return request.build();
    }

    /** Pairs what was asked with its answer; answers come in the order asked. */
    void forEachAnswer(FetchResponse response, BiConsumer<Asked, FetchedPartition> use) {
        List<FetchedPartition> answers = response.getPartitionsList();
        for (int i = 0; i < Math.min(asked.size(), answers.size()); i++) {
            use.accept(asked.get(i), answers.get(i));
        }
    }
}
