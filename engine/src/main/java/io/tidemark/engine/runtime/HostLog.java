// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log as a partition's host uses it: every outcome, good or bad, is the core's next input. Owned by the shard's thread
 * but for {@link #flush}.
 */
final class HostLog {
    private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);
    /** Appended bytes after which a log is forced to disk whatever the topic's durability, so that dirty pages stay few. */
    static final long WRITEBACK_BYTES = 16L << 20;

    private static final int NO_EPOCH = -1;

    private final PartitionKey key;
    private final PartitionLog log;
    private final HostPorts ports;
    private final LogCuts cuts = new LogCuts();
    private final LogFaults faults;
    private final HostReads reads;
    private long unforcedBytes;
    private boolean refusing;
    private @Nullable Cut waitingCut;
    /** A leader epoch whose beginning found no space; {@link #NO_EPOCH} when none waits. */
    private int waitingEpoch = NO_EPOCH;

    private final AtomicBoolean compacting = new AtomicBoolean();

    /** A cut of the log and what the core is told of it. */
    @FunctionalInterface
    private interface Cut {
        ReplicaInput carryOut() throws IOException;
    }

    HostLog(PartitionKey key, PartitionLog log, HostPorts ports, PartitionShard shard) {
        this.key = key;
        this.log = log;
        this.ports = ports;
        this.faults = new LogFaults(key, log, shard);
        this.reads = new HostReads(log, cuts, faults, shard, ports.reads());
    }

    HostReads reads() {
        return reads;
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
            return faults.failed(failed);
        }
        ports.metrics().appended(sizeBytes);
        reads.onAppended(sizeBytes, effect.endOffset());
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
            return faults.failed(failed);
        }
    }

    @Nullable
    ReplicaInput truncate(Effect.TruncateLog effect) {
        return cut(() -> {
            long endOffset = log.truncateTo(effect.endOffset(), effect.leaderEpoch());
            reads.onCut(endOffset);
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
            reads.onRestart(offset);
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
        } catch (DamagedLogException found) {
            faults.changeIsBarred(found);
            return null;
        } catch (IOException failed) {
            return faults.failed(failed);
        } finally {
            // Only now: a flush that began before may still tell of an end that is cut away.
            cuts.happened();
        }
    }

    @Nullable
    ReplicaInput trim(long logStartOffset) {
        try {
            log.trimTo(logStartOffset);
            return null;
        } catch (IOException failed) {
            return faults.failed(failed);
        }
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
        int cutsBefore = cuts.count();
        try {
            long flushedEndOffset = log.flush();
            faults.deliver((host, nowMs) -> flushed(host, flushedEndOffset, cutsBefore, nowMs));
        } catch (IOException failed) {
            faults.tell(failed);
        }
    }

    private void flushed(PartitionHost host, long flushedEndOffset, int cutsBefore, long nowMs) {
        if (cuts.noneSince(cutsBefore)) {
            host.accept((replica, now, out) -> replica.onFlushed(flushedEndOffset, now, out), nowMs);
        } else {
            // What was forced may have been cut away since.
            requestFlush();
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
                    faults.damaged(found);
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
            return faults.failed(failed);
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
            return faults.failed(failed);
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
}
