// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One replica of one partition: holds the role, compares epochs, hands each input to it. Pure: time comes in, effects go
 * out. Owned by one thread. Every request token is answered exactly once, unless it was cancelled.
 *
 * <pre>
 *  no role ──assignment──▶ leader | follower | leaderless     any later leader epoch ends the role and takes the next
 *  any ──log failed, broken invariant──▶ offline              for ever
 * </pre>
 *
 * While an append or a truncation of an ended role is under way, the next role waits for it (guard G8).
 */
public final class PartitionReplica {
    private final ReplicationConfig config;
    private final ReplicaLog log;
    private @Nullable Numbering numbering;
    private @Nullable PartitionAssignment assignment;
    private @Nullable PartitionLeader leader;
    private @Nullable PartitionFollower follower;
    private boolean hasRole;
    private boolean offline;
    private boolean leaseValid = true;
    private long epochBeganMs;
    /** Until then a leader of an earlier epoch may tell its own end. */
    private long predecessorServesUntilMs = Long.MIN_VALUE;

    /** A replica over a recovered log, without a role until the first assignment. */
    public PartitionReplica(RecoveredLog log, ReplicationConfig config) {
        this.config = config;
        this.log = new ReplicaLog(log, config.flushBeforeCount());
    }

    /** The metadata image changed for this partition, or for a broker that holds it. Older epochs are ignored. */
    public void onAssignment(PartitionAssignment next, long nowMs, Effects out) {
        guarded(out, () -> assign(next, nowMs, out));
    }

    /** A client asks to write. */
    public void onProduce(ProduceInput input, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onProduce(input, nowMs, out);
            } else {
                reject(input.replyToken(), out);
            }
        });
    }

    /** A consumer or follower asks to read. */
    public void onFetch(FetchInput input, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onFetch(input, nowMs, out);
            } else if (follower != null && input instanceof FetchInput.Consumer fetch) {
                follower.onConsumerFetch(fetch, nowMs, out);
            } else {
                reject(input.replyToken(), out);
            }
        });
    }

    /** The asker of a parked request is gone: forget it without an answer. */
    public void onCancelled(long replyToken) {
        if (leader != null) {
            leader.onCancelled(replyToken);
        } else if (follower != null) {
            follower.onCancelled(replyToken);
        }
    }

    /** A client asks to delete records. */
    public void onDelete(DeleteInput input, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onDelete(input, out);
            } else {
                reject(input.replyToken(), out);
            }
        });
    }

    /** The topic's durability changed: whether a replica counts only what it has flushed. */
    public void onDurability(boolean flushBeforeCount, long nowMs, Effects out) {
        guarded(out, () -> {
            if (log.flushBeforeCount() == flushBeforeCount) {
                return;
            }
            log.setFlushBeforeCount(flushBeforeCount);
            out.emit(new Effect.Announce("counts what is " + (flushBeforeCount ? "flushed" : "replicated")
                    + " from log end " + log.logEndOffset() + ", flushed end " + log.flushedEndOffset()));
            if (leader != null) {
                leader.onDurabilityChanged(nowMs, out);
            } else if (follower != null) {
                follower.onDurabilityChanged(out);
            }
        });
    }

    /** A client looks up an offset. */
    public void onOffsets(OffsetInput input, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onOffsets(input, nowMs, out);
            } else {
                reject(input.replyToken(), out);
            }
        });
    }

    /** The leader answered this follower's fetch. */
    public void onFetchReply(FetchReply reply, long nowMs, Effects out) {
        guarded(out, () -> {
            if (follower != null) {
                follower.onFetchReply(reply, nowMs, out);
            }
        });
    }

    /** This follower's fetch got no answer: connection lost or refused. */
    public void onFetchFailed(long fetchId, long nowMs, Effects out) {
        guarded(out, () -> {
            if (follower != null) {
                follower.onFetchFailed(fetchId, nowMs);
            }
        });
    }

    /** The log was appended up to {@code endOffset}. */
    public void onAppended(long endOffset, long nowMs, Effects out) {
        guardedOnline(out, () -> {
            long logEndBefore = log.logEndOffset();
            log.appended(endOffset);
            if (leader != null) {
                leader.onAppended(logEndBefore, nowMs, out);
            } else if (follower != null) {
                follower.onAppended(out);
            }
            takeRoleWhenSettled(nowMs, out);
        });
    }

    /**
     * An append found no space and wrote nothing; nor did those emitted after it, which the host dropped (see {@link
     * EffectHandler#appendBatch}).
     */
    public void onAppendRefused(long baseOffset, long nowMs, Effects out) {
        guardedOnline(out, () -> {
            log.refused(baseOffset);
            if (leader != null) {
                leader.onAppendRefused(out);
            } else if (follower != null) {
                follower.onAppendRefused(nowMs);
            }
            takeRoleWhenSettled(nowMs, out);
        });
    }

    /** The log failed: the partition goes offline. */
    public void onLogFailed(String reason, long nowMs, Effects out) {
        guarded(out, () -> goOffline(reason, out));
    }

    /** The log was cut or restarted; {@code producers} is folded from what is left. */
    public void onTruncated(long logStartOffset, long endOffset, ProducerStates producers, long nowMs, Effects out) {
        guardedOnline(out, () -> {
            log.truncated(logStartOffset, endOffset, producers, out);
            if (follower != null) {
                follower.onTruncated(nowMs, out);
            }
            takeRoleWhenSettled(nowMs, out);
        });
    }

    /**
     * The log is on disk up to {@code flushedEndOffset}. A flush that began before the last truncation or restart must
     * not be reported after it: what it flushed may be gone.
     */
    public void onFlushed(long flushedEndOffset, long nowMs, Effects out) {
        guardedOnline(out, () -> {
            boolean moved = log.flushed(flushedEndOffset);
            if (leader != null) {
                leader.onFlushed(nowMs, out);
            } else if (follower != null) {
                follower.onFlushed(moved, out);
            }
        });
    }

    /** Retention or a delete request asks for a higher log start; a leader bounds it by its high watermark. */
    public void onTrimRequested(long logStartOffset, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onTrimRequested(logStartOffset, out);
            }
        });
    }

    /** The controller answered an ISR proposal. */
    public void onIsrDecision(IsrDecision decision, long nowMs, Effects out) {
        guarded(out, () -> {
            if (leader != null) {
                leader.onIsrDecision(decision, nowMs, out);
            }
        });
    }

    /**
     * The broker's lease is valid, or has ended: without it a leader neither answers acks=all nor latest offsets. Counts
     * as valid until the first call.
     */
    public void onLease(boolean valid, long nowMs, Effects out) {
        guarded(out, () -> {
            leaseValid = valid;
            if (leader != null) {
                leader.onLease(valid, out);
            }
        });
    }

    /** Time passed: deadlines, lag, retries. */
    public void onTick(long nowMs, Effects out) {
        guarded(out, () -> {
            log.producers().expire(nowMs, config.producerExpiryMs());
            if (leader != null) {
                leader.onTick(nowMs, out);
            } else if (follower != null) {
                follower.onTick(nowMs, out);
            }
        });
    }

    /** When a fetch that failed is due again; {@link Long#MAX_VALUE} when none is. Other deadlines bear a late tick. */
    public long retryAtMs() {
        return follower == null ? Long.MAX_VALUE : follower.retryAtMs();
    }

    /** The replica as it stands. */
    public ReplicaState state() {
        PartitionAssignment known = assignment;
        List<Integer> committed = known == null ? List.of() : known.isr();
        List<Integer> followers = new ArrayList<>();
        List<Long> followerEnds = new ArrayList<>();
        if (leader != null) {
            for (ReplicaProgress progress : leader.leadership().followers.all()) {
                followers.add(progress.replica);
                followerEnds.add(progress.endOffset());
            }
        }
        return new ReplicaState(
                role(),
                known == null ? -1 : known.leader(),
                known == null ? -1 : known.leaderEpoch(),
                known == null ? -1 : known.partitionEpoch(),
                log.logStartOffset(),
                log.logEndOffset(),
                log.flushedEndOffset(),
                log.highWatermark(),
                known == null ? List.of() : known.replicas(),
                committed,
                leader == null ? committed : leader.leadership().isr.maximal(),
                known == null ? 0 : known.minIsr(),
                List.copyOf(followers),
                List.copyOf(followerEnds),
                leader == null ? 0 : leader.pendingProduces(),
                pendingFetches());
    }

    /** What it knows of producers, in order of their last writes: a function of the log but for expiry (guard G41). */
    public List<ProducerStates.Snapshot> producers() {
        return log.producers().snapshots();
    }

    private int pendingFetches() {
        if (leader != null) {
            return leader.pendingFetches();
        }
        return follower == null ? 0 : follower.pendingFetches();
    }

    /** Runs an input; a broken invariant, or any fault of the core itself, takes this partition offline and no other. */
    private void guarded(Effects out, Runnable input) {
        try {
            input.run();
            log.checkInvariants();
        } catch (Invariants.BrokenInvariantException broken) {
            goOffline(String.valueOf(broken.getMessage()), out);
        } catch (RuntimeException fault) {
            goOffline("fault in the replication core: " + fault, out);
        }
    }

    /** As {@link #guarded}, for what comes back from the log: nothing of it matters once the partition is offline. */
    private void guardedOnline(Effects out, Runnable input) {
        if (!offline) {
            guarded(out, input);
        }
    }

    private void assign(PartitionAssignment next, long nowMs, Effects out) {
        PartitionAssignment before = assignment;
        if (before != null && isOlder(next, before)) {
            return;
        }
        assignment = next;
        notePredecessor(before, next, nowMs);
        if (before == null || endsRole(before, next)) {
            endRole(next, ReplicaError.NOT_LEADER_OR_FOLLOWER, out);
            takeRoleWhenSettled(nowMs, out);
            return;
        }
        Invariants.check(next.leader() == before.leader(), "a leader epoch has one leader");
        if (leader != null) {
            leader.onAssignment(next, nowMs, out);
        } else if (follower != null) {
            follower.onAssignment(next);
        }
    }

    /** Who was replaced alive may tell an older end until its lease is over: until then the newer one is kept back (R60). */
    private void notePredecessor(@Nullable PartitionAssignment before, PartitionAssignment next, long nowMs) {
        if (before == null || endsRole(before, next)) {
            epochBeganMs = nowMs;
        }
        if (next.predecessorServes()) {
            predecessorServesUntilMs = Math.max(predecessorServesUntilMs, epochBeganMs + config.leaseMs());
            if (leader != null) {
                leader.leadership().keepEndBack(predecessorServesUntilMs);
            }
        }
    }

    /**
     * Every higher leader epoch ends the role, whoever leads before and after: images may skip versions in which another
     * broker led (guard G5).
     */
    private static boolean endsRole(PartitionAssignment before, PartitionAssignment next) {
        return next.leaderEpoch() > before.leaderEpoch();
    }

    private static boolean isOlder(PartitionAssignment next, PartitionAssignment known) {
        if (next.leaderEpoch() != known.leaderEpoch()) {
            return next.leaderEpoch() < known.leaderEpoch();
        }
        if (next.partitionEpoch() != known.partitionEpoch()) {
            return next.partitionEpoch() < known.partitionEpoch();
        }
        return next.metadataIndex() < known.metadataIndex();
    }

    private void endRole(@Nullable PartitionAssignment next, ReplicaError error, Effects out) {
        PartitionLeader resigning = leader;
        PartitionFollower leaving = follower;
        leader = null;
        follower = null;
        hasRole = false;
        if (resigning != null) {
            if (next != null) {
                resigning.leadership().setAssignment(next);
            }
            resigning.resign(error, out);
        }
        if (leaving != null) {
            if (next != null) {
                leaving.onAssignment(next);
            }
            leaving.resign(error, out);
        }
    }

    private void takeRoleWhenSettled(long nowMs, Effects out) {
        PartitionAssignment next = assignment;
        if (hasRole || offline || next == null || !mayTakeRole()) {
            return;
        }
        hasRole = true;
        if (numbering == null) {
            numbering = new Numbering(nowMs);
        }
        if (next.leader() == config.brokerId()) {
            out.emit(new Effect.StopFetching());
            Leadership leadership = new Leadership(config, log, next, leaseValid);
            leadership.keepEndBack(predecessorServesUntilMs);
            leader = new PartitionLeader(leadership, numbering);
            leader.begin(nowMs, out);
        } else if (next.leader() >= 0 && next.replicas().contains(config.brokerId())) {
            follower = new PartitionFollower(config, log, numbering, next);
            follower.begin(out);
        } else {
            out.emit(new Effect.StopFetching());
            out.emit(new Effect.Announce("has no leader in leader epoch " + next.leaderEpoch() + ", partition epoch "
                    + next.partitionEpoch() + ", log end " + log.logEndOffset()));
        }
    }

    /** The next role waits for what the ended one left under way in the log (guard G8). */
    private boolean mayTakeRole() {
        return log.isSettled();
    }

    private void goOffline(String reason, Effects out) {
        if (offline) {
            return;
        }
        offline = true;
        endRole(assignment, ReplicaError.LOG_OFFLINE, out);
        out.emit(new Effect.StopFetching());
        out.emit(new Effect.TakeOffline(reason));
    }

    private void reject(long replyToken, Effects out) {
        PartitionAssignment known = assignment;
        out.emit(new Effect.RejectRequest(
                replyToken,
                rejection(),
                false,
                known == null ? -1 : known.leader(),
                known == null ? -1 : known.leaderEpoch(),
                log.logStartOffset(),
                log.logEndOffset()));
    }

    private ReplicaError rejection() {
        if (offline) {
            return ReplicaError.LOG_OFFLINE;
        }
        boolean isLeaderless = assignment != null && assignment.leader() < 0;
        return isLeaderless ? ReplicaError.LEADER_NOT_AVAILABLE : ReplicaError.NOT_LEADER_OR_FOLLOWER;
    }

    private ReplicaState.Role role() {
        if (offline) {
            return ReplicaState.Role.OFFLINE;
        }
        if (leader != null) {
            return ReplicaState.Role.LEADER;
        }
        return follower != null ? ReplicaState.Role.FOLLOWER : ReplicaState.Role.LEADERLESS;
    }
}
