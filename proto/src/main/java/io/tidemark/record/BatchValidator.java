// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a batch of a client may be appended. Base offset and leader epoch are not looked at: the leader
 * writes both.
 *
 * <p>Checked in this order: size and magic, limit, CRC, codec and attributes, counts, timestamps, producer; when deep,
 * that the records decode to exactly the count, with offset deltas 0, 1, 2, … and nothing left over, and that the
 * header's largest timestamp is theirs. Reads compressed records as a stream, so a bomb costs time up to
 * {@link BatchRecords#DECOMPRESSED_MAX_BYTES} but no memory. Threads may share a buffer: nothing in it moves.
 */
public final class BatchValidator {
    /** Smallest timestamp: none. */
    public static final long TIMESTAMP_MIN_MS = -1;
    /** Largest timestamp: the end of the year 9999. Without an upper bound one bad clock would hold up retention. */
    public static final long TIMESTAMP_MAX_MS = 253_402_300_799_999L;

    /** Codec and timestamp type; everything above is either refused below or has no meaning yet. */
    private static final int RESERVED_ATTRIBUTES = ~0x3F;

    private BatchValidator() {}

    /**
     * The first fault found; null for none.
     *
     * @param batch one batch between position and limit
     * @param maxBytes largest batch allowed, in bytes as sent
     * @param deep whether to read the records too
     */
    public static @Nullable BatchFault validate(ByteBuffer batch, int maxBytes, boolean deep) {
        ByteBuffer view = batch.slice();
        BatchFault fault = frameFault(view);
        if (fault == null) {
            fault = wholeFault(view, maxBytes);
        }
        if (fault == null) {
            fault = attributesFault(view);
        }
        if (fault == null) {
            fault = headerFault(view);
        }
        return fault == null && deep ? recordsFault(view) : fault;
    }

    /**
     * The fault of a whole, valid batch for a compacted topic, in which every record needs a key: null for none.
     *
     * @param batch one batch between position and limit
     */
    public static @Nullable BatchFault keyFault(ByteBuffer batch) {
        try {
            for (RecordView record : BatchRecords.of(batch)) {
                if (record.key() == null) {
                    return new BatchFault(
                            BatchFault.Kind.INVALID_RECORD,
                            "record " + (record.offset() - RecordBatch.baseOffset(batch))
                                    + " has no key; the topic is compacted");
                }
            }
            return null;
        } catch (CorruptBatchException e) {
            return e.fault();
        }
    }

    /** Whether buffer, length field and magic go together. */
    static @Nullable BatchFault frameFault(ByteBuffer batch) {
        if (batch.remaining() < RecordBatch.HEADER_BYTES) {
            return BatchFault.corrupt(
                    "a batch has at least " + RecordBatch.HEADER_BYTES + " bytes, this one has " + batch.remaining());
        }
        if (RecordBatch.magic(batch) != RecordBatch.MAGIC) {
            return BatchFault.corrupt("the batch has magic " + RecordBatch.magic(batch) + ", only 2 is supported");
        }
        if (RecordBatch.lengthField(batch) != batch.remaining() - RecordBatch.LENGTH_OVERHEAD_BYTES) {
            return BatchFault.corrupt("the batch's length field says " + RecordBatch.lengthField(batch)
                    + " bytes, there are " + (batch.remaining() - RecordBatch.LENGTH_OVERHEAD_BYTES));
        }
        return null;
    }

    private static @Nullable BatchFault wholeFault(ByteBuffer batch, int maxBytes) {
        if (batch.remaining() > maxBytes) {
            return new BatchFault(
                    BatchFault.Kind.BATCH_TOO_LARGE,
                    "the batch has " + batch.remaining() + " bytes, the limit is " + maxBytes);
        }
        int crc = Crc.compute(batch);
        if (crc != RecordBatch.crc(batch)) {
            return BatchFault.corrupt("the batch's CRC-32C is " + Integer.toHexString(RecordBatch.crc(batch))
                    + ", its bytes have " + Integer.toHexString(crc));
        }
        return null;
    }

    private static @Nullable BatchFault attributesFault(ByteBuffer batch) {
        if (Compression.ofId(RecordBatch.codecId(batch)) == null) {
            return unknownCodec(batch);
        }
        if (RecordBatch.isControl(batch)) {
            return BatchFault.refused("control batches are not accepted from clients");
        }
        if (RecordBatch.isTransactional(batch)) {
            return BatchFault.refused("transactional batches are not supported");
        }
        if (RecordBatch.isLogAppendTime(batch)) {
            return new BatchFault(
                    BatchFault.Kind.INVALID_TIMESTAMP, "only a broker may mark timestamps as log append time");
        }
        if ((RecordBatch.attributes(batch) & RESERVED_ATTRIBUTES) != 0) {
            return BatchFault.refused("the batch sets reserved attribute bits: 0x"
                    + Integer.toHexString(RecordBatch.attributes(batch) & 0xFFFF));
        }
        return null;
    }

    static BatchFault unknownCodec(ByteBuffer batch) {
        return new BatchFault(
                BatchFault.Kind.UNSUPPORTED_COMPRESSION,
                "codec id " + RecordBatch.codecId(batch) + " is not known; 0 to 4 are");
    }

    private static @Nullable BatchFault headerFault(ByteBuffer batch) {
        int count = RecordBatch.count(batch);
        if (count <= 0) {
            return BatchFault.corrupt("the batch has " + count + " records, at least 1 is needed");
        }
        if (RecordBatch.lastOffsetDelta(batch) != count - 1) {
            return BatchFault.corrupt(
                    "the batch has " + count + " records but last offset delta " + RecordBatch.lastOffsetDelta(batch));
        }
        BatchFault fault = timestampFault("base", RecordBatch.baseTimestampMs(batch));
        if (fault == null) {
            fault = timestampFault("largest", RecordBatch.maxTimestampMs(batch));
        }
        return fault == null ? producerFault(batch) : fault;
    }

    private static @Nullable BatchFault timestampFault(String which, long timestampMs) {
        if (isTimestamp(timestampMs)) {
            return null;
        }
        return new BatchFault(
                BatchFault.Kind.INVALID_TIMESTAMP,
                "the " + which + " timestamp " + timestampMs + " ms is outside " + TIMESTAMP_MIN_MS + " to "
                        + TIMESTAMP_MAX_MS);
    }

    static boolean isTimestamp(long timestampMs) {
        return timestampMs >= TIMESTAMP_MIN_MS && timestampMs <= TIMESTAMP_MAX_MS;
    }

    private static @Nullable BatchFault producerFault(ByteBuffer batch) {
        long producerId = RecordBatch.producerId(batch);
        short producerEpoch = RecordBatch.producerEpoch(batch);
        int baseSequence = RecordBatch.baseSequence(batch);
        boolean none = producerId == RecordBatch.NO_PRODUCER_ID && producerEpoch == -1 && baseSequence == -1;
        boolean whole = producerId >= 0 && producerEpoch >= 0 && baseSequence >= 0;
        if (none || whole) {
            return null;
        }
        return BatchFault.refused("producer id " + producerId + ", epoch " + producerEpoch + " and base sequence "
                + baseSequence + " must be all -1 or none negative");
    }

    private static @Nullable BatchFault recordsFault(ByteBuffer batch) {
        ByteBuffer records = BatchRecords.encodedRecords(batch);
        Compression codec = Compression.ofId(RecordBatch.codecId(batch));
        try {
            if (codec == null || codec == Compression.NONE) {
                return recordsFault(batch, RecordInput.of(records));
            }
            try (Decompressor source = Decompressor.open(codec, records, BatchRecords.DECOMPRESSED_MAX_BYTES)) {
                return recordsFault(batch, RecordInput.of(source));
            }
        } catch (CorruptBatchException e) {
            return e.fault();
        }
    }

    private static @Nullable BatchFault recordsFault(ByteBuffer batch, RecordInput input) {
        RecordCursor cursor = new RecordCursor(input);
        int count = RecordBatch.count(batch);
        long baseTimestampMs = RecordBatch.baseTimestampMs(batch);
        long largestMs = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            cursor.advance();
            if (cursor.offsetDelta != i) {
                return BatchFault.corrupt("record " + i + " of the batch has offset delta " + cursor.offsetDelta);
            }
            long timestampMs = baseTimestampMs + cursor.timestampDelta;
            if (!isTimestamp(timestampMs)) {
                return timestampFault("record's", timestampMs);
            }
            largestMs = Math.max(largestMs, timestampMs);
        }
        if (!cursor.isExhausted()) {
            return BatchFault.corrupt("bytes follow the last of the batch's " + count + " records");
        }
        if (largestMs != RecordBatch.maxTimestampMs(batch)) {
            return new BatchFault(
                    BatchFault.Kind.INVALID_TIMESTAMP,
                    "the header's largest timestamp is " + RecordBatch.maxTimestampMs(batch) + " ms, the records' is "
                            + largestMs);
        }
        return null;
    }
}
