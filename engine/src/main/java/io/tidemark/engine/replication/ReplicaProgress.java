// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * What the leader knows of one follower in this leader epoch. Offsets are {@link #UNKNOWN} until its first fetch.
 *
 * <p>Caught-up time: when the follower last held everything the leader had at that time.
 */
final class ReplicaProgress {
    static final long UNKNOWN = -1;
    private static final long NEVER = Long.MIN_VALUE;

    final int replica;
    private long endOffset = UNKNOWN;
    private long flushedOffset = UNKNOWN;
    private long brokerEpoch = UNKNOWN;
    private long lastFetchMs = NEVER;
    private long leaderEndAtLastFetch = Long.MAX_VALUE;
    private long lastCaughtUpMs = NEVER;
    private boolean alarmed;

    ReplicaProgress(int replica) {
        this.replica = replica;
    }

    /** The follower is a committed in-sync replica when the epoch begins: it gets the full time to show up. */
    void startCaughtUp(long nowMs) {
        lastCaughtUpMs = nowMs;
    }

    /** Forgets what an older life of the follower had (guard G18). */
    void forgetOlderLife(long registeredBrokerEpoch) {
        if (brokerEpoch == UNKNOWN || registeredBrokerEpoch <= brokerEpoch) {
            return;
        }
        brokerEpoch = registeredBrokerEpoch;
        endOffset = UNKNOWN;
        flushedOffset = UNKNOWN;
        lastFetchMs = NEVER;
        leaderEndAtLastFetch = Long.MAX_VALUE;
        lastCaughtUpMs = NEVER;
    }

    void onFetch(FetchInput.Follower fetch, ReplicaLog log, long nowMs) {
        brokerEpoch = fetch.replica().brokerEpoch();
        endOffset = fetch.fetchOffset();
        flushedOffset = Math.min(fetch.flushedOffset(), fetch.fetchOffset());
        long counted = countedEndOffset(log.flushBeforeCount());
        if (counted >= log.logEndOffset()) {
            lastCaughtUpMs = nowMs;
        } else if (counted >= leaderEndAtLastFetch) {
            lastCaughtUpMs = Math.max(lastCaughtUpMs, lastFetchMs);
        }
        lastFetchMs = nowMs;
        leaderEndAtLastFetch = log.logEndOffset();
    }

    /** The leader's log grew from {@code leaderEndBefore}: whoever held that was caught up until now. */
    void onLeaderAppended(long leaderEndBefore, boolean flushBeforeCount, long nowMs) {
        if (isFetching() && countedEndOffset(flushBeforeCount) >= leaderEndBefore) {
            lastCaughtUpMs = nowMs;
        }
    }

    /** Whether it fetched in this leader epoch and in its present life. */
    boolean isFetching() {
        return endOffset != UNKNOWN;
    }

    boolean isCaughtUp(ReplicaLog log, long lagMaxMs, long nowMs) {
        if (isFetching() && countedEndOffset(log.flushBeforeCount()) >= log.logEndOffset()) {
            return true;
        }
        return lastCaughtUpMs != NEVER && nowMs - lastCaughtUpMs <= lagMaxMs;
    }

    long endOffset() {
        return endOffset;
    }

    long flushedOffset() {
        return flushedOffset;
    }

    long countedEndOffset(boolean flushBeforeCount) {
        return flushBeforeCount ? flushedOffset : endOffset;
    }

    /** Broker epoch of its last fetch; {@link #UNKNOWN} before that. */
    long brokerEpoch() {
        return brokerEpoch;
    }

    /** True the first time only, so that a follower that asks for ever is reported once. */
    boolean raiseAlarm() {
        boolean isFirst = !alarmed;
        alarmed = true;
        return isFirst;
    }
}
