// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The core's picture of the log: its offsets, epochs and producers, and what is under way.
 *
 * <p>Invariant: logStart <= highWatermark <= logEnd <= next. {@code next} runs ahead of {@code logEnd} while appends are
 * under way; {@code epochs} and {@code producers} describe the log up to {@code next}.
 */
final class ReplicaLog {
    private static final long NEVER = Long.MIN_VALUE;

    private boolean flushBeforeCount;
    private final EpochHistory epochs;
    private final HighWatermark highWatermark;
    private final Deque<InFlightAppend> inFlight = new ArrayDeque<>();
    private final RecordSizes recordSizes = new RecordSizes();
    private ProducerStates producers;
    private long logStartOffset;
    private long logEndOffset;
    private long nextOffset;
    private long flushedEndOffset;
    private boolean truncating;
    /** Whether the cut under way was allowed to go below the high watermark. */
    private boolean mayLoseCommitted;
    /** Whether the cut under way drops the log. */
    private boolean restarting;

    private boolean flushing;
    /** When a tick first met the flush that is under way; {@link #NEVER} when none is, or none did. */
    private long flushNoticedMs = NEVER;

    ReplicaLog(RecoveredLog recovered, boolean flushBeforeCount) {
        this.flushBeforeCount = flushBeforeCount;
        this.epochs = recovered.epochs();
        this.producers = recovered.producers();
        this.logStartOffset = recovered.logStartOffset();
        this.logEndOffset = recovered.logEndOffset();
        this.nextOffset = logEndOffset;
        this.flushedEndOffset = Math.min(recovered.flushedEndOffset(), logEndOffset);
        long hint = recovered.highWatermarkHint();
        this.highWatermark = new HighWatermark(
                hint, logStartOffset, logEndOffset, epochs.leaderEpochAt(Math.min(hint, logEndOffset) - 1));
    }

    /**
     * An append that was emitted and not answered.
     *
     * @param producerId the batch's producer; -1 for none
     * @param producerBefore that producer's window before the batch
     * @param beganEpoch whether the batch is the first of its leader epoch
     */
    private record InFlightAppend(
            long baseOffset,
            long endOffset,
            long producerId,
            @Nullable ProducerWindow producerBefore,
            boolean beganEpoch) {}

    long logStartOffset() {
        return logStartOffset;
    }

    long logEndOffset() {
        return logEndOffset;
    }

    long nextOffset() {
        return nextOffset;
    }

    long flushedEndOffset() {
        return flushedEndOffset;
    }

    long highWatermark() {
        return highWatermark.offset();
    }

    int highWatermarkEpoch() {
        return highWatermark.confirmedLeaderEpoch();
    }

    boolean flushBeforeCount() {
        return flushBeforeCount;
    }

    /** The topic's durability changed. Positions of others are counted accordingly from now on. */
    void setFlushBeforeCount(boolean value) {
        flushBeforeCount = value;
    }

    /** End of what this replica may count as held. */
    long countedEndOffset() {
        return flushBeforeCount ? flushedEndOffset : logEndOffset;
    }

    EpochHistory epochs() {
        return epochs;
    }

    ProducerStates producers() {
        return producers;
    }

    RecordSizes recordSizes() {
        return recordSizes;
    }

    OptionalInt lastEpoch() {
        return epochs.latest();
    }

    /** Whether no append and no truncation is under way. */
    boolean isSettled() {
        return inFlight.isEmpty() && !truncating;
    }

    /** Emits the append of a batch whose base offset and leader epoch are set. */
    void append(ByteBuffer batch, long nowMs, Effects out) {
        long baseOffset = RecordBatch.baseOffset(batch);
        long endOffset = RecordBatch.endOffset(batch);
        Invariants.check(baseOffset == nextOffset && endOffset > baseOffset, "appends are dense");
        Invariants.check(!truncating, "no append during a truncation");
        int leaderEpoch = RecordBatch.leaderEpoch(batch);
        int lastEpoch = epochs.latest().orElse(-1);
        Invariants.checkAtMost(lastEpoch, leaderEpoch, "leader epochs of a log never fall");
        boolean beginsEpoch = leaderEpoch > lastEpoch;
        if (beginsEpoch) {
            epochs.assign(leaderEpoch, baseOffset);
        }
        long producerId =
                ProducerStates.isSequenced(batch) ? RecordBatch.producerId(batch) : RecordBatch.NO_PRODUCER_ID;
        ProducerWindow before = producers.append(batch, nowMs);
        inFlight.addLast(new InFlightAppend(baseOffset, endOffset, producerId, before, beginsEpoch));
        recordSizes.add(RecordBatch.sizeBytes(batch), endOffset - baseOffset);
        nextOffset = endOffset;
        out.emit(new Effect.AppendBatch(baseOffset, endOffset, baseOffset, batch));
    }

    void appended(long endOffset) {
        Invariants.checkAtMost(endOffset, nextOffset, "only what was emitted is appended");
        logEndOffset = Math.max(logEndOffset, endOffset);
        while (!inFlight.isEmpty() && inFlight.getFirst().endOffset() <= endOffset) {
            inFlight.removeFirst();
        }
    }

    /** Takes back the refused append and those emitted after it, newest first. */
    void refused(long baseOffset) {
        while (!inFlight.isEmpty() && inFlight.getLast().baseOffset() >= baseOffset) {
            InFlightAppend append = inFlight.removeLast();
            if (append.producerId() != RecordBatch.NO_PRODUCER_ID) {
                producers.restore(append.producerId(), append.producerBefore());
            }
            if (append.beganEpoch()) {
                epochs.truncateFromEnd(append.baseOffset());
            }
            nextOffset = append.baseOffset();
        }
    }

    /** Notes the start of an epoch in history and log, with or without writes to come (guard G6). */
    void beginEpoch(int leaderEpoch, Effects out) {
        epochs.assign(leaderEpoch, logEndOffset);
        out.emit(new Effect.AppendEpoch(leaderEpoch));
    }

    void truncate(long endOffset, int leaderEpoch, Effects out) {
        truncating = true;
        mayLoseCommitted = endOffset < highWatermark.offset();
        lowerHighWatermark(endOffset, out);
        out.emit(new Effect.TruncateLog(endOffset, leaderEpoch));
    }

    /** @param producers what is known of those that wrote below the offset; null when that is not known */
    void restart(long offset, @Nullable List<ProducerStates.Snapshot> producers, Effects out) {
        truncating = true;
        restarting = true;
        mayLoseCommitted = true;
        epochs.clear();
        lowerHighWatermark(offset, out);
        out.emit(new Effect.RestartLog(offset, producers));
    }

    /** The log was cut, or restarted where {@code newLogStart} is its end too. */
    void truncated(long newLogStart, long newLogEnd, ProducerStates left, Effects out) {
        truncating = false;
        Invariants.check(
                mayLoseCommitted || newLogEnd >= highWatermark.offset(),
                "a cut keeps what is below the high watermark");
        producers = left;
        epochs.truncateFromEnd(newLogEnd);
        logStartOffset = newLogStart;
        logEndOffset = newLogEnd;
        nextOffset = newLogEnd;
        // Until the restart itself is on disk, a power cut brings the former log back.
        flushedEndOffset = restarting ? 0 : Math.min(flushedEndOffset, newLogEnd);
        restarting = false;
        flushEnded();
        if (highWatermark.offset() < newLogStart) {
            highWatermark.restartAt(newLogStart);
            out.emit(new Effect.PublishHighWatermark(newLogStart));
        }
        lowerHighWatermark(newLogEnd, out);
    }

    /** Raises the log start. Whether it moved. */
    boolean trim(long newLogStart, Effects out) {
        long bounded = committedPartOf(newLogStart);
        if (bounded <= logStartOffset) {
            return false;
        }
        logStartOffset = bounded;
        epochs.truncateFromStart(bounded);
        out.emit(new Effect.TrimLog(bounded));
        return true;
    }

    /** Only what is committed is dropped: a log start never passes the high watermark (guard G42). */
    private long committedPartOf(long newLogStart) {
        return Math.min(newLogStart, highWatermark.offset());
    }

    /** Asks for a flush when one is needed to count, and none is under way. */
    void requestFlush(Effects out) {
        if (flushBeforeCount && !flushing && flushedEndOffset < logEndOffset) {
            flushing = true;
            out.emit(new Effect.FlushLog(logEndOffset));
        }
    }

    /** Whether the flushed end moved. */
    boolean flushed(long endOffset) {
        flushEnded();
        long bounded = Math.min(endOffset, logEndOffset);
        if (bounded <= flushedEndOffset) {
            return false;
        }
        flushedEndOffset = bounded;
        return true;
    }

    /** Whether a flush that was asked for has not come back within the time. */
    boolean isFlushOverdue(long nowMs, long limitMs) {
        if (flushing && flushNoticedMs == NEVER) {
            flushNoticedMs = nowMs;
        }
        return flushing && nowMs - flushNoticedMs > limitMs;
    }

    private void flushEnded() {
        flushing = false;
        flushNoticedMs = NEVER;
    }

    /** Whether the high watermark moved; then it is published. */
    boolean advanceHighWatermark(long candidate, int leaderEpoch, Effects out) {
        Invariants.checkAtMost(candidate, logEndOffset, "the high watermark lies within the log");
        if (!highWatermark.advanceTo(candidate, leaderEpoch)) {
            return false;
        }
        out.emit(new Effect.PublishHighWatermark(highWatermark.offset()));
        return true;
    }

    void checkInvariants() {
        Invariants.checkAtMost(logStartOffset, highWatermark.offset(), "log start <= high watermark");
        Invariants.checkAtMost(highWatermark.offset(), logEndOffset, "high watermark <= log end");
        Invariants.checkAtMost(logEndOffset, nextOffset, "log end <= next offset");
        Invariants.checkAtMost(flushedEndOffset, logEndOffset, "flushed end <= log end");
    }

    private void lowerHighWatermark(long endOffset, Effects out) {
        if (highWatermark.lowerTo(Math.max(endOffset, logStartOffset))) {
            out.emit(new Effect.PublishHighWatermark(highWatermark.offset()));
        }
    }
}
