// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Outcome;

/** A batch that is not done, as {@link ProducerPartition} sees it. */
final class PendingBatch {
    private static final long NONE = -1;

    final long batchId;
    final int recordCount;
    final long deadlineMs;

    BatchIdentity identity = BatchIdentity.NONE;
    /** The open attempt; -1 when it waits for the next. */
    long attemptId = NONE;
    /** Stream and leader epoch of the last attempt. */
    long streamId = NONE;

    int attemptLeaderEpoch = -1;
    /** Whether all before it were settled when the last attempt was sent: only then does it prove a gap. */
    boolean isSentAsOldest;

    /** Whether an attempt that is over may have written it. */
    private boolean isDoubtful;

    PendingBatch(long batchId, int recordCount, long deadlineMs) {
        this.batchId = batchId;
        this.recordCount = recordCount;
        this.deadlineMs = deadlineMs;
    }

    boolean isInFlight() {
        return attemptId != NONE;
    }

    void onSent(long sentAttemptId, ProducerRoute route, boolean sentAsOldest) {
        attemptId = sentAttemptId;
        streamId = route.streamId();
        attemptLeaderEpoch = route.leaderEpoch();
        isSentAsOldest = sentAsOldest;
    }

    /** The open attempt is known to have written nothing. */
    void onRefused() {
        attemptId = NONE;
    }

    /** The open attempt may have written the batch, and never more will be heard of it. */
    void onDoubt() {
        attemptId = NONE;
        isDoubtful = true;
    }

    /** What may truly be said if it is given up now. */
    Outcome outcome() {
        return isInFlight() || isDoubtful ? Outcome.UNKNOWN : Outcome.NOT_WRITTEN;
    }
}
