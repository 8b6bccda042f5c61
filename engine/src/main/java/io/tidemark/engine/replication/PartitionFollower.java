// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A follower of one leader in one leader epoch: fetches from its log end, cuts where the logs part, appends as it is. At
 * most one fetch position is open; the fetch after an append is its acknowledgement.
 */
final class PartitionFollower {
    private static final long NONE = -1;

    private final ReplicationConfig config;
    private final ReplicaLog log;
    private final Numbering numbering;
    private PartitionAssignment assignment;
    /** Ids of the first and the last fetch sent from the open position; {@link #NONE} when no fetch is open. */
    private long firstOpenFetch = NONE;

    private long lastOpenFetch = NONE;
    private long openFetchOffset;
    private long retryAtMs = NONE;
    /** Limits of the last reply that agreed with this log. */
    private long leaderHighWatermark;

    private long leaderLogStart;
    private final FollowerReads reads;
    /** A reply whose batches are appended once the log has been restarted where they begin; else null. */
    private @Nullable FetchReply awaitingRestart;

    private boolean alarmed;

    PartitionFollower(ReplicationConfig config, ReplicaLog log, Numbering numbering, PartitionAssignment assignment) {
        this.config = config;
        this.log = log;
        this.numbering = numbering;
        this.assignment = assignment;
        this.reads = new FollowerReads(config.brokerId(), log, assignment);
    }

    int pendingFetches() {
        return reads.pending();
    }

    void begin(Effects out) {
        out.emit(new Effect.Announce("follows broker " + assignment.leader() + " in leader epoch "
                + assignment.leaderEpoch() + " from offset " + log.logEndOffset() + ", partition epoch "
                + assignment.partitionEpoch()));
        log.requestFlush(out);
        sendFetch(out);
    }

    void onAssignment(PartitionAssignment next) {
        assignment = next;
        reads.onAssignment(next);
    }

    void onConsumerFetch(FetchInput.Consumer fetch, long nowMs, Effects out) {
        reads.onFetch(fetch, nowMs, out);
    }

    void onCancelled(long replyToken) {
        reads.onCancelled(replyToken);
    }

    /** The role ends: consumers that wait ask another replica. */
    void resign(ReplicaError error, Effects out) {
        reads.resign(error, out);
    }

    void onFetchReply(FetchReply reply, long nowMs, Effects out) {
        if (!isForThisPosition(reply)) {
            return;
        }
        closeFetch();
        takeLimits(reply, out);
        if (reply.leaderEpoch() != assignment.leaderEpoch()) {
            retryLater(nowMs);
        } else if (reply.error() == ReplicaError.OFFSET_OUT_OF_RANGE) {
            onOutOfRange(reply, nowMs, out);
        } else if (reply.error() != null) {
            retryLater(nowMs);
        } else if (reply.diverging() != null) {
            onDiverging(reply, reply.diverging(), out);
        } else {
            onBatches(reply, nowMs, out);
        }
    }

    void onFetchFailed(long fetchId, long nowMs) {
        if (fetchId == lastOpenFetch) {
            closeFetch();
            retryLater(nowMs);
        }
    }

    void onAppended(Effects out) {
        if (log.isSettled()) {
            log.requestFlush(out);
            adoptLimits(out);
            sendFetch(out);
        }
    }

    void onAppendRefused(long nowMs) {
        retryLater(nowMs);
    }

    void onTruncated(long nowMs, Effects out) {
        log.requestFlush(out);
        FetchReply held = awaitingRestart;
        awaitingRestart = null;
        if (held != null) {
            onBatches(held, nowMs, out);
        } else {
            sendFetch(out);
        }
    }

    void onDurabilityChanged(Effects out) {
        log.requestFlush(out);
    }

    /** The leader counts what is flushed, so it must hear of it: an open fetch is replaced. */
    void onFlushed(boolean moved, Effects out) {
        log.requestFlush(out);
        if (moved && log.flushBeforeCount() && firstOpenFetch != NONE) {
            sendFetch(out);
        }
    }

    long retryAtMs() {
        return retryAtMs == NONE ? Long.MAX_VALUE : retryAtMs;
    }

    void onTick(long nowMs, Effects out) {
        reads.onTick(nowMs, out);
        if (retryAtMs != NONE && nowMs >= retryAtMs && log.isSettled()) {
            sendFetch(out);
        }
    }

    /**
     * Whether the reply answers a fetch of this epoch from where the log still ends (guard G20). Of fetches that were
     * replaced since, only data is of use: anything else would end the wait of the fetch that is open.
     */
    private boolean isForThisPosition(FetchReply reply) {
        boolean isOpen = firstOpenFetch != NONE
                && reply.fetchId() >= firstOpenFetch
                && reply.fetchId() <= lastOpenFetch
                && log.isSettled()
                && openFetchOffset == log.logEndOffset();
        return isOpen && (reply.fetchId() == lastOpenFetch || holdsOnlyData(reply));
    }

    private static boolean holdsOnlyData(FetchReply reply) {
        return reply.error() == null
                && reply.diverging() == null
                && reply.batches().hasRemaining();
    }

    /**
     * Cuts to where the logs part. When this log does not know the leader's epoch it cuts to the end of its own largest
     * epoch below, and asks again (KIP-279).
     */
    private void onDiverging(FetchReply reply, FetchReply.Diverging diverging, Effects out) {
        if (diverging.leaderEpoch() == FetchReply.Diverging.UNKNOWN) {
            requireNoLoss(diverging.endOffset());
            beginAnew(diverging.endOffset(), reply, out);
            return;
        }
        EpochHistory.End own = log.epochs().endOffsetFor(diverging.leaderEpoch(), log.logEndOffset());
        long cut = Math.min(diverging.endOffset(), log.logEndOffset());
        if (own != null) {
            cut = own.leaderEpoch() == diverging.leaderEpoch() ? Math.min(cut, own.endOffset()) : own.endOffset();
        }
        requireNoLoss(cut);
        out.emit(new Effect.Announce(
                "cuts its log from " + log.logEndOffset() + " to " + cut + ", leader epoch " + assignment.leaderEpoch()
                        + " parts at (" + diverging.leaderEpoch() + ", " + diverging.endOffset() + ")"));
        if (cut < log.logStartOffset()) {
            // What it knows of before its start cannot be taken apart.
            log.restart(cut, null, out);
        } else {
            log.truncate(cut, assignment.leaderEpoch(), out);
        }
    }

    private void requireNoLoss(long cut) {
        if (losesCommitted(cut)) {
            throw new Invariants.BrokenInvariantException("no truncation below the high watermark: asked to cut to "
                    + cut
                    + " below " + log.highWatermark() + " by leader " + assignment.leader() + " in leader epoch "
                    + assignment.leaderEpoch());
        }
    }

    /** What is below is of no use any more, and may not be what the leader had there. */
    private void beginAnew(long offset, FetchReply reply, Effects out) {
        out.emit(new Effect.Announce("restarts its log at " + offset + ", it ended at " + log.logEndOffset()
                + ", the leader's begins at " + reply.logStartOffset() + ", leader epoch "
                + assignment.leaderEpoch()));
        log.restart(offset, reply.producers(), out);
    }

    /** Whether a cut would drop what was committed although no loss is recorded: never (guard G22). */
    private boolean losesCommitted(long cut) {
        return cut < log.highWatermark() && !mayLoseCommitted();
    }

    /** Whether an unclean election came after the high watermark was confirmed: then a recorded loss is legal. */
    private boolean mayLoseCommitted() {
        return log.highWatermarkEpoch() < assignment.lastUncleanLeaderEpoch()
                && assignment.lastUncleanLeaderEpoch() <= assignment.leaderEpoch();
    }

    private void onOutOfRange(FetchReply reply, long nowMs, Effects out) {
        boolean isBehindLogStart = log.logEndOffset() < reply.logStartOffset();
        boolean isEmptyAboveLeader =
                log.lastEpoch().isEmpty() && log.logEndOffset() > reply.logEndOffset() && mayLoseCommitted();
        if (isBehindLogStart || isEmptyAboveLeader) {
            beginAnew(reply.logStartOffset(), reply, out);
            return;
        }
        if (!alarmed) {
            alarmed = true;
            out.emit(new Effect.Announce("is out of the leader's range: log end " + log.logEndOffset() + ", leader's "
                    + reply.logStartOffset() + " to " + reply.logEndOffset() + ", leader epoch "
                    + assignment.leaderEpoch()));
        }
        retryLater(nowMs);
    }

    private void onBatches(FetchReply reply, long nowMs, Effects out) {
        List<ByteBuffer> batches = wholeBatches(reply.batches());
        if (beginsWithin(batches)) {
            awaitingRestart = reply;
            ProducerStates known = log.producers();
            log.restart(RecordBatch.baseOffset(batches.get(0)), known.isWhole() ? known.snapshots() : null, out);
            return;
        }
        boolean isCutShort = batches.isEmpty() && reply.batches().hasRemaining();
        if (isCutShort || !areNext(batches)) {
            out.emit(new Effect.Announce("refuses batches that do not follow offset " + log.nextOffset()
                    + " in leader epoch " + assignment.leaderEpoch()));
            retryLater(nowMs);
            return;
        }
        if (batches.isEmpty()) {
            sendFetch(out);
            return;
        }
        for (ByteBuffer batch : batches) {
            log.append(batch, nowMs, out);
        }
    }

    private static List<ByteBuffer> wholeBatches(ByteBuffer bytes) {
        List<ByteBuffer> batches = new ArrayList<>();
        int at = bytes.position();
        while (bytes.limit() - at >= RecordBatch.HEADER_BYTES) {
            int sizeBytes = RecordBatch.sizeBytes(bytes.slice(at, RecordBatch.HEADER_BYTES));
            if (sizeBytes < RecordBatch.HEADER_BYTES || sizeBytes > bytes.limit() - at) {
                break;
            }
            batches.add(bytes.slice(at, sizeBytes));
            at += sizeBytes;
        }
        return batches;
    }

    /** Whether this empty log begins within the first batch: the leader's log start lies inside a batch. */
    private boolean beginsWithin(List<ByteBuffer> batches) {
        if (batches.isEmpty() || log.logStartOffset() != log.nextOffset()) {
            return false;
        }
        ByteBuffer first = batches.get(0);
        return RecordBatch.baseOffset(first) < log.nextOffset() && RecordBatch.endOffset(first) > log.nextOffset();
    }

    /** Whether the batches are dense from the log end, and their epochs legal. */
    private boolean areNext(List<ByteBuffer> batches) {
        long nextOffset = log.nextOffset();
        int lastEpoch = log.lastEpoch().orElse(-1);
        for (ByteBuffer batch : batches) {
            int leaderEpoch = RecordBatch.leaderEpoch(batch);
            boolean isNext = RecordBatch.baseOffset(batch) == nextOffset
                    && RecordBatch.lastOffsetDelta(batch) >= 0
                    && isLegalEpoch(leaderEpoch, lastEpoch);
            if (!isNext) {
                return false;
            }
            nextOffset = RecordBatch.endOffset(batch);
            lastEpoch = leaderEpoch;
        }
        return true;
    }

    /** Epochs of a log never fall, and a leader has nothing of a later epoch than its own (guard G23). */
    private boolean isLegalEpoch(int leaderEpoch, int lastEpoch) {
        return leaderEpoch >= lastEpoch && leaderEpoch <= assignment.leaderEpoch();
    }

    private void takeLimits(FetchReply reply, Effects out) {
        if (!agreesWithLog(reply)) {
            return;
        }
        leaderHighWatermark = reply.highWatermark();
        leaderLogStart = reply.logStartOffset();
        if (!reply.batches().hasRemaining()) {
            adoptLimits(out);
        }
    }

    /** Whether the leader's limits are limits of this log too: not while the logs part (guard G21). */
    private boolean agreesWithLog(FetchReply reply) {
        return reply.diverging() == null && reply.error() == null && reply.leaderEpoch() == assignment.leaderEpoch();
    }

    private void adoptLimits(Effects out) {
        long usable = Math.min(leaderHighWatermark, log.logEndOffset());
        log.advanceHighWatermark(usable, assignment.leaderEpoch(), out);
        log.trim(leaderLogStart, out);
        reads.onLimits(out);
    }

    private void sendFetch(Effects out) {
        if (firstOpenFetch != NONE && openFetchOffset == log.logEndOffset()) {
            lastOpenFetch = numbering.next();
        } else {
            firstOpenFetch = numbering.next();
            lastOpenFetch = firstOpenFetch;
        }
        openFetchOffset = log.logEndOffset();
        retryAtMs = NONE;
        out.emit(new Effect.SendFetch(
                lastOpenFetch,
                assignment.leader(),
                assignment.leaderEpoch(),
                openFetchOffset,
                log.flushedEndOffset(),
                lastFetchedEpoch(),
                log.logStartOffset(),
                log.highWatermark(),
                wantsProducers()));
    }

    /** Whether this log is empty and does not know who wrote below it: the leader tells, or has to be asked again (G41). */
    private boolean wantsProducers() {
        return log.logStartOffset() == log.nextOffset() && !log.producers().isWhole();
    }

    /** Read from the log each time, so that no reply, empty or not, makes this replica forget it (guard G24). */
    private OptionalInt lastFetchedEpoch() {
        return log.lastEpoch();
    }

    private void closeFetch() {
        firstOpenFetch = NONE;
        lastOpenFetch = NONE;
    }

    private void retryLater(long nowMs) {
        retryAtMs = nowMs + config.fetchRetryMs();
    }
}
