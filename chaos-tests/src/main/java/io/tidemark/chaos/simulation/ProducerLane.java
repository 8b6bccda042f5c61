// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import com.google.protobuf.ByteString;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.client.producer.SteppedProducer;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.record.RecordBatch;
import io.tidemark.v1.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One partition as one producer writes it. */
final class ProducerLane implements SteppedProducer.Listener {
    private static final int IN_FLIGHT_MAX = 5;
    private static final int WAITING_MAX = 12;

    private final SimProducer owner;
    private final String topic;
    private final int partition;
    private final int acks;
    private final int timeoutMs;
    private final Writes writes;
    private final SteppedProducer core;
    private final Map<Long, Batch> batches = new TreeMap<>();
    private long lastBatchId;
    private SimProducer.@Nullable Stream stream;
    private @Nullable UUID topicId;

    /** A batch under way, and the topic it was last sent to. */
    private record Batch(
            long firstValue,
            int count,
            ByteBuffer bytes,
            long invokedNanos,
            @Nullable UUID sentTo) {
        Batch to(UUID topicId) {
            return new Batch(firstValue, count, bytes, invokedNanos, topicId);
        }
    }

    ProducerLane(SimProducer owner, String topic, int partition, int acks, Writes writes) {
        this.owner = owner;
        this.topic = topic;
        this.partition = partition;
        this.acks = acks;
        this.timeoutMs = (int) owner.prng().between(300, 3_000);
        this.writes = writes;
        this.core = new SteppedProducer(IN_FLIGHT_MAX, true, 20, 300, this);
    }

    boolean isIdle() {
        return core.isIdle();
    }

    String describe() {
        return topic + "-" + partition + " acks " + acks + " open " + batches.size();
    }

    /** A new batch, unless too many wait. */
    void write() {
        if (batches.size() >= WAITING_MAX) {
            return;
        }
        int count = 1 + owner.prng().below(3);
        long firstValue = writes.values(count);
        long nowMs = owner.world().nowMs();
        batches.put(++lastBatchId, new Batch(firstValue, count, writes.encode(firstValue, count), nanos(), null));
        core.onBatch(lastBatchId, count, nowMs + owner.prng().between(1_000, 20_000));
    }

    void onStreamLost(long streamId, long nowMs) {
        core.onStreamLost(streamId, nowMs);
    }

    void onProducerId() {
        core.onProducerId(writes.producerId(acks));
    }

    void advance() {
        long nowMs = owner.world().nowMs();
        if (core.wantsProducerId()) {
            owner.wantProducerId(this);
        }
        route();
        core.onTick(nowMs);
        SimProducer.Stream current = stream;
        while (current != null && current.connection().isOpen()) {
            SteppedProducer.Attempt attempt = core.nextSend(nowMs);
            if (attempt == null) {
                return;
            }
            send(attempt, current.connection());
        }
    }

    private void route() {
        TopicImage known = owner.topic(topic);
        PartitionImage image = SimClient.partition(known, partition);
        if (known == null || image == null) {
            if (topicId != null && owner.view().index() >= 0) {
                core.failAll(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
                topicId = null;
            }
            stream = null;
            owner.refresh();
            return;
        }
        topicId = known.topicId();
        stream = owner.openStream(image.leader());
        if (image.leader() < 0) {
            owner.refresh();
        }
        SimProducer.Stream current = stream;
        boolean usable = current != null && current.connection().isOpen();
        core.onRoute(
                bytesOf(known.topicId()), image.leaderEpoch(), usable && current != null ? current.streamId() : -1);
    }

    private void send(SteppedProducer.Attempt attempt, SimConnection connection) {
        Batch batch = batches.get(attempt.batchId());
        UUID id = topicId;
        if (batch == null || id == null) {
            return;
        }
        batches.put(attempt.batchId(), batch.to(id));
        ByteBuffer bytes = Writes.copy(batch.bytes());
        RecordBatch.setProducer(bytes, attempt.producerId(), attempt.producerEpoch(), attempt.baseSequence());
        ProduceRequest request = new ProduceRequest(
                topic, new PartitionKey(id, partition), bytes, acks, attempt.leaderEpoch(), timeoutMs);
        connection.toServer(target -> new ProduceDoor(
                        (SimBroker) target,
                        request,
                        (error, appended, baseOffset) -> connection.toClient(
                                owner, () -> onReply(attempt.attemptId(), error, appended, baseOffset)))
                .open());
    }

    private void onReply(long attemptId, ErrorCode error, boolean appended, long baseOffset) {
        owner.world().reached("produce answered " + error);
        core.onReply(attemptId, error, appended, baseOffset, owner.world().nowMs());
        advance();
    }

    @Override
    public void onWritten(long batchId, long baseOffset) {
        // Only what asks for all replicas is promised to stay.
        boolean promised = acks < 0;
        record(batchId, promised ? Outcome.OK : Outcome.INFO, promised ? baseOffset : -1);
    }

    @Override
    public void onFailed(long batchId, ErrorCode error, io.tidemark.client.Outcome outcome) {
        owner.world().reached("batch given up " + error + " " + outcome);
        record(batchId, outcome == io.tidemark.client.Outcome.NOT_WRITTEN ? Outcome.FAIL : Outcome.INFO, -1);
    }

    private void record(long batchId, Outcome outcome, long baseOffset) {
        Batch batch = batches.remove(batchId);
        UUID id = batch == null || batch.sentTo() == null ? topicId : batch.sentTo();
        if (batch != null && id != null) {
            writes.record(
                    new PartitionKey(id, partition),
                    new Writes.Done(
                            owner.node(),
                            batch.firstValue(),
                            batch.count(),
                            batch.invokedNanos(),
                            nanos(),
                            outcome,
                            baseOffset));
        }
    }

    @Override
    public void onRefreshLeader() {
        owner.refresh();
    }

    private long nanos() {
        return owner.world().nowMicros() * 1000;
    }

    private static ByteString bytesOf(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return ByteString.copyFrom(bytes.flip());
    }
}
