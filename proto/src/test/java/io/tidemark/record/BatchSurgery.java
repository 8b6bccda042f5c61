// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes batches that no builder makes: changed bytes under a right length and CRC. */
final class BatchSurgery {
    static final int LENGTH_AT = 8;
    static final int MAGIC_AT = 16;
    static final int ATTRIBUTES_AT = 21;
    static final int LAST_OFFSET_DELTA_AT = 23;
    static final int BASE_TIMESTAMP_AT = 27;
    static final int MAX_TIMESTAMP_AT = 35;
    static final int PRODUCER_ID_AT = 43;
    static final int PRODUCER_EPOCH_AT = 51;
    static final int BASE_SEQUENCE_AT = 53;
    static final int COUNT_AT = 57;

    private BatchSurgery() {}

    /** Sets length and CRC to what the bytes ask for. */
    static ByteBuffer reseal(ByteBuffer batch) {
        batch.putInt(LENGTH_AT, batch.limit() - RecordBatch.LENGTH_OVERHEAD_BYTES);
        RecordBatch.setCrc(batch, Crc.compute(batch));
        return batch;
    }

    /** The batch with other encoded records, which are compressed here. */
    static ByteBuffer withRecords(ByteBuffer batch, Compression codec, byte[] plainRecords) {
        GrowingBytes bytes = new GrowingBytes(RecordBatch.HEADER_BYTES);
        bytes.write(batch.slice(0, RecordBatch.HEADER_BYTES));
        Compressor.compress(codec, plainRecords, 0, plainRecords.length, bytes);
        ByteBuffer changed = bytes.copy();
        changed.putShort(ATTRIBUTES_AT, (short) codec.id());
        return reseal(changed);
    }

    /** The batch with other bytes after the header, taken as they are. */
    static ByteBuffer withStoredRecords(ByteBuffer batch, Compression codec, byte[] stored) {
        ByteBuffer changed = ByteBuffer.allocate(RecordBatch.HEADER_BYTES + stored.length);
        changed.put(batch.slice(0, RecordBatch.HEADER_BYTES)).put(stored).rewind();
        changed.putShort(ATTRIBUTES_AT, (short) codec.id());
        return reseal(changed);
    }

    /** What follows the header of an uncompressed batch. */
    static byte[] recordsOf(ByteBuffer batch) {
        return Arrays.copyOfRange(bytesOf(batch), RecordBatch.HEADER_BYTES, batch.remaining());
    }

    static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
