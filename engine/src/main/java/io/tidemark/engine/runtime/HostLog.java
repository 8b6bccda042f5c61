// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.OffsetOutOfRangeException;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TimestampedOffset;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log as a partition's host uses it: every outcome, good or bad, is the core's next input. Owned by the shard's thread
 * but for {@link #lookUp}.
 */
final class HostLog {
    private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);
    /** Appended bytes after which a log is forced to disk whatever the topic's durability, so that dirty pages stay few. */
    static final long WRITEBACK_BYTES = 16L << 20;

    /** The last so many bytes that were appended, and up to as many before them, are in memory; the rest may not be. */
    private static final long HOT_BYTES = 16L << 20;

    private static final int NO_EPOCH = -1;

    private final PartitionKey key;
    private final PartitionLog log;
    private final HostPorts ports;
    private final PartitionShard shard;
    private long unforcedBytes;
    private boolean refusing;
    private @Nullable Cut waitingCut;
    /** A leader epoch whose beginning found no space; {@link #NO_EPOCH} when none waits. */
    private int waitingEpoch = NO_EPOCH;

    private long appendedBytes;
    private long hotFromOffset;
    private long nextHotFromOffset;
    private final AtomicBoolean compacting = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();

    /** A cut of the log and what the core is told of it. */
    @FunctionalInterface
    private interface Cut {
        ReplicaInput carryOut() throws IOException;
    }

    HostLog(PartitionKey key, PartitionLog log, HostPorts ports, PartitionShard shard) {
        this.key = key;
        this.log = log;
        this.ports = ports;
        this.shard = shard;
        this.hotFromOffset = log.logEndOffset();
        this.nextHotFromOffset = hotFromOffset;
    }

    PartitionLog port() {
        return log;
    }

    @Nullable
    ReplicaInput append(Effect.AppendBatch effect) {
        if (refusing) {
            return null;
        }
        int sizeBytes = effect.batch().remaining();
        try {
            log.append(effect.batch(), effect.previousEndOffset());
            waitingEpoch = NO_EPOCH;
        } catch (DiskFullException full) {
            return refused(effect.baseOffset());
        } catch (IOException failed) {
            return failed(failed);
        }
        ports.metrics().appended(sizeBytes);
        noteAppended(sizeBytes, effect.endOffset());
        unforcedBytes += sizeBytes;
        if (unforcedBytes >= WRITEBACK_BYTES) {
            requestFlush();
        }
        return (replica, now, out) -> replica.onAppended(effect.endOffset(), now, out);
    }

    /** Appends emitted after the refused one are out of place: they are dropped until the core knows. */
    private ReplicaInput refused(long baseOffset) {
        refusing = true;
        return (replica, now, out) -> {
            refusing = false;
            replica.onAppendRefused(baseOffset, now, out);
        };
    }

    @Nullable
    ReplicaInput appendEpoch(int leaderEpoch) {
        waitingEpoch = NO_EPOCH;
        try {
            log.appendEpoch(leaderEpoch);
            return null;
        } catch (DiskFullException full) {
            // Nobody misses it yet: the core has it, and the first batch brings it along. Reads go on.
            waitingEpoch = leaderEpoch;
            return null;
        } catch (IOException failed) {
            return failed(failed);
        }
    }

    @Nullable
    ReplicaInput truncate(Effect.TruncateLog effect) {
        return cut(() -> {
            long endOffset = log.truncateTo(effect.endOffset(), effect.leaderEpoch());
            hotFromOffset = Math.min(hotFromOffset, endOffset);
            nextHotFromOffset = Math.min(nextHotFromOffset, endOffset);
            ProducerStates producers = LogRecovery.producersOf(log);
            return (replica, now, out) -> replica.onTruncated(log.logStartOffset(), endOffset, producers, now, out);
        });
    }

    @Nullable
    ReplicaInput restart(Effect.RestartLog effect) {
        return cut(() -> {
            long offset = effect.offset();
            List<ProducerStates.Snapshot> known = effect.producers();
            log.restartAt(offset, known == null ? null : ProducerFold.of(known).save());
            hotFromOffset = offset;
            nextHotFromOffset = offset;
            ProducerStates producers = known == null ? LogRecovery.producersOf(log) : ProducerStates.of(known);
            return (replica, now, out) -> replica.onTruncated(offset, offset, producers, now, out);
        });
    }

    /** Tries a cut again that found no space, or the beginning of an epoch; null when there is none, or still no space. */
    @Nullable
    ReplicaInput retryRefused() {
        Cut waiting = waitingCut;
        if (waiting != null) {
            return cut(waiting);
        }
        return waitingEpoch == NO_EPOCH ? null : appendEpoch(waitingEpoch);
    }

    private @Nullable ReplicaInput cut(Cut cut) {
        waitingCut = null;
        waitingEpoch = NO_EPOCH;
        try {
            return cut.carryOut();
        } catch (DiskFullException full) {
            // Nothing was written and the core waits: no reason to give the log up.
            waitingCut = cut;
            return null;
        } catch (IOException failed) {
            return failed(failed);
        } finally {
            // Only now: a flush that began before may still tell of an end that is cut away.
            cuts.incrementAndGet();
        }
    }

    @Nullable
    ReplicaInput trim(long logStartOffset) {
        try {
            log.trimTo(logStartOffset);
            return null;
        } catch (IOException failed) {
            return failed(failed);
        }
    }

    /** A result for the partition, if it has this log still: of a log that was closed meanwhile its next one hears nothing. */
    private void deliver(HostInput input) {
        shard.deliver(key, (host, nowMs) -> {
            if (host.hasLog(log)) {
                input.apply(host, nowMs);
            }
        });
    }

    void requestFlush() {
        unforcedBytes = 0;
        ports.flusher().request(this);
    }

    PartitionKey key() {
        return key;
    }

    /** Forces what is in the log to disk and brings the result back. On a flusher's thread. */
    void flush() {
        int cutsBefore = cuts.get();
        try {
            long flushedEndOffset = log.flush();
            deliver((host, nowMs) -> flushed(host, flushedEndOffset, cutsBefore, nowMs));
        } catch (IOException failed) {
            deliverFailure(failed);
        }
    }

    private void flushed(PartitionHost host, long flushedEndOffset, int cutsBefore, long nowMs) {
        if (isUncutSince(cutsBefore)) {
            host.accept((replica, now, out) -> replica.onFlushed(flushedEndOffset, now, out), nowMs);
        } else {
            // What was forced may have been cut away since.
            requestFlush();
        }
    }

    /**
     * Reads and answers. What lies far behind the log end may have to come from a disk: that is read by another thread, and
     * the answer given on this one.
     */
    @Nullable
    ReplicaInput serve(Effect.ServeFetch effect, ReadReply reply) {
        if (!isCold(effect)) {
            return serveHere(effect, reply);
        }
        int cutsBefore = cuts.get();
        ports.reads().execute(() -> readCold(effect, reply, cutsBefore));
        return null;
    }

    private boolean isCold(Effect.ServeFetch effect) {
        return effect.maxBytes() > 0
                && effect.fetchOffset() < hotFromOffset
                && effect.fetchOffset() < effect.upperOffset();
    }

    private void noteAppended(int sizeBytes, long endOffset) {
        appendedBytes += sizeBytes;
        if (appendedBytes >= HOT_BYTES) {
            hotFromOffset = nextHotFromOffset;
            nextHotFromOffset = endOffset;
            appendedBytes = 0;
        }
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
            failElsewhere(fault, reply, effect.leaderEpoch());
            return;
        }
        shard.handBack(() -> answerCold(effect, reply, slice, cutsBefore));
    }

    /** On another thread than the shard's. */
    private void failElsewhere(Throwable fault, ReadReply reply, int leaderEpoch) {
        if (fault instanceof DamagedLogException found) {
            rejectDamaged(found, reply, leaderEpoch);
            return;
        }
        shard.handBack(() -> reply.rejected(rejection(ReplicaError.LOG_OFFLINE, leaderEpoch)));
        deliverFailure(ioError(fault));
    }

    /** Once it is known whether another replica can be asked instead: else a reader would ask here for ever. */
    private void rejectDamaged(DamagedLogException found, ReadReply reply, int leaderEpoch) {
        shard.deliver(key, reply, (host, nowMs) -> {
            boolean goesOn = host.hasLog(log) && !host.damaged(String.valueOf(found.getMessage()), nowMs);
            reply.rejected(rejection(goesOn ? ReplicaError.CORRUPT_BATCH : ReplicaError.LOG_OFFLINE, leaderEpoch));
        });
    }

    private static IOException ioError(Throwable fault) {
        return fault instanceof IOException io ? io : new IOException(fault);
    }

    private Effect.AnswerOutOfRange outOfRange(Effect.ServeFetch effect) {
        long logStartOffset = log.logStartOffset();
        return new Effect.AnswerOutOfRange(
                effect.replyToken(), effect.leaderEpoch(), logStartOffset, logStartOffset, log.logEndOffset(), false);
    }

    /** Answers with what was written below where the follower begins anew, which has to be read: by another thread. */
    void answerOutOfRange(Effect.AnswerOutOfRange effect, ReadReply reply) {
        int cutsBefore = cuts.get();
        ports.reads().execute(() -> foldForRestart(effect, reply, cutsBefore));
    }

    private void foldForRestart(Effect.AnswerOutOfRange effect, ReadReply reply, int cutsBefore) {
        ProducerFold fold = new ProducerFold();
        try {
            log.fold(fold, effect.restartOffset());
        } catch (OffsetOutOfRangeException trimmedFurther) {
            shard.handBack(() -> reply.rejected(rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch())));
            return;
        } catch (IOException | RuntimeException | InternalError fault) {
            failElsewhere(fault, reply, effect.leaderEpoch());
            return;
        }
        List<ProducerStates.Snapshot> producers = fold.newest();
        shard.handBack(() -> {
            if (isUncutSince(cutsBefore)) {
                reply.outOfRange(effect, producers);
            } else {
                reply.rejected(rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch()));
            }
        });
    }

    private void answerCold(Effect.ServeFetch effect, ReadReply reply, LogSlice slice, int cutsBefore) {
        if (isUncutSince(cutsBefore)) {
            ReplicaInput failure = answer(effect, reply, slice);
            if (failure != null) {
                deliver((host, nowMs) -> host.accept(failure, nowMs));
            }
        } else {
            // What was read may be of the lineage that was cut away meanwhile.
            slice.close();
            reply.rejected(rejection(ReplicaError.NOT_LEADER_OR_FOLLOWER, effect.leaderEpoch()));
        }
    }

    /** Whether what another thread read or forced since then is still what the log holds. */
    private boolean isUncutSince(int cutsBefore) {
        return cutsBefore == cuts.get();
    }

    @Nullable
    private ReplicaInput serveHere(Effect.ServeFetch effect, ReadReply reply) {
        LogSlice slice;
        try {
            slice = effect.maxBytes() <= 0
                    ? EmptySlice.at(effect.fetchOffset())
                    : log.read(effect.fetchOffset(), effect.maxBytes(), effect.upperOffset());
        } catch (OffsetOutOfRangeException outside) {
            answerOutOfRange(outOfRange(effect), reply);
            return null;
        } catch (IOException | InternalError unreadable) {
            return refuse(unreadable, reply, effect.leaderEpoch());
        }
        return answer(effect, reply, slice);
    }

    /** What is copied out of the files may turn out not to be there; then nobody was answered yet. */
    private @Nullable ReplicaInput answer(Effect.ServeFetch effect, ReadReply reply, LogSlice slice) {
        try {
            reply.served(effect, slice);
            return null;
        } catch (UncheckedIOException unreadable) {
            return refuse(Objects.requireNonNull(unreadable.getCause()), reply, effect.leaderEpoch());
        }
    }

    private @Nullable ReplicaInput refuse(Throwable fault, ReadReply reply, int leaderEpoch) {
        if (fault instanceof DamagedLogException found) {
            rejectDamaged(found, reply, leaderEpoch);
            return null;
        }
        reply.rejected(rejection(ReplicaError.LOG_OFFLINE, leaderEpoch));
        return failed(ioError(fault));
    }

    /** Any thread. */
    void lookUp(Effect.LookUpTime effect, OffsetReply reply) {
        try {
            TimestampedOffset found = log.offsetForTime(effect.timestampMs(), effect.upperOffset());
            if (found == null) {
                reply.found(-1, -1, effect.leaderEpoch());
            } else {
                reply.found(found.offset(), found.timestampMs(), effect.leaderEpoch());
            }
        } catch (IOException failed) {
            reply.rejected(rejection(ReplicaError.LOG_OFFLINE, effect.leaderEpoch()));
            deliverFailure(failed);
        }
    }

    long retainedStart(RetentionPolicy policy, long wallMs, long upperOffset) {
        return log.retainedStart(policy, wallMs, upperOffset);
    }

    /** Compacts below {@code upperOffset} on another thread; does nothing while that goes on already. */
    void compact(CompactionPolicy policy, long wallMs, long upperOffset, Executor thread) {
        if (compacting.compareAndSet(false, true)) {
            thread.execute(() -> {
                try {
                    log.compact(policy, wallMs, upperOffset);
                } catch (DamagedLogException found) {
                    deliverDamage(found);
                } catch (IOException failed) {
                    LOG.warn("{} is not compacted: {}", key, failed.getMessage());
                } catch (RuntimeException fault) {
                    LOG.error("{} is not compacted", key, fault);
                } finally {
                    compacting.set(false);
                }
            });
        }
    }

    /** Lets the log hold no file until it is used again. */
    @Nullable
    ReplicaInput rest() {
        try {
            log.rest();
            return null;
        } catch (IOException failed) {
            return failed(failed);
        }
    }

    /** Brings settings up to date and lets an idle log rest. */
    @Nullable
    ReplicaInput tend(LogConfig config) {
        try {
            log.configure(config);
            log.restWhenIdle();
            return null;
        } catch (IOException failed) {
            return failed(failed);
        }
    }

    /** What the log holds; an epoch without records counts for nothing. */
    LogEndReports.LogEnd end() {
        long logEndOffset = log.logEndOffset();
        int lastEpoch = -1;
        for (EpochStart start : log.epochs()) {
            lastEpoch = start.startOffset() < logEndOffset ? start.leaderEpoch() : lastEpoch;
        }
        boolean isEmpty = log.logStartOffset() == logEndOffset;
        return new LogEndReports.LogEnd(isEmpty ? -1 : lastEpoch, logEndOffset);
    }

    long sizeBytes() {
        return log.sizeBytes();
    }

    /** What is left to say of a partition whose replica cannot be asked any more. */
    ReplicaState offlineState() {
        return new ReplicaState(
                ReplicaState.Role.OFFLINE,
                -1,
                -1,
                -1,
                log.logStartOffset(),
                log.logEndOffset(),
                log.flushedEndOffset(),
                -1,
                List.of(),
                List.of(),
                List.of(),
                0,
                List.of(),
                List.of(),
                0,
                0);
    }

    private Rejection rejection(ReplicaError error, int leaderEpoch) {
        return new Rejection(error, false, -1, leaderEpoch, log.logStartOffset(), log.logEndOffset());
    }

    /** Null for damage: whether the replica stops depends on who else is in sync, and it may begin again. */
    private @Nullable ReplicaInput failed(IOException failure) {
        if (failure instanceof DamagedLogException found) {
            deliverDamage(found);
            return null;
        }
        String reason = String.valueOf(failure.getMessage());
        return (replica, now, out) -> replica.onLogFailed(reason, now, out);
    }

    private void deliverFailure(IOException failure) {
        deliver((host, nowMs) -> {
            ReplicaInput input = failed(failure);
            if (input != null) {
                host.accept(input, nowMs);
            }
        });
    }

    private void deliverDamage(DamagedLogException found) {
        deliver((host, nowMs) -> host.damaged(String.valueOf(found.getMessage()), nowMs));
    }
}
