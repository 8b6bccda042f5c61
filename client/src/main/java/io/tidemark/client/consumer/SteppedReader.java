// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import com.google.protobuf.ByteString;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.OffsetReset;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.client.metadata.TopicView.PartitionLeader;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.LeaderHint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's decisions for one partition without threads, connections and clock: what a simulation drives in their place.
 * It hands everything to {@link FetchState} and {@link FetchDecisions} and decides nothing. Reads from the first record on
 * where it has no position. One thread.
 */
public final class SteppedReader {
    private final FetchState state;
    private final FetchDecisions decisions;
    private @Nullable TopicView topic;

    /**
     * One fetch to send to a leader.
     *
     * @param topicId the topic's id, 16 bytes
     * @param leader broker id of the leader
     * @param leaderEpoch leader epoch that it is for
     * @param fetchOffset the first offset wanted
     */
    public record Ask(ByteString topicId, int leader, int leaderEpoch, long fetchOffset, long seekCount) {}

    /** No position yet; {@code refresh} is run when what is known of the topic may be old. */
    public SteppedReader(TopicPartition partition, Runnable refresh) {
        state = new FetchState(partition, OffsetReset.EARLIEST);
        decisions = new FetchDecisions(new Told(refresh), OffsetReset.EARLIEST);
    }

    /** What is known of the topic from now on: its id, 16 bytes, and its leaders by partition. */
    public void onTopic(ByteString topicId, List<PartitionLeader> leaders) {
        topic = new TopicView(state.partition.topic(), topicId, leaders, 0);
    }

    /** The topic is not known any more, or not yet. */
    public void onNoTopic() {
        topic = null;
    }

    /** Whether the first offset of the log is needed before anything can be read. */
    public boolean wantsPosition() {
        return !state.hasPosition();
    }

    /** The offset to read on from. */
    public void onPosition(long offset) {
        state.seek(offset);
    }

    /** Offset of the next record that {@link #poll} gives; -1 when there is no position. */
    public long position() {
        return state.position();
    }

    /** The id of the topic that is being read, 16 bytes; null before the first fetch. */
    public @Nullable ByteString topicId() {
        return state.topicId();
    }

    /** The fetch to send now; null when there is none. It is answered or fails exactly once. */
    public @Nullable Ask nextFetch(long nowMs) {
        LeaderView leader = state.hasPosition() ? decisions.leaderOf(state, nowMs) : null;
        ByteString id = state.topicId();
        if (leader == null || leader.address() == null || id == null || !state.isFetchable(nowMs)) {
            return null;
        }
        state.onFetchSent();
        return new Ask(id, leader.brokerId(), leader.leaderEpoch(), state.fetchOffset(), state.seekCount());
    }

    /** The fetch was answered. */
    public void onAnswer(Ask ask, FetchedPartition answer, long nowMs) {
        state.onFetchDone();
        decisions.onAnswer(
                new FetchPlan.Asked(state, ask.fetchOffset, ask.leaderEpoch, ask.seekCount, false), answer, nowMs);
    }

    /** The fetch got no answer. */
    public void onFailed(long nowMs) {
        state.onFetchDone();
        state.pause(nowMs + FetchDecisions.RETRY_MS);
    }

    /**
     * The next records, in order.
     *
     * @throws TidemarkException when reading cannot go on from here
     */
    public List<ConsumerRecord> poll(int recordsMax) {
        List<ConsumerRecord> records = new ArrayList<>();
        state.take(recordsMax, records);
        TidemarkException failure = records.isEmpty() ? state.takeFailure() : null;
        if (failure != null) {
            throw failure;
        }
        return records;
    }

    /** Begins again at the first record. */
    public void seekToBeginning() {
        state.seekTo(OffsetReset.EARLIEST);
    }

    /** What was told last. */
    private final class Told implements FetchDecisions.Leaders {
        /** Brokers are numbers here: where one listens is not asked. */
        private static final int PORT = 1;

        private final Runnable refresh;

        Told(Runnable refresh) {
            this.refresh = refresh;
        }

        @Override
        public @Nullable TopicView topic(String name) {
            return topic;
        }

        @Override
        public @Nullable LeaderView leader(TopicPartition partition) {
            TopicView known = topic;
            if (known == null || partition.partition() >= known.partitionCount()) {
                return null;
            }
            PartitionLeader leader = known.partitions().get(partition.partition());
            NodeAddress address = leader.brokerId() < 0 ? null : new NodeAddress("broker" + leader.brokerId(), PORT);
            return new LeaderView(leader.brokerId(), leader.leaderEpoch(), address);
        }

        @Override
        public boolean isGone(String name) {
            return false;
        }

        @Override
        public void requestUpdate(String name) {
            refresh.run();
        }

        @Override
        public void onHint(TopicPartition partition, LeaderHint hint) {
            refresh.run();
        }
    }
}
