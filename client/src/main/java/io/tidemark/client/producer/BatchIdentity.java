// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.record.RecordBatch;

/**
 * By what a broker knows a batch again.
 *
 * @param producerId producer id; -1 for none
 * @param producerEpoch producer epoch; -1 for none
 * @param baseSequence sequence of the first record; -1 for none
 */
record BatchIdentity(long producerId, short producerEpoch, int baseSequence) {
    /** Of batches that are not idempotent. */
    static final BatchIdentity NONE = new BatchIdentity(RecordBatch.NO_PRODUCER_ID, (short) -1, -1);
}
