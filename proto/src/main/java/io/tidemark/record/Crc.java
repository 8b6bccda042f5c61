// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The CRC-32C of a batch: over everything after the CRC field to the end that the length field names. */
public final class Crc {
    private Crc() {}

    /**
     * What the CRC field should hold.
     *
     * @throws CorruptBatchException if the length field does not fit the buffer
     */
    public static int compute(ByteBuffer batch) {
        if (!isComplete(batch)) {
            throw new CorruptBatchException("the batch is cut off: " + batch.remaining() + " bytes are there");
        }
        int coveredBytes = RecordBatch.sizeBytes(batch) - RecordBatch.CRC_COVERAGE_START;
        CRC32C crc = new CRC32C();
        crc.update(batch.slice(batch.position() + RecordBatch.CRC_COVERAGE_START, coveredBytes));
        return (int) crc.getValue();
    }

    /** Whether the batch is complete and its CRC right. */
    public static boolean matches(ByteBuffer batch) {
        return isComplete(batch) && compute(batch) == RecordBatch.crc(batch);
    }

    private static boolean isComplete(ByteBuffer batch) {
        return batch.remaining() >= RecordBatch.HEADER_BYTES
                && RecordBatch.lengthField(batch) >= RecordBatch.HEADER_BYTES - RecordBatch.LENGTH_OVERHEAD_BYTES
                && RecordBatch.lengthField(batch) <= batch.remaining() - RecordBatch.LENGTH_OVERHEAD_BYTES;
    }
}
