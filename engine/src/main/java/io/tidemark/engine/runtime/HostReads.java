// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.OffsetOutOfRangeException;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TimestampedOffset;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Reads of a partition's log and their answers. What was written lately is read on the shard's thread, which owns this; what
 * may have to come from a disk on another, and the answer is given on the shard's.
 */
final class HostReads {
    /** The last so many bytes that were appended, and up to as many before them, are in memory; the rest may not be. */
    private static final long HOT_BYTES = 16L << 20;

    private final PartitionLog log;
    private final LogCuts cuts;
    private final LogFaults faults;
    private final PartitionShard shard;
    private final Executor coldReads;
    private long appendedBytes;
    private long hotFromOffset;
    private long nextHotFromOffset;

    HostReads(PartitionLog log, LogCuts cuts, LogFaults faults, PartitionShard shard, Executor coldReads) {
        this.log = log;
        this.cuts = cuts;
        this.faults = faults;
        this.shard = shard;
        this.coldReads = coldReads;
        this.hotFromOffset = log.logEndOffset();
        this.nextHotFromOffset = hotFromOffset;
    }

    void onAppended(int sizeBytes, long endOffset) {
        appendedBytes += sizeBytes;
        if (appendedBytes >= HOT_BYTES) {
            hotFromOffset = nextHotFromOffset;
            nextHotFromOffset = endOffset;
            appendedBytes = 0;
        }
    }

    void onCut(long endOffset) {
        hotFromOffset = Math.min(hotFromOffset, endOffset);
        nextHotFromOffset = Math.min(nextHotFromOffset, endOffset);
    }

    void onRestart(long offset) {
        hotFromOffset = offset;
        nextHotFromOffset = offset;
    }

    /** Reads and answers. */
    void serve(Effect.ServeFetch effect, ReadReply reply) {
        if (isCold(effect)) {
            int cutsBefore = cuts.count();
            coldReads.execute(() -> readCold(effect, reply, cutsBefore));
        } else {
            serveHere(effect, reply);
        }
    }

    private boolean isCold(Effect.ServeFetch effect) {
        return effect.maxBytes() > 0
                && effect.fetchOffset() < hotFromOffset
                && effect.fetchOffset() < effect.upperOffset();
    }

    private void serveHere(Effect.ServeFetch effect, ReadReply reply) {
        LogSlice slice;
        try {
            slice = effect.maxBytes() <= 0
                    ? EmptySlice.at(effect.fetchOffset())
                    : log.read(effect.fetchOffset(), effect.maxBytes(), effect.upperOffset());
        } catch (OffsetOutOfRangeException outside) {
            answerOutOfRange(outOfRange(effect), reply);
            return;
        } catch (IOException | InternalError unreadable) {
            faults.refuse(unreadable, reply, effect.leaderEpoch());
            return;
        }
        answer(effect, reply, slice);
    }

    /** On a reader's thread. */
    private void readCold(Effect.ServeFetch effect, ReadReply reply, int cutsBefore) {
        LogSlice slice;
        try {
            slice = log.readVerified(effect.fetchOffset(), effect.maxBytes(), effect.upperOffset());
        } catch (OffsetOutOfRangeException outside) {
            foldForRestart(outOfRange(effect), reply, cutsBefore);
            return;
        } catch (IOException | RuntimeException | InternalError fault) {
            faults.refuse(fault, reply, effect.leaderEpoch());
            return;
        }
        shard.handBack(() -> answerCold(effect, reply, slice, cutsBefore));
    }

    private void answerCold(Effect.ServeFetch effect, ReadReply reply, LogSlice slice, int cutsBefore) {
        if (cuts.noneSince(cutsBefore)) {
            answer(effect, reply, slice);
        } else {
            // What was read may be of the lineage that was cut away meanwhile.
            slice.close();
            reply.rejected(faults.rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch()));
        }
    }

    /** What is copied out of the files may turn out not to be there; then nobody was answered yet. */
    private void answer(Effect.ServeFetch effect, ReadReply reply, LogSlice slice) {
        try {
            reply.served(effect, slice);
        } catch (UncheckedIOException unreadable) {
            faults.refuse(Objects.requireNonNull(unreadable.getCause()), reply, effect.leaderEpoch());
        }
    }

    private Effect.AnswerOutOfRange outOfRange(Effect.ServeFetch effect) {
        long logStartOffset = log.logStartOffset();
        return new Effect.AnswerOutOfRange(
                effect.replyToken(), effect.leaderEpoch(), logStartOffset, logStartOffset, log.logEndOffset(), false);
    }

    /** Answers with what was written below where the follower begins anew, which has to be read: by another thread. */
    void answerOutOfRange(Effect.AnswerOutOfRange effect, ReadReply reply) {
        int cutsBefore = cuts.count();
        coldReads.execute(() -> foldForRestart(effect, reply, cutsBefore));
    }

    private void foldForRestart(Effect.AnswerOutOfRange effect, ReadReply reply, int cutsBefore) {
        ProducerFold fold = new ProducerFold();
        try {
            log.fold(fold, effect.restartOffset());
        } catch (OffsetOutOfRangeException trimmedFurther) {
            shard.handBack(
                    () -> reply.rejected(faults.rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch())));
            return;
        } catch (IOException | RuntimeException | InternalError fault) {
            faults.refuse(fault, reply, effect.leaderEpoch());
            return;
        }
        List<ProducerStates.Snapshot> producers = fold.newest();
        shard.handBack(() -> {
            if (cuts.noneSince(cutsBefore)) {
                reply.outOfRange(effect, producers);
            } else {
                reply.rejected(faults.rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch()));
            }
        });
    }

    /** On a reader's thread, which answers. */
    void lookUp(Effect.LookUpTime effect, OffsetReply reply) {
        coldReads.execute(() -> lookUpNow(effect, reply));
    }

    private void lookUpNow(Effect.LookUpTime effect, OffsetReply reply) {
        TimestampedOffset found;
        try {
            found = log.offsetForTime(effect.timestampMs(), effect.upperOffset());
        } catch (IOException | RuntimeException | InternalError fault) {
            faults.refuse(fault, reply, effect.leaderEpoch());
            return;
        }
        if (found == null) {
            reply.found(-1, -1, effect.leaderEpoch());
        } else {
            reply.found(found.offset(), found.timestampMs(), effect.leaderEpoch());
        }
    }
}
