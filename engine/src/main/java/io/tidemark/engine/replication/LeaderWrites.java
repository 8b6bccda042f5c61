// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A leader's write path: checks, offsets, and the answers due after the append or after replication. */
final class LeaderWrites {
    private final Leadership leadership;
    private final ReplicaLog log;
    private final PendingProduces awaitingAppend = new PendingProduces();
    private final PendingProduces awaitingReplicas = new PendingProduces();

    LeaderWrites(Leadership leadership) {
        this.leadership = leadership;
        this.log = leadership.log;
    }

    int pending() {
        return awaitingAppend.size() + awaitingReplicas.size();
    }

    void onProduce(ProduceInput input, long nowMs, Effects out) {
        ReplicaError fenced = fence(input.leaderEpoch(), leadership.leaderEpoch);
        if (fenced != null) {
            leadership.reject(input.replyToken(), fenced, false, out);
            return;
        }
        SequenceCheck sequence = log.producers().check(input.batch());
        if (sequence.error() != null) {
            leadership.reject(input.replyToken(), sequence.error(), false, out);
        } else if (sequence.isDuplicate()) {
            await(input, sequence.baseOffset(), endOfOriginal(sequence), true, out);
        } else if (isRefusedBelowMinimum(input)) {
            leadership.reject(input.replyToken(), ReplicaError.NOT_ENOUGH_REPLICAS, false, out);
        } else {
            append(input, nowMs, out);
        }
    }

    void onAppended(Effects out) {
        awaitingAppend.reach(log.logEndOffset(), produce -> complete(produce, 1, isFlushedHere(produce), out));
    }

    void onAppendRefused(Effects out) {
        reject(awaitingAppend, log.nextOffset(), out);
        reject(awaitingReplicas, log.nextOffset(), out);
    }

    /** Answers acks=all writes below the high watermark; without a lease they wait until it is renewed or they expire. */
    void completeReplicated(Effects out) {
        if (mayAcknowledge()) {
            awaitingReplicas.reach(log.highWatermark(), produce -> completeReplicated(produce, out));
        }
    }

    void onTick(long nowMs, Effects out) {
        awaitingAppend.expire(nowMs, produce -> fail(produce, ReplicaError.REQUEST_TIMED_OUT, out));
        awaitingReplicas.expire(nowMs, produce -> fail(produce, ReplicaError.REQUEST_TIMED_OUT, out));
    }

    void onCancelled(long replyToken) {
        awaitingAppend.cancel(replyToken);
        awaitingReplicas.cancel(replyToken);
    }

    /** Leadership ended: nothing that waits may be answered from a later epoch's high watermark (guard G10). */
    void resign(ReplicaError error, Effects out) {
        awaitingAppend.drain(produce -> fail(produce, error, out));
        awaitingReplicas.drain(produce -> fail(produce, error, out));
    }

    /** Why a client's request that names {@code known} is not for {@code current}; null when it is or names none. */
    static @Nullable ReplicaError fence(OptionalInt known, int current) {
        if (known.isEmpty() || known.getAsInt() == current) {
            return null;
        }
        return known.getAsInt() < current ? ReplicaError.FENCED_LEADER_EPOCH : ReplicaError.UNKNOWN_LEADER_EPOCH;
    }

    /** With fewer in-sync replicas than the minimum acks=all is refused before a byte is written (guard G9). */
    private boolean isRefusedBelowMinimum(ProduceInput input) {
        return input.isAcksAll() && leadership.isBelowMinimum();
    }

    /** A duplicate is answered no earlier than its original, which may not be committed yet (guard G11). */
    private static long endOfOriginal(SequenceCheck duplicate) {
        return duplicate.endOffset();
    }

    /** Only while no other broker can lead is an acknowledgement a promise that it can keep. */
    private boolean mayAcknowledge() {
        return leadership.isLeaseValid();
    }

    private void append(ProduceInput input, long nowMs, Effects out) {
        ByteBuffer batch = input.batch();
        long baseOffset = log.nextOffset();
        RecordBatch.setBaseOffset(batch, baseOffset);
        RecordBatch.setLeaderEpoch(batch, leadership.leaderEpoch);
        log.append(batch, nowMs, out);
        await(input, baseOffset, log.nextOffset(), false, out);
    }

    private void await(ProduceInput input, long baseOffset, long endOffset, boolean duplicate, Effects out) {
        PendingProduce produce =
                new PendingProduce(input.replyToken(), baseOffset, endOffset, input.deadlineMs(), duplicate);
        if (input.acks() == ProduceInput.ACKS_NONE) {
            complete(produce, 0, false, out);
        } else if (input.acks() == ProduceInput.ACKS_LEADER) {
            awaitingAppend.add(produce);
            onAppended(out);
        } else {
            awaitingReplicas.add(produce);
            completeReplicated(out);
        }
    }

    private void completeReplicated(PendingProduce produce, Effects out) {
        if (isHeldByTooFew()) {
            fail(produce, ReplicaError.NOT_ENOUGH_REPLICAS_AFTER_APPEND, out);
            return;
        }
        int holders = 1;
        boolean flushed = isFlushedHere(produce);
        for (ReplicaProgress progress : leadership.followers.all()) {
            if (progress.countedEndOffset(log.flushBeforeCount()) >= produce.endOffset()) {
                holders++;
                flushed &= progress.flushedOffset() >= produce.endOffset();
            }
        }
        complete(produce, holders, flushed, out);
    }

    private boolean isHeldByTooFew() {
        return leadership.isr.maximalSize() < leadership.assignment().minIsr();
    }

    private void complete(PendingProduce produce, int holders, boolean flushed, Effects out) {
        if (produce.baseOffset() < 0) {
            fail(produce, ReplicaError.DUPLICATE_SEQUENCE, out);
            return;
        }
        out.emit(new Effect.CompleteProduce(
                produce.replyToken(),
                produce.baseOffset(),
                log.logStartOffset(),
                holders,
                flushed,
                produce.duplicate()));
    }

    private void reject(PendingProduces produces, long nextOffset, Effects out) {
        produces.removeAbove(
                nextOffset, produce -> leadership.reject(produce.replyToken(), ReplicaError.DISK_FULL, false, out));
    }

    private void fail(PendingProduce produce, ReplicaError error, Effects out) {
        leadership.reject(produce.replyToken(), error, true, out);
    }

    private boolean isFlushedHere(PendingProduce produce) {
        return log.flushedEndOffset() >= produce.endOffset();
    }
}
