// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * What the leader knows of one follower in this leader epoch. Offsets are {@link #UNKNOWN} until its first fetch.
 *
 * <p>Caught-up time: when the follower last held everything that the leader had at that time. The leader's end is sampled
 * at a fetch; once the follower counts up to the sample it was caught up then, and the next sample is taken. A sample is
 * kept until it is reached, so that a replica whose flushes trail its fetches is measured by its real lag.
 */
final class ReplicaProgress {
    static final long UNKNOWN = -1;
    private static final long NEVER = Long.MIN_VALUE;

    final int replica;
    private long endOffset = UNKNOWN;
    private long flushedOffset = UNKNOWN;
    private long logStartOffset = UNKNOWN;
    private long brokerEpoch = UNKNOWN;
    private long sampledMs = NEVER;
    private long sampledLeaderEnd;
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
        logStartOffset = UNKNOWN;
        sampledMs = NEVER;
        lastCaughtUpMs = NEVER;
    }

    void onFetch(FetchInput.Follower fetch, ReplicaLog log, long nowMs) {
        brokerEpoch = fetch.replica().brokerEpoch();
        endOffset = fetch.fetchOffset();
        flushedOffset = Math.min(fetch.flushedOffset(), fetch.fetchOffset());
        logStartOffset = fetch.logStartOffset();
        long counted = countedEndOffset(log.flushBeforeCount());
        boolean reachedSample = sampledMs != NEVER && counted >= sampledLeaderEnd;
        if (counted >= log.logEndOffset()) {
            lastCaughtUpMs = nowMs;
        } else if (reachedSample) {
            lastCaughtUpMs = Math.max(lastCaughtUpMs, sampledMs);
        }
        if (reachedSample || sampledMs == NEVER) {
            sampledMs = nowMs;
            sampledLeaderEnd = log.logEndOffset();
        }
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

    /** Its log start at its last fetch; {@link #UNKNOWN} before that. */
    long logStartOffset() {
        return logStartOffset;
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
