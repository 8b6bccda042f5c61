// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * One replica of one partition: holds the role, compares epochs, hands each input to it. Pure: time comes in, effects go
 * out. Owned by one thread.
 */
public final class PartitionReplica {
    /** A replica over a recovered log, without a role until the first assignment. */
    public PartitionReplica(RecoveredLog log, ReplicationConfig config) {
        throw new UnsupportedOperationException();
    }

    /** The metadata image changed for this partition, or for a broker that holds it. */
    public void onAssignment(PartitionAssignment assignment, long nowMs, Effects out) {}

    /** A client asks to write. */
    public void onProduce(ProduceInput input, long nowMs, Effects out) {}

    /** A consumer or follower asks to read. */
    public void onFetch(FetchInput input, long nowMs, Effects out) {}

    /** The asker of a parked request is gone: forget it without an answer. */
    public void onCancelled(long replyToken) {}

    /** A client looks up an offset. */
    public void onOffsets(OffsetInput input, long nowMs, Effects out) {}

    /** The leader answered this follower's fetch. */
    public void onFetchReply(FetchReply reply, long nowMs, Effects out) {}

    /** This follower's fetch got no answer: connection lost or refused. */
    public void onFetchFailed(long fetchId, long nowMs, Effects out) {}

    /** The log was appended up to {@code endOffset}. */
    public void onAppended(long endOffset, long nowMs, Effects out) {}

    /** An append found no space and wrote nothing. */
    public void onAppendRefused(long baseOffset, long nowMs, Effects out) {}

    /** The log failed: the partition goes offline. */
    public void onLogFailed(String reason, long nowMs, Effects out) {}

    /** The log was cut or restarted; {@code producers} is folded from what is left. */
    public void onTruncated(long logStartOffset, long endOffset, ProducerStates producers, long nowMs, Effects out) {}

    /** The log is on disk up to {@code flushedEndOffset}. */
    public void onFlushed(long flushedEndOffset, long nowMs, Effects out) {}

    /** Retention or a delete request asks for a higher log start; a leader bounds it by its high watermark. */
    public void onTrimRequested(long logStartOffset, long nowMs, Effects out) {}

    /** The controller answered an ISR proposal. */
    public void onIsrDecision(IsrDecision decision, long nowMs, Effects out) {}

    /** The broker's lease is valid, or has ended: without it a leader neither answers acks=all nor latest offsets. */
    public void onLease(boolean valid, long nowMs, Effects out) {}

    /** Time passed: deadlines, lag, retries. */
    public void onTick(long nowMs, Effects out) {}

    /** The replica as it stands. */
    public ReplicaState state() {
        throw new UnsupportedOperationException();
    }
}
