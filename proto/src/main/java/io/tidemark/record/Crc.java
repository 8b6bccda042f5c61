// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The CRC-32C of a batch: over everything after the CRC field to the end that the length field names. */
public final class Crc {
    private static final ThreadLocal<CRC32C> OF_THREAD = ThreadLocal.withInitial(CRC32C::new);

    private Crc() {}

    /**
     * What the CRC field should hold. The buffer's position and limit move meanwhile and are as before afterwards: a view of
     * it would be garbage for each batch.
     *
     * @throws CorruptBatchException if the length field does not fit the buffer
     */
    public static int compute(ByteBuffer batch) {
        if (!isComplete(batch)) {
            throw new CorruptBatchException("the batch is cut off: " + batch.remaining() + " bytes are there");
        }
        int position = batch.position();
        int limit = batch.limit();
        CRC32C crc = OF_THREAD.get();
        crc.reset();
        try {
            batch.limit(position + RecordBatch.sizeBytes(batch)).position(position + RecordBatch.CRC_COVERAGE_START);
            crc.update(batch);
        } finally {
            batch.limit(limit).position(position);
        }
        return (int) crc.getValue();
    }

    /** Whether the batch is complete and its CRC right. */
    public static boolean matches(ByteBuffer batch) {
        return isComplete(batch) && compute(batch) == RecordBatch.crc(batch);
    }

    /**
     * For who reads what is in a batch, or makes another of it.
     *
     * @throws CorruptBatchException if it is not complete or its CRC is wrong
     */
    public static void requireMatch(ByteBuffer batch) {
        if (compute(batch) != RecordBatch.crc(batch)) {
            throw new CorruptBatchException(
                    "the checksum of the batch at offset " + RecordBatch.baseOffset(batch) + " is another");
        }
    }

    private static boolean isComplete(ByteBuffer batch) {
        return batch.remaining() >= RecordBatch.HEADER_BYTES
                && RecordBatch.lengthField(batch) >= RecordBatch.HEADER_BYTES - RecordBatch.LENGTH_OVERHEAD_BYTES
                && RecordBatch.lengthField(batch) <= batch.remaining() - RecordBatch.LENGTH_OVERHEAD_BYTES;
    }
}
