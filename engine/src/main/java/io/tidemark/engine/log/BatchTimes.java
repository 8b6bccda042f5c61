// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.RecordBatch;
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
     */
    public static @Nullable TimestampedOffset firstAtOrAfter(ByteBuffer batch, long timestampMs, long fromOffset) {
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

    private static @Nullable TimestampedOffset firstRecord(ByteBuffer batch, long timestampMs, long fromOffset) {
        ByteBuffer records = batch.slice(
                batch.position() + RecordBatch.HEADER_BYTES, RecordBatch.sizeBytes(batch) - RecordBatch.HEADER_BYTES);
        for (int i = 0; i < RecordBatch.count(batch); i++) {
            int sizeBytes = (int) readVarlong(records);
            int end = records.position() + sizeBytes;
            records.get();
            long recordMs = RecordBatch.baseTimestampMs(batch) + readVarlong(records);
            long offset = RecordBatch.baseOffset(batch) + readVarlong(records);
            if (recordMs >= timestampMs && offset >= fromOffset) {
                return new TimestampedOffset(recordMs, offset);
            }
            records.position(end);
        }
        return null;
    }

    private static long readVarlong(ByteBuffer in) {
        long raw = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = in.get();
            raw |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new IllegalArgumentException("varint longer than 10 bytes");
    }
}
