// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.Batches;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.Crc;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchPartition;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.wire.ProtoRecords;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One partition of a consumer's fetch, and its answer so far. Answered on a shard's thread, read under the call's lock. */
final class PartitionRead implements ReadReply {
    private static final int DEFAULT_MAX_BYTES = 1 << 20;

    private final FetchPartition wanted;
    private final List<Integer> nearReplicas;
    private final TopicResolver topics;
    private final TopicResolver.Resolved target;
    private final Consumer<PartitionRead> answered;
    private volatile ByteString batches = ByteString.EMPTY;
    private volatile ErrorCode error;
    private volatile String message;
    private volatile long highWatermark = -1;
    private volatile long logStartOffset = -1;
    private volatile int preferredReplica = -1;
    private volatile boolean open;

    PartitionRead(
            FetchPartition wanted, List<Integer> nearReplicas, TopicResolver topics, Consumer<PartitionRead> answered) {
        this.nearReplicas = nearReplicas;
        this.wanted = wanted;
        this.topics = topics;
        this.target = topics.resolve(wanted.getTopic(), wanted.getTopicId(), wanted.getPartition());
        this.answered = answered;
        this.error = target.error();
        this.message = target.message();
        this.open = target.key() != null;
    }

    @Nullable
    PartitionKey key() {
        return target.key();
    }

    /** Whether an answer is still to come. */
    boolean isOpen() {
        return open;
    }

    /** Waits for an answer once more. */
    void reopen() {
        open = target.key() != null;
    }

    boolean hasFailed() {
        return error != ErrorCode.ERROR_CODE_UNSPECIFIED;
    }

    /** Whether waiting longer helps nobody: it failed, or another replica should be asked. */
    boolean isFinal() {
        return hasFailed() || preferredReplica >= 0;
    }

    int sizeBytes() {
        return batches.size();
    }

    int maxBytes() {
        return wanted.getMaxBytes() <= 0 ? DEFAULT_MAX_BYTES : wanted.getMaxBytes();
    }

    FetchInput toInput(long token, int boundBytes, int minBytes, long deadlineMs) {
        OptionalInt leaderEpoch =
                wanted.hasCurrentLeaderEpoch() ? OptionalInt.of(wanted.getCurrentLeaderEpoch()) : OptionalInt.empty();
        return new FetchInput.Consumer(
                token, wanted.getFetchOffset(), boundBytes, minBytes, leaderEpoch, deadlineMs, nearReplicas);
    }

    void overloaded() {
        error = ErrorCode.ERROR_CODE_OVERLOADED;
        message = "the queue of this partition's shard is full";
        open = false;
    }

    @Override
    public void served(Effect.ServeFetch limits, LogSlice slice) {
        try (slice) {
            batches = UnsafeByteOperations.unsafeWrap(slice.copy());
        }
        highWatermark = limits.highWatermark();
        logStartOffset = limits.logStartOffset();
        open = false;
        answered.accept(this);
    }

    @Override
    public void rejected(Rejection rejection) {
        error = ErrorCodes.of(rejection.error());
        message = ErrorCodes.describe(error, false);
        logStartOffset = rejection.logStartOffset();
        open = false;
        answered.accept(this);
    }

    @Override
    public void redirected(Effect.RedirectRead answer) {
        preferredReplica = answer.replica();
        open = false;
        answered.accept(this);
    }

    @Override
    public void diverging(Effect.AnswerDiverging answer) {
        // Only followers state the epoch that this compares; the core never says it to a consumer.
        throw new IllegalStateException("a consumer was answered as a follower");
    }

    /** A consumer that is handed records instead of batches cannot check them: that is done here. */
    private void addDecoded(FetchedPartition.Builder partition) {
        try {
            for (ByteBuffer batch : Batches.split(batches.asReadOnlyByteBuffer())) {
                Crc.requireMatch(batch);
                partition.addAllRecords(ProtoRecords.decode(batch, wanted.getFetchOffset()));
            }
        } catch (CorruptBatchException damaged) {
            partition
                    .clearRecords()
                    .setError(ErrorCode.ERROR_CODE_CORRUPT_BATCH)
                    .setErrorMessage("this replica's log is damaged: " + damaged.getMessage());
        }
    }

    FetchedPartition toWire(boolean decoded) {
        FetchedPartition.Builder partition = FetchedPartition.newBuilder()
                .setTopic(wanted.getTopic())
                .setTopicId(wanted.getTopicId())
                .setPartition(wanted.getPartition())
                .setError(error)
                .setErrorMessage(message)
                .setHighWatermark(highWatermark)
                .setLogStartOffset(logStartOffset);
        PartitionKey key = target.key();
        if (key != null) {
            partition.setTopicId(WireIds.toWire(key.topicId()));
        }
        if (key != null && hasFailed()) {
            partition.setCurrentLeader(topics.leaderOf(key));
        }
        if (key != null && preferredReplica >= 0) {
            partition.setPreferredReplica(topics.replica(key, preferredReplica));
        }
        if (decoded) {
            addDecoded(partition);
        } else {
            partition.setBatches(batches);
        }
        return partition.build();
    }
}
