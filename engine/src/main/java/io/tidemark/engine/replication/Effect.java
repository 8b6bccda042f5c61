// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Something the core asks its host to do. Effects are carried out in the order emitted; results come back only as new
 * inputs, never from within an effect.
 */
public sealed interface Effect {
    /** Calls the handler's method for this kind of effect. */
    void dispatch(EffectHandler handler);

    /**
     * Append {@code batch} as it is; the host answers with {@code onAppended}, {@code
     * onAppendRefused} or {@code onLogFailed}.
     *
     * @param baseOffset offset of its first record, set in the batch already
     * @param endOffset offset after its last record
     * @param previousEndOffset log end offset before it
     * @param batch one whole batch
     */
    record AppendBatch(long baseOffset, long endOffset, long previousEndOffset, ByteBuffer batch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.appendBatch(this);
        }
    }

    /** Note in the log that {@code leaderEpoch} begins at its end; the host answers only on failure. */
    record AppendEpoch(int leaderEpoch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.appendEpoch(this);
        }
    }

    /** Cut the log to {@code endOffset}; the host answers with {@code onTruncated} or {@code onLogFailed}. */
    record TruncateLog(long endOffset, int leaderEpoch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.truncateLog(this);
        }
    }

    /**
     * Drop the log and start empty at {@code offset}; the host answers with {@code onTruncated}.
     *
     * @param producers what is known of those that wrote below the offset, in order of their last writes there; null when
     *     that is not known
     */
    record RestartLog(long offset, @Nullable List<ProducerStates.Snapshot> producers) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.restartLog(this);
        }
    }

    /** Raise the log start offset; the host answers only on failure. */
    record TrimLog(long logStartOffset) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.trimLog(this);
        }
    }

    /** Force the log to disk at least up to {@code endOffset}; the host answers with {@code onFlushed}. */
    record FlushLog(long endOffset) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.flushLog(this);
        }
    }

    /**
     * Read the log and answer a fetch, of a consumer or a follower, with what was read. All limits were captured when the
     * effect was emitted.
     *
     * @param replyToken whom to answer
     * @param fetchOffset first offset wanted
     * @param maxBytes bound of the read
     * @param upperOffset read only batches that end at or below it
     */
    record ServeFetch(
            long replyToken,
            long fetchOffset,
            int maxBytes,
            long upperOffset,
            int leaderEpoch,
            long highWatermark,
            long logStartOffset,
            long logEndOffset)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.serveFetch(this);
        }
    }

    /** Answer a follower's fetch with the point where its log parts from the leader's. */
    record AnswerDiverging(long replyToken, int leaderEpoch, int divergingEpoch, long divergingEndOffset)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.answerDiverging(this);
        }
    }

    /**
     * Answer a follower's fetch that cannot go on from where it is with where to begin anew, and with what the batches below
     * tell of producers (guard G41): the follower never sees those batches.
     *
     * @param restartOffset where to begin anew: the log start, or where the follower's log begins when it wants no more than to
     *     know the producers
     * @param parts whether the fetch offset is within the log, but there is nothing to compare that tells how far the logs agree
     */
    record AnswerOutOfRange(
            long replyToken, int leaderEpoch, long restartOffset, long logStartOffset, long logEndOffset, boolean parts)
            implements Effect {
        /** The error that the follower is told; null when it is told where the logs part. */
        public @Nullable ReplicaError error() {
            return parts ? null : ReplicaError.OFFSET_OUT_OF_RANGE;
        }

        /** Where the logs part; null when that is not the trouble. */
        public FetchReply.@Nullable Diverging diverging() {
            return parts ? new FetchReply.Diverging(FetchReply.Diverging.UNKNOWN, restartOffset) : null;
        }

        @Override
        public void dispatch(EffectHandler handler) {
            handler.answerOutOfRange(this);
        }
    }

    /** Answer a consumer's fetch with the replica near it that it should read from (KIP-392). */
    record RedirectRead(long replyToken, int replica, int leaderEpoch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.redirectRead(this);
        }
    }

    /** Answer a look-up of an offset. */
    record AnswerOffset(long replyToken, long offset, int leaderEpoch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.answerOffset(this);
        }
    }

    /** Look the time up in the log below {@code upperOffset} and answer. */
    record LookUpTime(long replyToken, long timestampMs, long upperOffset, int leaderEpoch) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.lookUpTime(this);
        }
    }

    /**
     * Answer a produce request with success.
     *
     * @param baseOffset offset of the batch's first record
     * @param replicaCount replicas known to hold the batch, the leader included; 0 for acks=0
     * @param flushed whether each of those flushed it
     * @param duplicate whether the batch was there before
     */
    record CompleteProduce(
            long replyToken, long baseOffset, long logStartOffset, int replicaCount, boolean flushed, boolean duplicate)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.completeProduce(this);
        }
    }

    /**
     * Answer any request with an error.
     *
     * @param appended for produce: whether the batch is in the log although the answer is an error
     * @param leader the leader's broker id as known; -1 when there is none
     */
    record RejectRequest(
            long replyToken,
            ReplicaError error,
            boolean appended,
            int leader,
            int leaderEpoch,
            long logStartOffset,
            long logEndOffset)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.rejectRequest(this);
        }
    }

    /**
     * Fetch from the leader; the host answers with {@code onFetchReply} or {@code onFetchFailed}. A new fetch replaces an
     * older one that is still open.
     *
     * @param flushedOffset end of what this replica has flushed
     * @param lastFetchedEpoch latest leader epoch in the log; empty only for an empty log
     * @param wantsProducers whether the log is empty and nothing is known of who wrote below it
     */
    record SendFetch(
            long fetchId,
            int leader,
            int leaderEpoch,
            long fetchOffset,
            long flushedOffset,
            OptionalInt lastFetchedEpoch,
            long logStartOffset,
            long highWatermark,
            boolean wantsProducers)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.sendFetch(this);
        }
    }

    /** Stop fetching: the partition has no leader or this replica leads now. Open fetches are dropped. */
    record StopFetching() implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.stopFetching(this);
        }
    }

    /**
     * Propose new in-sync replicas to the controller; the host answers with {@code onIsrDecision}.
     *
     * @param newIsr members, each in the life this leader knows
     * @param recovered true to end the recovery after an unclean election
     */
    record ProposeIsr(long proposalId, int leaderEpoch, int partitionEpoch, List<ReplicaLife> newIsr, boolean recovered)
            implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.proposeIsr(this);
        }
    }

    /** The high watermark moved: remember it as a hint and wake what waits on it. */
    record PublishHighWatermark(long highWatermark) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.publishHighWatermark(this);
        }
    }

    /**
     * Tell the controller that this leader cannot do its work, so that another one is elected: its disk does not answer. It
     * leads until metadata says otherwise.
     */
    record GiveUpLeadership(int leaderEpoch, String reason) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.giveUpLeadership(this);
        }
    }

    /** Take this partition offline; every later request is rejected with {@code LOG_OFFLINE}. */
    record TakeOffline(String reason) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.takeOffline(this);
        }
    }

    /** Say a change of state in the node's log: one line for people, with epochs. */
    record Announce(String line) implements Effect {
        @Override
        public void dispatch(EffectHandler handler) {
            handler.announce(this);
        }
    }
}
