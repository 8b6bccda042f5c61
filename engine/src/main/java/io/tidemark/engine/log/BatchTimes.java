// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchRecords;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Finds records by time inside one batch. */
public final class BatchTimes {
    private BatchTimes() {}

    /**
     * First record of the batch at or after {@code timestampMs} whose offset is at least {@code fromOffset}; null when
     * there is none.
     *
     * @param batch a whole batch, big endian
     * @throws DamagedLogException if the batch is damaged
     */
    public static @Nullable TimestampedOffset firstAtOrAfter(ByteBuffer batch, long timestampMs, long fromOffset)
            throws DamagedLogException {
        if (RecordBatch.maxTimestampMs(batch) < timestampMs) {
            return null;
        }
        long baseOffset = RecordBatch.baseOffset(batch);
        if (RecordBatch.isLogAppendTime(batch)) {
            long offset = Math.max(baseOffset, fromOffset);
            boolean inside = offset < RecordBatch.endOffset(batch);
            return inside ? new TimestampedOffset(RecordBatch.maxTimestampMs(batch), offset) : null;
        }
        return firstRecord(batch, timestampMs, fromOffset);
    }

    private static @Nullable TimestampedOffset firstRecord(ByteBuffer batch, long timestampMs, long fromOffset)
            throws DamagedLogException {
        try {
            for (RecordView record : BatchRecords.of(batch)) {
                if (record.timestampMs() >= timestampMs && record.offset() >= fromOffset) {
                    return new TimestampedOffset(record.timestampMs(), record.offset());
                }
            }
            return null;
        } catch (CorruptBatchException e) {
            throw new DamagedLogException("batch at offset " + RecordBatch.baseOffset(batch) + " is damaged", e);
        }
    }
}
