// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.runtime.PartitionFetch;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.RememberedBatch;
import io.tidemark.v1.RememberedProducer;
import io.tidemark.v1.ReplicaFetchPartition;
import io.tidemark.v1.ReplicaFetchedPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The core's fetches and answers between brokers, to the wire and back. */
final class ReplicaWire {
    private ReplicaWire() {}

    static ReplicaFetchPartition toWire(PartitionFetch wanted, int maxBytes) {
        Effect.SendFetch fetch = wanted.fetch();
        ReplicaFetchPartition.Builder partition = ReplicaFetchPartition.newBuilder()
                .setTopicId(WireIds.toWire(wanted.key().topicId()))
                .setPartition(wanted.key().partition())
                .setCurrentLeaderEpoch(fetch.leaderEpoch())
                .setFetchOffset(fetch.fetchOffset())
                .setFlushedOffset(fetch.flushedOffset())
                .setLogStartOffset(fetch.logStartOffset())
                .setHighWatermark(fetch.highWatermark())
                .setWantsProducers(fetch.wantsProducers())
                .setMaxBytes(maxBytes)
                .setFetchId(fetch.fetchId());
        fetch.lastFetchedEpoch().ifPresent(partition::setLastFetchedEpoch);
        return partition.build();
    }

    static FetchInput toInput(long token, ReplicaFetchPartition wanted, ReplicaLife replica, long deadlineMs) {
        return new FetchInput.Follower(
                token,
                replica,
                wanted.getCurrentLeaderEpoch(),
                wanted.getFetchOffset(),
                wanted.getFlushedOffset(),
                wanted.hasLastFetchedEpoch() ? OptionalInt.of(wanted.getLastFetchedEpoch()) : OptionalInt.empty(),
                wanted.getLogStartOffset(),
                wanted.getHighWatermark(),
                wanted.getWantsProducers(),
                wanted.getMaxBytes(),
                deadlineMs);
    }

    /** Null when the topic id has not 16 bytes. */
    static @Nullable PartitionKey keyOf(ReplicaFetchPartition wanted) {
        UUID topicId = WireIds.fromWire(wanted.getTopicId());
        return topicId == null ? null : new PartitionKey(topicId, wanted.getPartition());
    }

    /** Null when the topic id has not 16 bytes. */
    static @Nullable PartitionKey keyOf(ReplicaFetchedPartition answer) {
        UUID topicId = WireIds.fromWire(answer.getTopicId());
        return topicId == null ? null : new PartitionKey(topicId, answer.getPartition());
    }

    static FetchReply toReply(ReplicaFetchedPartition answer) {
        FetchReply.Diverging diverging = answer.hasDivergingEpoch()
                ? new FetchReply.Diverging(
                        answer.getDivergingEpoch().getLeaderEpoch(),
                        answer.getDivergingEpoch().getEndOffset())
                : null;
        return new FetchReply(
                answer.getFetchId(),
                ErrorCodes.fromWire(answer.getError()),
                answer.getLeaderEpoch(),
                answer.getHighWatermark(),
                answer.getLogStartOffset(),
                answer.getLogEndOffset(),
                diverging,
                fromWire(answer.getProducersList()),
                HeapBytes.of(answer.getBatches()));
    }

    static RememberedProducer toWire(ProducerStates.Snapshot producer) {
        RememberedProducer.Builder known = RememberedProducer.newBuilder()
                .setProducerId(producer.producerId())
                .setProducerEpoch(producer.producerEpoch());
        for (ProducerStates.Batch batch : producer.batches()) {
            known.addBatches(RememberedBatch.newBuilder()
                    .setFirstSequence(batch.firstSequence())
                    .setLastSequence(batch.lastSequence())
                    .setBaseOffset(batch.baseOffset()));
        }
        return known.build();
    }

    private static List<ProducerStates.Snapshot> fromWire(List<RememberedProducer> producers) {
        List<ProducerStates.Snapshot> snapshots = new ArrayList<>(producers.size());
        for (RememberedProducer producer : producers) {
            List<ProducerStates.Batch> batches = producer.getBatchesList().stream()
                    .map(batch -> new ProducerStates.Batch(
                            batch.getFirstSequence(), batch.getLastSequence(), batch.getBaseOffset()))
                    .toList();
            snapshots.add(new ProducerStates.Snapshot(
                    producer.getProducerId(), (short) producer.getProducerEpoch(), batches));
        }
        return List.copyOf(snapshots);
    }
}
