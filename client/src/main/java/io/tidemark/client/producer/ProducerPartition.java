// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Outcome;
import io.tidemark.client.producer.ProducerEffect.CompleteBatch;
import io.tidemark.client.producer.ProducerEffect.FailBatch;
import io.tidemark.client.producer.ProducerEffect.RefreshLeader;
import io.tidemark.client.producer.ProducerEffect.ReportIdentity;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the batches of one partition are written: in order, up to a few at once, each once. Pure: inputs are method
 * calls with the time, outputs are effects and {@link #nextSend}. One thread.
 *
 * <p>A batch is <em>unsent</em> until it gets a sequence; then it is <em>open</em>, in flight or waiting for its next
 * attempt with the same identity, until its outcome is known or given up. Giving up an open batch, or the proof that the
 * log misses one, makes the identity stale: no batch gets a sequence until every open one is settled, then all go on
 * under the next epoch from sequence 0. A broker thus never sees a sequence whose predecessor it may lack, and late
 * attempts of the old epoch are fenced.
 */
final class ProducerPartition {
    private final ProducerLimits limits;
    private final Deque<PendingBatch> unsent = new ArrayDeque<>();
    private final List<PendingBatch> open = new ArrayList<>();
    private final SequenceState sequences = new SequenceState();
    private final Backoff backoff;

    private ProducerRoute route = ProducerRoute.NONE;
    private long lastAttemptId;
    private String lastProblem = "no leader is known";
    private String staleReason = "";

    ProducerPartition(ProducerLimits limits) {
        this.limits = limits;
        this.backoff = new Backoff(limits.retryBackoffMs(), limits.retryBackoffMaxMs());
    }

    /** A batch is ready to be written after all that came before. */
    void onBatch(long batchId, int recordCount, long deadlineMs) {
        unsent.addLast(new PendingBatch(batchId, recordCount, deadlineMs));
    }

    /** A fresh producer id, asked for with {@link #wantsProducerId}. */
    void onProducerId(long producerId, short producerEpoch) {
        if (wantsProducerId()) {
            sequences.assign(producerId, producerEpoch);
        }
    }

    /** Something stands in the way of writing; named when a batch expires. */
    void onProblem(String problem) {
        lastProblem = problem;
    }

    /** Where to send from now on. */
    void onRoute(ProducerRoute next, Consumer<ProducerEffect> out) {
        if (!next.topicId().equals(route.topicId()) && !route.topicId().isEmpty()) {
            onOtherTopic(out);
        }
        if (limits.isIdempotent() && next.leaderEpoch() > route.leaderEpoch()) {
            // The old leader may hang for long; the new one recognises what the old one had written.
            open.forEach(ProducerPartition::doubtIfInFlight);
            backoff.reset();
        }
        route = next;
    }

    /** A stream broke: nothing more will be heard of what was in flight on it. */
    void onStreamLost(long streamId, String problem, long nowMs, Consumer<ProducerEffect> out) {
        boolean isAffected = route.streamId() == streamId;
        for (PendingBatch batch : open) {
            if (batch.isInFlight() && batch.streamId == streamId) {
                batch.onDoubt();
                isAffected = true;
            }
        }
        if (isAffected) {
            lastProblem = problem;
            backoff.onFailure(nowMs);
            out.accept(new RefreshLeader());
        }
        if (route.streamId() == streamId) {
            route = route.withoutStream();
        }
    }

    /** An attempt was answered. Answers to attempts that are given up for lost are ignored. */
    void onReply(long attemptId, WriteReply reply, long nowMs, Consumer<ProducerEffect> out) {
        PendingBatch batch = inFlight(attemptId);
        if (batch == null) {
            return;
        }
        WriteVerdict verdict = WriteVerdict.of(reply.error(), reply.isAppended());
        switch (verdict) {
            case WRITTEN -> complete(batch, reply.writtenAt(), out);
            case WRITTEN_BEFORE -> complete(batch, WrittenAt.SOMEWHERE, out);
            case REJECTED, FENCED -> onRejected(batch, verdict, reply, out);
            case SEQUENCE_GAP -> onSequenceGap(batch, reply, nowMs, out);
            case UNKNOWN, REFUSED_FOR_NOW, REFUSED_BY_WRONG_NODE -> onRetriable(batch, verdict, reply, nowMs, out);
        }
    }

    /** Time passed: gives up what is overdue. */
    void onTick(long nowMs, Consumer<ProducerEffect> out) {
        while (!open.isEmpty() && open.get(0).deadlineMs <= nowMs) {
            PendingBatch batch = open.remove(0);
            sequences.markStale();
            staleReason = "a batch was given up";
            expire(batch, out);
        }
        while (!unsent.isEmpty() && unsent.peekFirst().deadlineMs <= nowMs) {
            expire(unsent.removeFirst(), out);
        }
    }

    /** Gives up everything, for a reason that concerns the whole partition. */
    void failAll(ErrorCode error, String message, Consumer<ProducerEffect> out) {
        failOpen(error, message, out);
        unsent.forEach(batch -> out.accept(new FailBatch(batch.batchId, error, message, batch.outcome())));
        unsent.clear();
    }

    /** The next attempt to put on the route's stream now; null when there is none. */
    @Nullable
    SendBatch nextSend(long nowMs, Consumer<ProducerEffect> out) {
        if (route.streamId() < 0 || !backoff.isOver(nowMs)) {
            return null;
        }
        for (PendingBatch batch : open) {
            if (!batch.isInFlight()) {
                return send(batch);
            }
            if (batch.streamId != route.streamId()) {
                return null; // Only one stream at a time keeps the order.
            }
        }
        return mayOpenAnother(out) ? openNext() : null;
    }

    /** Whether a batch that is made now could be sent now: until then it may as well grow. */
    boolean hasRoom() {
        boolean isSettling = sequences.isStale() && !open.isEmpty();
        return unsent.isEmpty() && open.size() < limits.maxInFlight() && !isSettling;
    }

    boolean wantsProducerId() {
        return limits.isIdempotent() && !sequences.isKnown() && open.isEmpty();
    }

    boolean isIdle() {
        return unsent.isEmpty() && open.isEmpty();
    }

    /** When {@link #onTick} or {@link #nextSend} should be called at the latest. */
    long nextWakeMs(long nowMs) {
        long wakeMs = backoff.isOver(nowMs) || isIdle() ? Long.MAX_VALUE : backoff.untilMs();
        if (!open.isEmpty()) {
            wakeMs = Math.min(wakeMs, open.get(0).deadlineMs);
        }
        return unsent.isEmpty() ? wakeMs : Math.min(wakeMs, unsent.getFirst().deadlineMs);
    }

    private boolean mayOpenAnother(Consumer<ProducerEffect> out) {
        if (unsent.isEmpty() || open.size() >= limits.maxInFlight()) {
            return false;
        }
        if (!limits.isIdempotent()) {
            return true;
        }
        if (sequences.isStale() && open.isEmpty()) {
            sequences.renew();
            out.accept(new ReportIdentity(sequences.producerId(), sequences.producerEpoch(), staleReason));
        }
        return sequences.isKnown() && !sequences.isStale();
    }

    private SendBatch openNext() {
        PendingBatch batch = unsent.removeFirst();
        batch.identity = limits.isIdempotent() ? sequences.next(batch.recordCount) : BatchIdentity.NONE;
        open.add(batch);
        return send(batch);
    }

    private SendBatch send(PendingBatch batch) {
        batch.onSent(++lastAttemptId, route, open.get(0) == batch);
        return new SendBatch(batch.batchId, batch.attemptId, batch.identity, route.topicId(), route.leaderEpoch());
    }

    private @Nullable PendingBatch inFlight(long attemptId) {
        for (PendingBatch batch : open) {
            if (batch.attemptId == attemptId) {
                return batch;
            }
        }
        return null;
    }

    private void complete(PendingBatch batch, WrittenAt writtenAt, Consumer<ProducerEffect> out) {
        open.remove(batch);
        backoff.reset();
        out.accept(new CompleteBatch(batch.batchId, writtenAt));
    }

    private void onRetriable(
            PendingBatch batch, WriteVerdict verdict, WriteReply reply, long nowMs, Consumer<ProducerEffect> out) {
        boolean isStaleAttempt = batch.attemptLeaderEpoch < route.leaderEpoch();
        if (verdict == WriteVerdict.UNKNOWN) {
            batch.onDoubt();
        } else {
            batch.onRefused();
        }
        lastProblem = reply.reason();
        if (!isStaleAttempt) {
            backoff.onFailure(nowMs);
        }
        if (verdict != WriteVerdict.REFUSED_FOR_NOW) {
            out.accept(new RefreshLeader());
        }
    }

    private void onRejected(PendingBatch batch, WriteVerdict verdict, WriteReply reply, Consumer<ProducerEffect> out) {
        batch.onRefused();
        open.remove(batch);
        sequences.markStale();
        if (verdict == WriteVerdict.FENCED) {
            sequences.markFenced();
        }
        staleReason = "a batch was rejected";
        out.accept(new FailBatch(batch.batchId, reply.error(), reply.reason(), batch.outcome()));
    }

    private void onSequenceGap(PendingBatch batch, WriteReply reply, long nowMs, Consumer<ProducerEffect> out) {
        lastProblem = reply.reason();
        batch.onRefused();
        if (!batch.isSentAsOldest) {
            return; // Its predecessor was refused too, or had not arrived; it follows again.
        }
        open.remove(batch);
        sequences.markStale();
        staleReason = reply.reason();
        // That this log does not hold it settles no earlier attempt in doubt: one may still arrive, and a replica that
        // holds the batch of an older leader epoch may be elected while this leader has committed nothing.
        if (batch.outcome() == Outcome.NOT_WRITTEN) {
            returnToUnsent(batch);
            backoff.onFailure(nowMs);
        } else {
            out.accept(new FailBatch(batch.batchId, reply.error(), lostTrack(reply), Outcome.UNKNOWN));
        }
    }

    /** Open batches come back oldest first, so each goes behind those that came back before it. */
    private void returnToUnsent(PendingBatch batch) {
        Deque<PendingBatch> older = new ArrayDeque<>();
        while (!unsent.isEmpty() && unsent.getFirst().batchId < batch.batchId) {
            older.addLast(unsent.removeFirst());
        }
        unsent.addFirst(batch);
        while (!older.isEmpty()) {
            unsent.addFirst(older.removeLast());
        }
    }

    private void expire(PendingBatch batch, Consumer<ProducerEffect> out) {
        String message = "not acknowledged within delivery.timeout.ms: " + lastProblem;
        out.accept(new FailBatch(batch.batchId, ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, message, batch.outcome()));
    }

    private void onOtherTopic(Consumer<ProducerEffect> out) {
        String message = "the topic was deleted and created again while this was being written";
        failOpen(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID, message, out);
        staleReason = message;
    }

    private void failOpen(ErrorCode error, String message, Consumer<ProducerEffect> out) {
        open.forEach(batch -> out.accept(new FailBatch(batch.batchId, error, message, batch.outcome())));
        open.clear();
        sequences.markStale();
        staleReason = message;
    }

    private static void doubtIfInFlight(PendingBatch batch) {
        if (batch.isInFlight()) {
            batch.onDoubt();
        }
    }

    private static String lostTrack(WriteReply reply) {
        return "the leader lost track of this producer after an attempt whose outcome is not known: " + reply.reason();
    }
}
