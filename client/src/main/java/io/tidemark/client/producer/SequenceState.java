// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.record.RecordBatch;

/**
 * Producer id, epoch and next sequence of one partition. Epochs are the partition's own: brokers keep producer state by
 * partition, so one partition's gap never disturbs another. A stale identity gives no sequences until it is renewed.
 */
final class SequenceState {
    private long producerId = RecordBatch.NO_PRODUCER_ID;
    private short producerEpoch = -1;
    private int nextSequence;
    private boolean isStale;
    private boolean isUsed;
    private boolean isFenced;

    boolean isKnown() {
        return producerId != RecordBatch.NO_PRODUCER_ID;
    }

    boolean isStale() {
        return isStale;
    }

    /** Takes a producer id that nobody has used. */
    void assign(long freshProducerId, short freshProducerEpoch) {
        producerId = freshProducerId;
        producerEpoch = freshProducerEpoch;
        restart();
    }

    /** A sequence is missing or doubtful: the log expects another one than {@link #next} would give. */
    void markStale() {
        isStale = isUsed;
    }

    /** Somebody else writes under this producer id: it is of no more use. */
    void markFenced() {
        isFenced = true;
    }

    /** Goes on under the next epoch; without a producer id, until one is assigned, when there is no next. */
    void renew() {
        if (isFenced || producerEpoch == Short.MAX_VALUE) {
            producerId = RecordBatch.NO_PRODUCER_ID;
        } else {
            producerEpoch++;
        }
        restart();
    }

    /** The identity of the next batch. */
    BatchIdentity next(int recordCount) {
        BatchIdentity identity = new BatchIdentity(producerId, producerEpoch, nextSequence);
        nextSequence = after(nextSequence, recordCount);
        isUsed = true;
        return identity;
    }

    long producerId() {
        return producerId;
    }

    short producerEpoch() {
        return producerEpoch;
    }

    private void restart() {
        nextSequence = 0;
        isStale = false;
        isUsed = false;
        isFenced = false;
    }

    /** Sequences are not negative: 0 follows the largest. */
    static int after(int baseSequence, int recordCount) {
        return baseSequence > Integer.MAX_VALUE - recordCount
                ? recordCount - (Integer.MAX_VALUE - baseSequence) - 1
                : baseSequence + recordCount;
    }
}
