// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.List;

/** What the parts of a leader share: one leader epoch of one partition, from election to loss. */
final class Leadership {
    final ReplicationConfig config;
    final ReplicaLog log;
    final int leaderEpoch;
    /** Log end when the epoch began: until the high watermark reaches it, its true value may be higher. */
    final long epochStartOffset;

    final InSyncReplicas isr;
    final Followers followers;
    private PartitionAssignment assignment;
    private boolean leaseValid;
    private long endKeptBackUntilMs = Long.MIN_VALUE;

    Leadership(ReplicationConfig config, ReplicaLog log, PartitionAssignment assignment, boolean leaseValid) {
        this.config = config;
        this.log = log;
        this.assignment = assignment;
        this.leaseValid = leaseValid;
        this.leaderEpoch = assignment.leaderEpoch();
        this.epochStartOffset = isEpochKnown() ? log.epochs().latestStartOffset() : log.logEndOffset();
        this.isr = new InSyncReplicas(assignment.isr());
        this.followers = new Followers(config.brokerId());
        followers.assign(assignment.replicas(), assignment.registered());
    }

    PartitionAssignment assignment() {
        return assignment;
    }

    void setAssignment(PartitionAssignment assignment) {
        this.assignment = assignment;
        followers.assign(assignment.replicas(), assignment.registered());
    }

    /** Whether no other broker can lead yet: without it nothing is promised to anybody. */
    boolean isLeaseValid() {
        return leaseValid;
    }

    /** Whether fewer replicas are in sync than the minimum (KIP-966). */
    boolean isBelowMinimum() {
        return isr.committed().size() < assignment.minIsr();
    }

    /**
     * Whether the end of what is committed may be told: it is the true one, no other leader can have moved it, and none of an
     * earlier epoch can still tell a smaller one.
     */
    boolean mayTellCommittedEnd(long nowMs) {
        return isHighWatermarkCertain() && isLeaseValid() && isPredecessorSilent(nowMs);
    }

    /** Whether the lease of everybody who led before is over, or was taken back when it was fenced (R60). */
    boolean isPredecessorSilent(long nowMs) {
        return nowMs >= endKeptBackUntilMs;
    }

    void keepEndBack(long untilMs) {
        endKeptBackUntilMs = Math.max(endKeptBackUntilMs, untilMs);
    }

    void setLeaseValid(boolean valid) {
        leaseValid = valid;
    }

    /** Whether the log holds the start of this epoch already: the same election was seen before a restart. */
    boolean isEpochKnown() {
        return log.lastEpoch().orElse(-1) == leaderEpoch;
    }

    /** Whether the high watermark is known to be the true one: it has reached where this epoch began (guard G46). */
    boolean isHighWatermarkCertain() {
        return log.highWatermark() >= epochStartOffset;
    }

    /** Whether metadata says that the follower, in the life it fetched with, may join (guard G26). */
    boolean isEligible(ReplicaProgress progress) {
        for (ReplicaLife life : assignment.eligible()) {
            if (life.brokerId() == progress.replica) {
                return life.brokerEpoch() == progress.brokerEpoch();
            }
        }
        return false;
    }

    /** The broker epoch under which a replica is registered; -1 when it is not. */
    long registeredEpoch(int replica) {
        return epochIn(assignment.registered(), replica);
    }

    void reject(long replyToken, ReplicaError error, boolean appended, Effects out) {
        out.emit(new Effect.RejectRequest(
                replyToken,
                error,
                appended,
                assignment.leader(),
                assignment.leaderEpoch(),
                log.logStartOffset(),
                log.logEndOffset()));
    }

    private static long epochIn(List<ReplicaLife> lives, int replica) {
        for (ReplicaLife life : lives) {
            if (life.brokerId() == replica) {
                return life.brokerEpoch();
            }
        }
        return -1;
    }
}
