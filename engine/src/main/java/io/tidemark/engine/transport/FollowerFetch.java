// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.UnsafeByteOperations;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.runtime.PartitionShard;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.DivergingEpoch;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ReplicaFetchPartition;
import io.tidemark.v1.ReplicaFetchedPartition;
import java.util.List;

/** One partition's fetch of a follower under way: turns its outcome into the answer on the follower's stream. */
final class FollowerFetch implements ReadReply {
    private final PartitionKey key;
    private final ReplicaFetchPartition wanted;
    private final PartitionShard shard;
    private final ReplicaFetchStream stream;

    FollowerFetch(PartitionKey key, ReplicaFetchPartition wanted, PartitionShard shard, ReplicaFetchStream stream) {
        this.key = key;
        this.wanted = wanted;
        this.shard = shard;
        this.stream = stream;
    }

    PartitionKey key() {
        return key;
    }

    void submit(ReplicaLife replica, int maxWaitMs) {
        shard.deliver(
                key,
                this,
                (host, nowMs) -> host.fetch(
                        this, token -> ReplicaWire.toInput(token, wanted, replica, nowMs + maxWaitMs), nowMs));
    }

    void cancel() {
        shard.deliver(key, (host, nowMs) -> host.cancel(this));
    }

    @Override
    public void served(Effect.ServeFetch limits, LogSlice slice) {
        ReplicaFetchedPartition.Builder answer = answer(wanted)
                .setLeaderEpoch(limits.leaderEpoch())
                .setHighWatermark(limits.highWatermark())
                .setLogStartOffset(limits.logStartOffset())
                .setLogEndOffset(limits.logEndOffset());
        try (slice) {
            answer.setBatches(UnsafeByteOperations.unsafeWrap(slice.copy()));
        }
        stream.answer(this, shard, answer.build());
    }

    @Override
    public void diverging(Effect.AnswerDiverging diverging) {
        stream.answer(
                this,
                shard,
                answer(wanted)
                        .setLeaderEpoch(diverging.leaderEpoch())
                        .setDivergingEpoch(DivergingEpoch.newBuilder()
                                .setLeaderEpoch(diverging.divergingEpoch())
                                .setEndOffset(diverging.divergingEndOffset()))
                        .build());
    }

    @Override
    public void outOfRange(Effect.AnswerOutOfRange outside, List<ProducerStates.Snapshot> producers) {
        ReplicaFetchedPartition.Builder answer = answer(wanted)
                .setLeaderEpoch(outside.leaderEpoch())
                .setLogStartOffset(outside.logStartOffset())
                .setLogEndOffset(outside.logEndOffset());
        if (outside.parts()) {
            answer.setDivergingEpoch(DivergingEpoch.newBuilder()
                    .setLeaderEpoch(FetchReply.Diverging.UNKNOWN)
                    .setEndOffset(outside.restartOffset()));
        } else {
            answer.setError(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE);
        }
        producers.forEach(producer -> answer.addProducers(ReplicaWire.toWire(producer)));
        stream.answer(this, shard, answer.build());
    }

    @Override
    public void rejected(Rejection rejection) {
        stream.answer(
                this,
                shard,
                answer(wanted)
                        .setError(ErrorCodes.of(rejection.error()))
                        .setLeaderEpoch(rejection.leaderEpoch())
                        .setLogStartOffset(rejection.logStartOffset())
                        .setLogEndOffset(rejection.logEndOffset())
                        .build());
    }

    /** An answer without a look at the partition. */
    static ReplicaFetchedPartition refused(ReplicaFetchPartition wanted, ErrorCode error) {
        return answer(wanted).setError(error).setLeaderEpoch(-1).build();
    }

    private static ReplicaFetchedPartition.Builder answer(ReplicaFetchPartition wanted) {
        return ReplicaFetchedPartition.newBuilder()
                .setTopicId(wanted.getTopicId())
                .setPartition(wanted.getPartition())
                .setFetchId(wanted.getFetchId());
    }
}
