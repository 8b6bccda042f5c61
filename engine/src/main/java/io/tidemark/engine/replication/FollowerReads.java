// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * A follower's answers to consumers near it (KIP-392): committed records only, as far as this replica knows. What it does
 * not know it never calls out of range: only a leader can.
 */
final class FollowerReads {
    private final int brokerId;
    private final ReplicaLog log;
    private final PendingFetches pending = new PendingFetches();
    private PartitionAssignment assignment;
    /** Whether the high watermark was confirmed by the leader of this epoch; before, it may be of a lost lineage. */
    private boolean isHighWatermarkConfirmed;

    FollowerReads(int brokerId, ReplicaLog log, PartitionAssignment assignment) {
        this.brokerId = brokerId;
        this.log = log;
        this.assignment = assignment;
    }

    int pending() {
        return pending.size();
    }

    void onAssignment(PartitionAssignment next) {
        assignment = next;
    }

    void onFetch(FetchInput.Consumer fetch, long nowMs, Effects out) {
        ReplicaError fenced = LeaderWrites.fence(fetch.leaderEpoch(), assignment.leaderEpoch());
        if (fenced != null) {
            reject(fetch, fenced, out);
        } else if (!fetch.nearReplicas().contains(brokerId)) {
            reject(fetch, ReplicaError.NOT_LEADER_OR_FOLLOWER, out);
        } else if (isOutside(fetch)) {
            reject(fetch, ReplicaError.OFFSET_NOT_AVAILABLE, out);
        } else if (isReady(fetch) || nowMs >= fetch.deadlineMs()) {
            serve(fetch, out);
        } else {
            pending.park(fetch);
        }
    }

    /** The leader's high watermark and log start were taken over. */
    void onLimits(Effects out) {
        isHighWatermarkConfirmed = true;
        pending.takeConsumers(this::isOutside, fetch -> reject(fetch, ReplicaError.OFFSET_NOT_AVAILABLE, out));
        pending.takeConsumers(this::isReady, fetch -> serve(fetch, out));
    }

    void onTick(long nowMs, Effects out) {
        pending.takeConsumers(fetch -> fetch.deadlineMs() <= nowMs, fetch -> serve(fetch, out));
    }

    void onCancelled(long replyToken) {
        pending.cancel(replyToken);
    }

    void resign(ReplicaError error, Effects out) {
        pending.takeConsumers(fetch -> true, fetch -> reject(fetch, error, out));
    }

    private boolean isOutside(FetchInput.Consumer fetch) {
        return fetch.fetchOffset() < log.logStartOffset();
    }

    private boolean isReady(FetchInput.Consumer fetch) {
        long readable = readableEnd() - fetch.fetchOffset();
        return readable > 0 && (fetch.minBytes() <= 1 || log.recordSizes().mayHold(readable, fetch.minBytes()));
    }

    /** End of what this replica may show: nothing before the leader of this epoch has confirmed what is committed. */
    private long readableEnd() {
        return isHighWatermarkConfirmed ? log.highWatermark() : log.logStartOffset();
    }

    private void serve(FetchInput.Consumer fetch, Effects out) {
        if (isOutside(fetch)) {
            reject(fetch, ReplicaError.OFFSET_NOT_AVAILABLE, out);
            return;
        }
        boolean isEmpty = fetch.fetchOffset() >= readableEnd();
        out.emit(new Effect.ServeFetch(
                fetch.replyToken(),
                fetch.fetchOffset(),
                isEmpty ? 0 : fetch.maxBytes(),
                readableEnd(),
                assignment.leaderEpoch(),
                readableEnd(),
                log.logStartOffset(),
                log.logEndOffset()));
    }

    private void reject(FetchInput.Consumer fetch, ReplicaError error, Effects out) {
        out.emit(new Effect.RejectRequest(
                fetch.replyToken(),
                error,
                false,
                assignment.leader(),
                assignment.leaderEpoch(),
                log.logStartOffset(),
                log.logEndOffset()));
    }
}
