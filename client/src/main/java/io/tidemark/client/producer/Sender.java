// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.grpc.Status;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.ThreadInbox;
import io.tidemark.client.producer.PartitionLane.LaneContext;
import io.tidemark.client.producer.ProduceStream.Attempt;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceStreamResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer's one thread: owns every lane and stream, and runs what happened elsewhere as events. Partitions with
 * nothing to do cost nothing.
 */
final class Sender implements Runnable, ProduceStream.Listener, ProducerIdSource.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    /** An answer that takes longer makes the client ask whether the leader is still the leader. */
    private static final int SLOW_ANSWER_MS = 250;
    /** Grace beyond the broker's own time limit. */
    private static final int ANSWER_GRACE_MS = 500;

    private static final int IDLE_WAIT_MS = 60_000;

    private final ThreadInbox inbox;
    private final LaneContext context;
    private final ProducerLimits limits;
    private final ProduceStreams streams;
    private final ProducerIdSource producerIds;
    private final ConcurrentLinkedQueue<PartitionQueue> awakened = new ConcurrentLinkedQueue<>();
    private final AtomicInteger flushes = new AtomicInteger();
    private final Map<TopicPartition, PartitionLane> lanes = new LinkedHashMap<>();
    private final Set<PartitionLane> busy = new LinkedHashSet<>();

    private @Nullable BatchIdentity sharedIdentity;
    private long nextSlowCheckMs;
    private volatile boolean isStopping;

    Sender(ThreadInbox inbox, LaneContext context, ProducerLimits limits, Connections connections) {
        this.inbox = inbox;
        this.context = context;
        this.limits = limits;
        this.streams = new ProduceStreams(connections, this);
        this.producerIds = new ProducerIdSource(context.metadata(), connections, inbox);
    }

    /** There is something new in a queue. Any thread. */
    void onRecords(PartitionQueue queue) {
        awakened.add(queue);
        inbox.wake();
    }

    /** From now on nothing waits for more records, until {@link #endFlush}. Any thread. */
    void beginFlush() {
        flushes.incrementAndGet();
        inbox.wake();
    }

    void endFlush() {
        flushes.decrementAndGet();
    }

    /** Ends the thread soon; what is not done fails. Any thread. */
    void stop() {
        isStopping = true;
        inbox.wake();
    }

    @Override
    public void run() {
        inbox.own();
        String end = "the producer was closed";
        try {
            while (!isStopping) {
                long nowMs = MonotonicClock.nowMs();
                inbox.await(Math.min(IDLE_WAIT_MS, nextWakeMs(nowMs) - nowMs));
                pass();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("The producer's sender thread met a fault and ends; every unfinished write fails", e);
            end = "the producer's sender thread met a fault: " + e;
        } finally {
            shutDown(end);
        }
    }

    private void pass() {
        inbox.runEvents();
        for (PartitionQueue queue = awakened.poll(); queue != null; queue = awakened.poll()) {
            busy.add(lane(queue));
        }
        long nowMs = MonotonicClock.nowMs();
        boolean isHurried = flushes.get() > 0 || context.memory().isShort();
        boolean wantsProducerId = false;
        Iterator<PartitionLane> each = busy.iterator();
        while (each.hasNext()) {
            PartitionLane lane = each.next();
            lane.takeBatches(nowMs, isHurried);
            lane.advance(streams, nowMs);
            wantsProducerId |= lane.core().wantsProducerId();
            if (lane.isIdle()) {
                each.remove();
            }
        }
        if (wantsProducerId) {
            producerIds.ask(nowMs, this);
        }
        checkSlowAnswers(nowMs);
    }

    private PartitionLane lane(PartitionQueue queue) {
        return lanes.computeIfAbsent(queue.partition, partition -> {
            ProducerPartition core = new ProducerPartition(limits);
            if (sharedIdentity != null) {
                core.onProducerId(sharedIdentity.producerId(), sharedIdentity.producerEpoch());
            }
            return new PartitionLane(queue, core, context);
        });
    }

    private long nextWakeMs(long nowMs) {
        long wakeMs = busy.isEmpty() ? Long.MAX_VALUE : nextSlowCheckMs;
        for (PartitionLane lane : busy) {
            wakeMs = Math.min(wakeMs, lane.nextWakeMs(nowMs));
        }
        wakeMs = Math.min(wakeMs, producerIds.nextAskMs(nowMs));
        return wakeMs == Long.MAX_VALUE ? nowMs + IDLE_WAIT_MS : wakeMs;
    }

    private void checkSlowAnswers(long nowMs) {
        if (nowMs < nextSlowCheckMs) {
            return;
        }
        nextSlowCheckMs = nowMs + SLOW_ANSWER_MS;
        for (ProduceStream stream : streams.all()) {
            long oldestMs = Long.MAX_VALUE;
            for (Attempt attempt : stream.openAttempts()) {
                oldestMs = Math.min(oldestMs, attempt.sentMs());
                if (nowMs - attempt.sentMs() >= SLOW_ANSWER_MS) {
                    context.metadata().requestUpdate(attempt.lane().partition().topic());
                }
            }
            if (oldestMs < nowMs - context.terms().timeoutMs() - ANSWER_GRACE_MS) {
                stream.cancel("no answer within request.timeout.ms");
            }
        }
    }

    @Override
    public void onReady(ProduceStream stream) {
        inbox.add(() -> streams.onOpen(stream));
    }

    @Override
    public void onReply(ProduceStream stream, ProduceStreamResponse response) {
        inbox.add(() -> {
            Attempt attempt = stream.take(response.getSequence());
            if (attempt != null) {
                onReply(attempt, response.getProduce());
            }
        });
    }

    private void onReply(Attempt attempt, ProduceResponse response) {
        if (response.hasCurrentLeader()) {
            context.metadata().onHint(attempt.lane().partition(), response.getCurrentLeader());
        }
        attempt.lane().onReply(attempt.attemptId(), WriteReply.of(response), MonotonicClock.nowMs());
    }

    @Override
    public void onLost(ProduceStream stream, Status status) {
        inbox.add(() -> {
            long nowMs = MonotonicClock.nowMs();
            String problem = "broker " + stream.brokerId + " at " + stream.address + ": "
                    + CallFault.of(status).message();
            LOG.debug("Lost the produce stream to {}", problem);
            streams.onLost(stream, status, nowMs);
            lanes.values().forEach(lane -> lane.onStreamLost(stream, problem, nowMs));
        });
    }

    @Override
    public void onProducerId(long producerId, short producerEpoch) {
        sharedIdentity = new BatchIdentity(producerId, producerEpoch, 0);
        LOG.info("Writing as producer {} epoch {}", producerId, producerEpoch);
        lanes.values().forEach(lane -> lane.core().onProducerId(producerId, producerEpoch));
    }

    @Override
    public void onNoProducerId(String problem) {
        lanes.values().forEach(lane -> {
            if (lane.core().wantsProducerId()) {
                lane.core().onProblem(problem);
            }
        });
    }

    private void shutDown(String reason) {
        isStopping = true;
        for (PartitionQueue queue = awakened.poll(); queue != null; queue = awakened.poll()) {
            lane(queue);
        }
        for (ProduceStream stream : streams.all()) {
            stream.cancel(reason);
        }
        lanes.values().forEach(lane -> lane.failAll(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, reason));
    }

    boolean isStopped() {
        return isStopping;
    }

    /** Fails batches that never reached the thread. */
    void failUnsent(List<ProducerBatch> left) {
        for (ProducerBatch batch : new ArrayList<>(left)) {
            context.memory().release(batch.reservedBytes());
            batch.fail(new TidemarkException(
                    ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, "the producer was closed", Outcome.NOT_WRITTEN));
            context.incomplete().remove(batch);
        }
    }
}
