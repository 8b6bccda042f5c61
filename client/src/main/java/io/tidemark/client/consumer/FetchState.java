// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import com.google.protobuf.ByteString;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.OffsetReset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where reading of one partition stands: the application's position, the fetch position ahead of it, and what lies between
 * them. Consumer thread only.
 */
final class FetchState {
    /** One chunk is being handed out while the next is on its way or here. */
    private static final int CHUNKS_MAX = 2;

    private static final long NO_POSITION = -1;

    final TopicPartition partition;

    private final Deque<RecordChunk> chunks = new ArrayDeque<>();
    private long position = NO_POSITION;
    private long fetchOffset = NO_POSITION;
    private long seekCount;
    private long pausedUntilMs = Long.MIN_VALUE;
    private @Nullable OffsetReset reset;
    private @Nullable ByteString topicId;
    private @Nullable ByteString refusedTopicId;
    private long refusedUntilMs;
    private @Nullable TidemarkException failure;
    private boolean isInFlight;
    private boolean isHeld;
    private @Nullable NearReplica near;
    private long nearUntilMs;
    private long nearShunnedUntilMs = Long.MIN_VALUE;

    /**
     * A replica in the consumer's rack that the leader named.
     *
     * @param leaderEpoch the leader's epoch; another leader names its own
     */
    private record NearReplica(NodeAddress address, int leaderEpoch) {}

    FetchState(TopicPartition partition, OffsetReset initialReset) {
        this.partition = partition;
        this.reset = initialReset;
    }

    void seek(long offset) {
        restart(null);
        position = offset;
        fetchOffset = offset;
    }

    /** Reads on from where {@code to} says, once that is looked up. */
    void seekTo(OffsetReset to) {
        restart(to);
    }

    private void restart(@Nullable OffsetReset nextReset) {
        chunks.clear();
        position = NO_POSITION;
        fetchOffset = NO_POSITION;
        seekCount++;
        pausedUntilMs = Long.MIN_VALUE;
        reset = nextReset;
        topicId = null;
        failure = null;
        near = null;
    }

    /** The application holds the partition back, or not any more. */
    void hold(boolean held) {
        isHeld = held;
    }

    boolean isHeld() {
        return isHeld;
    }

    /** The leader of this epoch says where to read until then; after that it is asked again, since that replica may trail. */
    void readNear(NodeAddress address, int leaderEpoch, long untilMs) {
        near = new NearReplica(address, leaderEpoch);
        nearUntilMs = untilMs;
    }

    /** The replica to read from instead of the leader of this epoch; null for the leader itself. */
    @Nullable
    NodeAddress nearAddress(int leaderEpoch, long nowMs) {
        NearReplica replica = near;
        if (replica != null && (replica.leaderEpoch != leaderEpoch || nowMs >= nearUntilMs)) {
            near = null;
            return null;
        }
        return replica == null ? null : replica.address;
    }

    /** That replica is of no use: the leader serves until then. */
    void shunNear(long untilMs) {
        near = null;
        nearShunnedUntilMs = untilMs;
    }

    boolean shunsNear(long nowMs) {
        return nowMs < nearShunnedUntilMs;
    }

    @Nullable
    OffsetReset reset() {
        return reset;
    }

    boolean hasPosition() {
        return position != NO_POSITION;
    }

    long position() {
        return position;
    }

    long fetchOffset() {
        return fetchOffset;
    }

    /** Tells fetches of before a seek from those after. */
    long seekCount() {
        return seekCount;
    }

    /** The id of the topic being read; null before the first fetch after a seek. */
    @Nullable
    ByteString topicId() {
        return topicId;
    }

    void onTopicId(ByteString id) {
        topicId = id;
    }

    /** A broker says that the topic has another id now. Metadata that was asked for before may still hold this one. */
    void onTopicIdRefused(long untilMs) {
        refusedTopicId = topicId;
        refusedUntilMs = untilMs;
    }

    /** Whether a broker has just said that the topic has another id than this; for a while, since it may be behind itself. */
    boolean isRefused(ByteString id, long nowMs) {
        return nowMs < refusedUntilMs && id.equals(refusedTopicId);
    }

    boolean isFull() {
        return chunks.size() >= CHUNKS_MAX;
    }

    boolean isFetchable(long nowMs) {
        return hasPosition() && !isHeld && failure == null && !isInFlight && !isFull() && nowMs >= pausedUntilMs;
    }

    void onFetchSent() {
        isInFlight = true;
    }

    void onFetchDone() {
        isInFlight = false;
    }

    void pause(long untilMs) {
        pausedUntilMs = untilMs;
    }

    /** The next poll tells the application, once what came before is handed out. */
    void fail(TidemarkException cause) {
        failure = cause;
    }

    void onChunk(RecordChunk chunk) {
        chunks.addLast(chunk);
        fetchOffset = Math.max(fetchOffset, chunk.endOffset());
    }

    /** Moves up to so many records to {@code target}. */
    void take(int recordsMax, List<ConsumerRecord> target) {
        int left = recordsMax;
        while (left > 0 && !chunks.isEmpty()) {
            RecordChunk chunk = chunks.getFirst();
            ConsumerRecord record;
            try {
                record = chunk.next(position);
            } catch (TidemarkException e) {
                chunks.clear();
                failure = e;
                return;
            }
            if (record == null) {
                chunks.removeFirst();
                position = Math.max(position, chunk.endOffset());
            } else {
                target.add(record);
                position = record.offset() + 1;
                left--;
            }
        }
    }

    /** What to tell the application now; once only, the fetch is tried again after. */
    @Nullable
    TidemarkException takeFailure() {
        TidemarkException cause = chunks.isEmpty() ? failure : null;
        if (cause != null) {
            failure = null;
            fetchOffset = position;
        }
        return cause;
    }
}
