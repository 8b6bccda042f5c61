// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.List;

/**
 * The leader of a partition in one leader epoch: orders writes, tracks followers, moves the high watermark, changes the
 * in-sync replicas. Begins with {@link #begin}, ends with {@link #resign}.
 */
final class PartitionLeader {
    private final Leadership leadership;
    private final ReplicaLog log;
    private final LeaderWrites writes;
    private final LeaderReads reads;
    private final LeaderTrims trims;
    private final IsrChanges isrChanges;
    private boolean gaveUp;

    PartitionLeader(Leadership leadership, Numbering numbering) {
        this.leadership = leadership;
        this.log = leadership.log;
        this.writes = new LeaderWrites(leadership);
        this.reads = new LeaderReads(leadership);
        this.trims = new LeaderTrims(leadership);
        this.isrChanges = new IsrChanges(leadership, numbering);
    }

    Leadership leadership() {
        return leadership;
    }

    int pendingProduces() {
        return writes.pending() + trims.pending();
    }

    int pendingFetches() {
        return reads.pending();
    }

    void begin(long nowMs, Effects out) {
        Invariants.checkAtMost(log.lastEpoch().orElse(-1), leadership.leaderEpoch, "a leader knows no later epoch");
        if (!leadership.isEpochKnown()) {
            log.beginEpoch(leadership.leaderEpoch, out);
        }
        for (ReplicaProgress progress : leadership.followers.all()) {
            if (leadership.isr.isCommitted(progress.replica)) {
                progress.startCaughtUp(nowMs);
            }
        }
        PartitionAssignment assignment = leadership.assignment();
        out.emit(new Effect.Announce("leads in leader epoch " + leadership.leaderEpoch + " from offset "
                + leadership.epochStartOffset + ", partition epoch " + assignment.partitionEpoch() + ", in-sync "
                + assignment.isr() + " of " + assignment.replicas()
                + (assignment.recovering() ? ", after an unclean election" : "")));
        log.requestFlush(out);
        isrChanges.consider(nowMs, out);
        advance(nowMs, out);
    }

    void onAssignment(PartitionAssignment assignment, long nowMs, Effects out) {
        boolean isNewer = assignment.partitionEpoch() > leadership.assignment().partitionEpoch();
        leadership.setAssignment(assignment);
        reads.onReplicasChanged(out);
        if (isNewer) {
            commitIsr(assignment, out);
        }
        isrChanges.consider(nowMs, out);
        advance(nowMs, out);
    }

    void onProduce(ProduceInput input, long nowMs, Effects out) {
        writes.onProduce(input, nowMs, out);
    }

    void onFetch(FetchInput input, long nowMs, Effects out) {
        if (input instanceof FetchInput.Follower fetch) {
            onFollowerFetch(fetch, nowMs, out);
        } else if (input instanceof FetchInput.Consumer fetch) {
            reads.onConsumerFetch(fetch, nowMs, out);
        }
    }

    void onOffsets(OffsetInput input, long nowMs, Effects out) {
        reads.onOffsets(input, nowMs, out);
    }

    void onCancelled(long replyToken) {
        writes.onCancelled(replyToken);
        trims.onCancelled(replyToken);
        reads.onCancelled(replyToken);
    }

    void onAppended(long logEndBefore, long nowMs, Effects out) {
        for (ReplicaProgress progress : leadership.followers.all()) {
            progress.onLeaderAppended(logEndBefore, log.flushBeforeCount(), nowMs);
        }
        writes.onAppended(out);
        reads.onAppended(out);
        log.requestFlush(out);
        advance(nowMs, out);
    }

    void onAppendRefused(Effects out) {
        writes.onAppendRefused(out);
    }

    void onFlushed(long nowMs, Effects out) {
        log.requestFlush(out);
        advance(nowMs, out);
    }

    void onDurabilityChanged(long nowMs, Effects out) {
        log.requestFlush(out);
        advance(nowMs, out);
    }

    void onTrimRequested(long logStartOffset, Effects out) {
        if (log.trim(logStartOffset, out)) {
            reads.onTrimmed(out);
        }
    }

    void onDelete(DeleteInput input, Effects out) {
        if (trims.onDelete(input, out)) {
            reads.onTrimmed(out);
        }
    }

    void onIsrDecision(IsrDecision decision, long nowMs, Effects out) {
        isrChanges.onDecision(decision, nowMs);
        advance(nowMs, out);
    }

    void onLease(boolean valid, Effects out) {
        leadership.setLeaseValid(valid);
        writes.completeReplicated(out);
        trims.complete(out);
    }

    void onTick(long nowMs, Effects out) {
        giveUpIfFlushHangs(nowMs, out);
        writes.onTick(nowMs, out);
        trims.onTick(nowMs, out);
        reads.onTick(nowMs, out);
        isrChanges.consider(nowMs, out);
        advance(nowMs, out);
    }

    void resign(ReplicaError error, Effects out) {
        writes.resign(error, out);
        trims.resign(error, out);
        reads.resign(error, out);
    }

    private void onFollowerFetch(FetchInput.Follower fetch, long nowMs, Effects out) {
        ReplicaProgress progress = leadership.followers.of(fetch.replica().brokerId());
        if (!reads.admit(fetch, out) || progress == null) {
            return;
        }
        reads.replaceParked(progress.replica, out);
        progress.onFetch(fetch, log, nowMs);
        trims.complete(out);
        isrChanges.onFollowerFetch(progress, nowMs, out);
        advance(nowMs, out);
        reads.serveOrPark(fetch, nowMs, out);
    }

    private void commitIsr(PartitionAssignment assignment, Effects out) {
        List<Integer> before = leadership.isr.committed();
        leadership.isr.commit(assignment.isr());
        isrChanges.onCommitted();
        trims.complete(out);
        if (!before.equals(assignment.isr())) {
            out.emit(new Effect.Announce("in-sync replicas " + before + " -> " + assignment.isr() + ", leader epoch "
                    + leadership.leaderEpoch + ", partition epoch " + assignment.partitionEpoch() + ", minimum "
                    + assignment.minIsr()));
        }
    }

    /** A leader is measured like its followers: one whose own disk does not answer in time asks to be replaced if it can be. */
    private void giveUpIfFlushHangs(long nowMs, Effects out) {
        boolean isOverdue = log.isFlushOverdue(nowMs, leadership.config.lagMaxMs());
        if (isOverdue && !gaveUp && leadership.isr.committed().size() > 1) {
            gaveUp = true;
            out.emit(new Effect.Announce("gives up leadership in leader epoch " + leadership.leaderEpoch
                    + ": a flush hangs for longer than " + leadership.config.lagMaxMs() + " ms"));
            out.emit(new Effect.GiveUpLeadership(leadership.leaderEpoch, "a flush to disk hangs"));
        }
    }

    /**
     * Moves the high watermark to what every replica that counts holds: the maximal in-sync replicas and those about to
     * join. One of unknown position blocks it.
     */
    private void advance(long nowMs, Effects out) {
        if (isFrozen()) {
            return;
        }
        long held = log.countedEndOffset();
        for (ReplicaProgress progress : leadership.followers.all()) {
            if (leadership.isr.isMaximal(progress.replica) || isAboutToJoin(progress, nowMs)) {
                held = Math.min(held, progress.countedEndOffset(log.flushBeforeCount()));
            }
        }
        if (log.advanceHighWatermark(held, leadership.leaderEpoch, out)) {
            writes.completeReplicated(out);
            reads.onHighWatermark(out);
        }
    }

    /**
     * Below the minimum nothing is committed (KIP-966): so whoever left the in-sync replicas then still holds all that is
     * committed, and may lead again (guard G12).
     */
    private boolean isFrozen() {
        return leadership.isBelowMinimum();
    }

    private boolean isAboutToJoin(ReplicaProgress progress, long nowMs) {
        return progress.isCaughtUp(log, leadership.config.lagMaxMs(), nowMs) && leadership.isEligible(progress);
    }
}
