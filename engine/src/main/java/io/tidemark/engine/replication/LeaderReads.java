// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A leader's read path: followers up to the log end, consumers up to the high watermark, offsets. */
final class LeaderReads {
    private static final int NONE = -1;

    private final Leadership leadership;
    private final ReplicaLog log;
    private final PendingFetches pending = new PendingFetches();

    LeaderReads(Leadership leadership) {
        this.leadership = leadership;
        this.log = leadership.log;
    }

    int pending() {
        return pending.size();
    }

    void onConsumerFetch(FetchInput.Consumer fetch, long nowMs, Effects out) {
        ReplicaError fenced = LeaderWrites.fence(fetch.leaderEpoch(), leadership.leaderEpoch);
        ReplicaError refusal = fenced != null ? fenced : rangeError(fetch);
        int nearer = refusal == null ? nearerReplica(fetch) : NONE;
        if (refusal != null) {
            leadership.reject(fetch.replyToken(), refusal, false, out);
        } else if (nearer != NONE) {
            out.emit(new Effect.RedirectRead(fetch.replyToken(), nearer, leadership.leaderEpoch));
        } else if (isReady(fetch) || nowMs >= fetch.deadlineMs()) {
            serve(fetch, out);
        } else {
            pending.park(fetch);
        }
    }

    /** Fences a follower's fetch and compares the logs. Whether it is admitted; if not, it was answered. */
    boolean admit(FetchInput.Follower fetch, Effects out) {
        ReplicaError fenced = fence(fetch);
        ReplicaProgress progress = leadership.followers.of(fetch.replica().brokerId());
        if (fenced != null) {
            leadership.reject(fetch.replyToken(), fenced, false, out);
        } else if (progress == null) {
            leadership.reject(fetch.replyToken(), ReplicaError.UNKNOWN_LEADER_EPOCH, false, out);
        } else if (isOlderLife(fetch.replica(), progress)) {
            leadership.reject(fetch.replyToken(), ReplicaError.STALE_BROKER_EPOCH, false, out);
        } else if (fetch.fetchOffset() < log.logStartOffset()) {
            answerOutOfRange(fetch, log.logStartOffset(), false, out);
        } else if (fetch.wantsProducers() && fetch.fetchOffset() <= log.logEndOffset()) {
            answerOutOfRange(fetch, fetch.fetchOffset(), true, out);
        } else if (fetch.lastFetchedEpoch().isPresent()) {
            return isOnSameLineage(fetch, progress, fetch.lastFetchedEpoch().getAsInt(), out);
        } else if (fetch.fetchOffset() > log.logEndOffset()) {
            answerOutOfRange(fetch, log.logStartOffset(), false, out);
        } else {
            return true;
        }
        return false;
    }

    private void answerOutOfRange(FetchInput.Follower fetch, long restartOffset, boolean parts, Effects out) {
        out.emit(new Effect.AnswerOutOfRange(
                fetch.replyToken(),
                leadership.leaderEpoch,
                restartOffset,
                log.logStartOffset(),
                log.logEndOffset(),
                parts));
    }

    /** Takes out the fetch that the same follower parked before, and answers it empty. */
    void replaceParked(int replica, Effects out) {
        FetchInput.Follower replaced = pending.takeOf(replica);
        if (replaced != null) {
            serve(replaced, replaced.fetchOffset(), out);
        }
    }

    void serveOrPark(FetchInput.Follower fetch, long nowMs, Effects out) {
        if (hasNews(fetch) || nowMs >= fetch.deadlineMs()) {
            serve(fetch, log.logEndOffset(), out);
        } else {
            pending.park(fetch);
        }
    }

    void onAppended(Effects out) {
        pending.takeFollowers(this::hasNews, fetch -> serve(fetch, log.logEndOffset(), out));
    }

    void onHighWatermark(Effects out) {
        pending.takeFollowers(this::hasNews, fetch -> serve(fetch, log.logEndOffset(), out));
        pending.takeConsumers(this::isReady, fetch -> serve(fetch, out));
    }

    void onTrimmed(Effects out) {
        pending.takeFollowers(this::hasNews, fetch -> serve(fetch, log.logEndOffset(), out));
        pending.takeConsumers(
                fetch -> fetch.fetchOffset() < log.logStartOffset(),
                fetch -> leadership.reject(fetch.replyToken(), ReplicaError.OFFSET_OUT_OF_RANGE, false, out));
    }

    void onTick(long nowMs, Effects out) {
        pending.takeFollowers(fetch -> fetch.deadlineMs() <= nowMs, fetch -> serve(fetch, log.logEndOffset(), out));
        pending.takeConsumers(fetch -> fetch.deadlineMs() <= nowMs, fetch -> serve(fetch, out));
    }

    void onCancelled(long replyToken) {
        pending.cancel(replyToken);
    }

    void onReplicasChanged(Effects out) {
        pending.takeFollowers(
                fetch -> leadership.followers.of(fetch.replica().brokerId()) == null,
                fetch -> leadership.reject(fetch.replyToken(), ReplicaError.UNKNOWN_LEADER_EPOCH, false, out));
    }

    void resign(ReplicaError error, Effects out) {
        pending.takeFollowers(fetch -> true, fetch -> leadership.reject(fetch.replyToken(), error, false, out));
        pending.takeConsumers(fetch -> true, fetch -> leadership.reject(fetch.replyToken(), error, false, out));
    }

    void onOffsets(OffsetInput input, long nowMs, Effects out) {
        ReplicaError fenced = LeaderWrites.fence(input.leaderEpoch(), leadership.leaderEpoch);
        if (fenced != null) {
            leadership.reject(input.replyToken(), fenced, false, out);
            return;
        }
        switch (input.spec()) {
            case EARLIEST ->
                out.emit(new Effect.AnswerOffset(input.replyToken(), log.logStartOffset(), leadership.leaderEpoch));
            case LATEST -> answerLatest(input, nowMs, out);
            case TIMESTAMP -> lookUpTime(input, nowMs, out);
        }
    }

    private void answerLatest(OffsetInput input, long nowMs, Effects out) {
        if (leadership.mayTellCommittedEnd(nowMs)) {
            out.emit(new Effect.AnswerOffset(input.replyToken(), log.highWatermark(), leadership.leaderEpoch));
        } else {
            leadership.reject(input.replyToken(), ReplicaError.OFFSET_NOT_AVAILABLE, false, out);
        }
    }

    private void lookUpTime(OffsetInput input, long nowMs, Effects out) {
        if (leadership.mayTellCommittedEnd(nowMs)) {
            out.emit(new Effect.LookUpTime(
                    input.replyToken(), input.timestampMs(), log.highWatermark(), leadership.leaderEpoch));
        } else {
            leadership.reject(input.replyToken(), ReplicaError.OFFSET_NOT_AVAILABLE, false, out);
        }
    }

    /** A follower of another leader epoch moves nothing here (guard G17). */
    private @Nullable ReplicaError fence(FetchInput.Follower fetch) {
        return LeaderWrites.fence(OptionalInt.of(fetch.leaderEpoch()), leadership.leaderEpoch);
    }

    /** What an older life of a broker held says nothing of what it holds now (guard G18, KIP-903). */
    private boolean isOlderLife(ReplicaLife life, ReplicaProgress progress) {
        return life.brokerEpoch() < Math.max(progress.brokerEpoch(), leadership.registeredEpoch(life.brokerId()));
    }

    /** Whether the follower's log is a prefix of this one; if not it was answered, and its position is not counted (G19). */
    private boolean isOnSameLineage(
            FetchInput.Follower fetch, ReplicaProgress progress, int lastFetchedEpoch, Effects out) {
        if (partsBelowStart(fetch, lastFetchedEpoch)) {
            answerOutOfRange(fetch, log.logStartOffset(), true, out);
            return false;
        }
        EpochHistory.End end = log.epochs().endOffsetFor(lastFetchedEpoch, log.logEndOffset());
        if (end == null) {
            if (progress.raiseAlarm()) {
                out.emit(new Effect.Announce("follower " + progress.replica + " claims leader epoch " + lastFetchedEpoch
                        + " that leader epoch " + leadership.leaderEpoch + " does not know"));
            }
            leadership.reject(fetch.replyToken(), ReplicaError.OFFSET_OUT_OF_RANGE, false, out);
            return false;
        }
        if (end.leaderEpoch() < lastFetchedEpoch || end.endOffset() < fetch.fetchOffset()) {
            out.emit(new Effect.AnswerDiverging(
                    fetch.replyToken(), leadership.leaderEpoch, end.leaderEpoch(), end.endOffset()));
            return false;
        }
        return true;
    }

    /**
     * Whether what both hold ends at or below the log start, where this log has nothing left to compare with, and above what
     * the follower knows to be committed: what it has in between need not be what was here.
     */
    private boolean partsBelowStart(FetchInput.Follower fetch, int lastFetchedEpoch) {
        return fetch.highWatermark() < log.logStartOffset() && log.epochs().beginsAbove(lastFetchedEpoch);
    }

    /**
     * An offset above the log end proves a loss only to a client of this epoch. To another it may come from a leader that has
     * replaced this one alive: that one serves what it commits at once, and this one may have a lease still.
     */
    private @Nullable ReplicaError rangeError(FetchInput.Consumer fetch) {
        if (fetch.fetchOffset() < log.logStartOffset()) {
            return ReplicaError.OFFSET_OUT_OF_RANGE;
        }
        if (fetch.fetchOffset() <= log.logEndOffset()) {
            return null;
        }
        return fetch.leaderEpoch().isPresent() ? ReplicaError.OFFSET_OUT_OF_RANGE : ReplicaError.OFFSET_NOT_AVAILABLE;
    }

    /** An in-sync, eligible replica near the consumer that holds the offset, unless this leader is near it (KIP-392). */
    private int nearerReplica(FetchInput.Consumer fetch) {
        if (fetch.nearReplicas().contains(leadership.config.brokerId())) {
            return NONE;
        }
        for (int replica : fetch.nearReplicas()) {
            ReplicaProgress progress = leadership.followers.of(replica);
            boolean serves = progress != null
                    && leadership.isr.isCommitted(replica)
                    && leadership.isEligible(progress)
                    && progress.logStartOffset() <= fetch.fetchOffset()
                    && fetch.fetchOffset() <= progress.endOffset();
            if (serves) {
                return replica;
            }
        }
        return NONE;
    }

    private boolean isReady(FetchInput.Consumer fetch) {
        long readable = log.highWatermark() - fetch.fetchOffset();
        return readable > 0 && (fetch.minBytes() <= 1 || log.recordSizes().mayHold(readable, fetch.minBytes()));
    }

    /** Whether there is data, or a high watermark or log start that the follower can use and does not know. */
    private boolean hasNews(FetchInput.Follower fetch) {
        long usableHighWatermark = Math.min(log.highWatermark(), fetch.fetchOffset());
        return fetch.fetchOffset() < log.logEndOffset()
                || usableHighWatermark > fetch.highWatermark()
                || Math.min(log.logStartOffset(), usableHighWatermark) > fetch.logStartOffset();
    }

    private void serve(FetchInput.Consumer fetch, Effects out) {
        serve(fetch.replyToken(), fetch.fetchOffset(), fetch.maxBytes(), log.highWatermark(), out);
    }

    private void serve(FetchInput.Follower fetch, long upperOffset, Effects out) {
        serve(fetch.replyToken(), fetch.fetchOffset(), fetch.maxBytes(), upperOffset, out);
    }

    private void serve(long replyToken, long fetchOffset, int maxBytes, long upperOffset, Effects out) {
        out.emit(new Effect.ServeFetch(
                replyToken,
                fetchOffset,
                maxBytes,
                upperOffset,
                leadership.leaderEpoch,
                log.highWatermark(),
                log.logStartOffset(),
                log.logEndOffset()));
    }
}
