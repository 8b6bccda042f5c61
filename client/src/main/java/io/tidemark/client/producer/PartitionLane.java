// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.ClusterView;
import io.tidemark.client.metadata.LeaderView;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.v1.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link ProducerPartition} decides for one partition: moves batches from the queue to the stream and
 * outcomes to their futures. Sender thread only.
 */
final class PartitionLane implements ProducerEffect.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionLane.class);

    /** How soon to look again while the leader is not known or not connected. */
    private static final int NO_LEADER_POLL_MS = 25;

    private final PartitionQueue queue;
    private final ProducerPartition core;
    private final LaneContext context;
    private final Map<Long, ProducerBatch> batches = new HashMap<>();
    private int leaderId = -1;
    private @Nullable ProduceStream stream;

    PartitionLane(PartitionQueue queue, ProducerPartition core, LaneContext context) {
        this.queue = queue;
        this.core = core;
        this.context = context;
    }

    /** What all lanes of a producer share. */
    record LaneContext(
            ClusterMetadata metadata,
            BufferMemory memory,
            IncompleteBatches incomplete,
            ProduceStream.AckTerms terms,
            int lingerMs,
            int deliveryTimeoutMs) {}

    TopicPartition partition() {
        return queue.partition;
    }

    ProducerPartition core() {
        return core;
    }

    boolean isLedBy(int brokerId) {
        return leaderId == brokerId;
    }

    boolean isIdle() {
        return core.isIdle() && queue.isEmpty();
    }

    /** Takes batches whose time has come; all that there are when {@code isHurried}. */
    void takeBatches(long nowMs, boolean isHurried) {
        ProducerBatch batch = queue.poll(openedUntilMs(nowMs, isHurried));
        while (batch != null) {
            batches.put(batch.batchId, batch);
            core.onBatch(batch.batchId, batch.recordCount(), batch.openedMs + context.deliveryTimeoutMs());
            batch = queue.poll(openedUntilMs(nowMs, isHurried));
        }
    }

    /** A batch that could not be sent yet may go on growing, but not for ever. */
    private long openedUntilMs(long nowMs, boolean isHurried) {
        if (!core.hasRoom()) {
            return nowMs - context.deliveryTimeoutMs();
        }
        return isHurried ? Long.MAX_VALUE : nowMs - context.lingerMs();
    }

    /** Looks up the leader and sends what may be sent. */
    void advance(ProduceStreams streams, long nowMs) {
        route(streams, nowMs);
        core.onTick(nowMs, this::carryOut);
        while (stream != null && stream.isWritable()) {
            SendBatch send = core.nextSend(nowMs, this::carryOut);
            if (send == null) {
                return;
            }
            ProducerBatch batch = Objects.requireNonNull(batches.get(send.batchId()));
            stream.send(send, this, batch.stamp(send.identity()), context.terms(), nowMs);
        }
    }

    void onReply(long attemptId, WriteReply reply, long nowMs) {
        core.onReply(attemptId, reply, nowMs, this::carryOut);
    }

    void onStreamLost(ProduceStream lost, String problem, long nowMs) {
        if (isLedBy(lost.brokerId)) {
            core.onProblem(problem);
            context.metadata().requestUpdate(partition().topic());
        }
        core.onStreamLost(lost.streamId, problem, nowMs, this::carryOut);
    }

    void failAll(ErrorCode error, String message) {
        core.failAll(error, message, this::carryOut);
    }

    /** When to call {@link #advance} at the latest. */
    long nextWakeMs(long nowMs) {
        long wakeMs = core.nextWakeMs(nowMs);
        long openedMs = queue.growingOpenedMs();
        if (openedMs != Long.MAX_VALUE) {
            int waitMs = core.hasRoom() ? context.lingerMs() : context.deliveryTimeoutMs();
            wakeMs = Math.min(wakeMs, openedMs + waitMs);
        }
        return stream == null && !core.isIdle() ? Math.min(wakeMs, nowMs + NO_LEADER_POLL_MS) : wakeMs;
    }

    private void route(ProduceStreams streams, long nowMs) {
        ClusterView view = context.metadata().view();
        TopicView topic = view.topic(partition().topic());
        LeaderView leader = view.leader(partition());
        if (topic == null || leader == null) {
            onUnknownPartition();
            return;
        }
        leaderId = leader.brokerId();
        stream = leader.address() == null ? null : streams.open(leaderId, leader.address(), nowMs);
        if (leaderId < 0) {
            core.onProblem("the partition has no leader");
        }
        if (stream == null) {
            context.metadata().requestUpdate(partition().topic());
        }
        long streamId = stream == null ? -1 : stream.streamId;
        core.onRoute(new ProducerRoute(topic.topicId(), leader.leaderEpoch(), streamId), this::carryOut);
    }

    private void onUnknownPartition() {
        String topic = partition().topic();
        if (context.metadata().isGone(topic)) {
            failAll(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, "topic " + topic + " does not exist any more");
        } else {
            context.metadata().requestUpdate(topic);
        }
    }

    private void carryOut(ProducerEffect effect) {
        effect.dispatch(this);
    }

    @Override
    public void completeBatch(ProducerEffect.CompleteBatch effect) {
        ProducerBatch batch = finish(effect.batchId());
        batch.complete(effect.writtenAt());
        context.incomplete().remove(batch);
    }

    @Override
    public void failBatch(ProducerEffect.FailBatch effect) {
        ProducerBatch batch = finish(effect.batchId());
        String message = partition() + ": " + effect.message();
        LOG.warn("{} records for {} failed, {}: {}", batch.recordCount(), partition(), effect.outcome(), message);
        batch.fail(new TidemarkException(effect.error(), message, effect.outcome()));
        context.incomplete().remove(batch);
    }

    @Override
    public void refreshLeader(ProducerEffect.RefreshLeader effect) {
        context.metadata().requestUpdate(partition().topic());
    }

    @Override
    public void reportIdentity(ProducerEffect.ReportIdentity effect) {
        LOG.info(
                "{}: writing on as producer {} epoch {}: {}",
                partition(),
                effect.producerId(),
                effect.producerEpoch(),
                effect.reason());
    }

    private ProducerBatch finish(long batchId) {
        ProducerBatch batch = Objects.requireNonNull(batches.remove(batchId));
        context.memory().release(batch.reservedBytes());
        return batch;
    }
}
