// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;

/** What a log asks of every batch before it takes it; content was validated where the batch came in. */
public final class BatchCheck {
    private BatchCheck() {}

    /**
     * Checks that the buffer holds one whole batch that continues the log.
     *
     * @throws IllegalArgumentException if not; the caller is wrong and the log unchanged
     */
    public static void requireContinues(
            ByteBuffer batch, long previousEndOffset, long logEndOffset, int maxBatchBytes) {
        requireWhole(batch, maxBatchBytes);
        if (previousEndOffset != logEndOffset) {
            throw new IllegalArgumentException(
                    "batch follows offset " + previousEndOffset + " but the log ends at " + logEndOffset);
        }
        if (RecordBatch.baseOffset(batch) < logEndOffset) {
            throw new IllegalArgumentException(
                    "base offset " + RecordBatch.baseOffset(batch) + " lies below the log end " + logEndOffset);
        }
    }

    private static void requireWhole(ByteBuffer batch, int maxBatchBytes) {
        int sizeBytes = batch.remaining();
        if (sizeBytes < RecordBatch.HEADER_BYTES || RecordBatch.sizeBytes(batch) != sizeBytes) {
            throw new IllegalArgumentException("not one whole batch: " + sizeBytes + " bytes");
        }
        if (RecordBatch.magic(batch) != RecordBatch.MAGIC || RecordBatch.lastOffsetDelta(batch) < 0) {
            throw new IllegalArgumentException("not a batch of format 2");
        }
        if (sizeBytes > maxBatchBytes) {
            throw new IllegalArgumentException("batch of " + sizeBytes + " bytes is above " + maxBatchBytes);
        }
    }
}
