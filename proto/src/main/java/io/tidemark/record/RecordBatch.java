// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;

/**
 * Reads and sets the header fields of a record batch in place: Kafka's record batch format v2 (magic 2), big endian.
 *
 * <p>Every method takes a big-endian buffer whose position is the batch's first byte and leaves position and limit
 * alone. The CRC-32C covers everything after the CRC field, so base offset and leader epoch may be set by the broker.
 *
 * <pre>
 *  0 baseOffset int64        27 baseTimestamp int64      57 recordsCount int32
 *  8 batchLength int32       35 maxTimestamp int64       61 records
 * 12 leaderEpoch int32       43 producerId int64
 * 16 magic int8              51 producerEpoch int16
 * 17 crc uint32              53 baseSequence int32
 * 21 attributes int16
 * 23 lastOffsetDelta int32
 * </pre>
 */
public final class RecordBatch {
    /** Size of the header in bytes. */
    public static final int HEADER_BYTES = 61;
    /** Bytes before those that {@link #lengthField} counts: base offset and length. */
    public static final int LENGTH_OVERHEAD_BYTES = 12;
    /** Bytes at the front that lie outside the CRC: up to and including the CRC field. */
    public static final int CRC_COVERAGE_START = 21;
    /** The only magic. */
    public static final byte MAGIC = 2;
    /** Producer id of a batch that has none. */
    public static final long NO_PRODUCER_ID = -1;

    private static final int LENGTH_AT = 8;
    private static final int LEADER_EPOCH_AT = 12;
    private static final int MAGIC_AT = 16;
    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int BASE_TIMESTAMP_AT = 27;
    private static final int MAX_TIMESTAMP_AT = 35;
    private static final int PRODUCER_ID_AT = 43;
    private static final int PRODUCER_EPOCH_AT = 51;
    private static final int BASE_SEQUENCE_AT = 53;
    private static final int COUNT_AT = 57;

    private static final int CODEC_MASK = 0x07;
    private static final int LOG_APPEND_TIME_FLAG = 0x08;
    private static final int TRANSACTIONAL_FLAG = 0x10;
    private static final int CONTROL_FLAG = 0x20;

    private RecordBatch() {}

    /** Offset of the first record. */
    public static long baseOffset(ByteBuffer batch) {
        return batch.getLong(batch.position());
    }

    /** Sets the offset of the first record; outside the CRC. */
    public static void setBaseOffset(ByteBuffer batch, long baseOffset) {
        batch.putLong(batch.position(), baseOffset);
    }

    /** The length field: bytes after it. */
    public static int lengthField(ByteBuffer batch) {
        return batch.getInt(batch.position() + LENGTH_AT);
    }

    /** Size of the whole batch in bytes. */
    public static int sizeBytes(ByteBuffer batch) {
        return LENGTH_OVERHEAD_BYTES + lengthField(batch);
    }

    /** Leader epoch in which the batch was written. */
    public static int leaderEpoch(ByteBuffer batch) {
        return batch.getInt(batch.position() + LEADER_EPOCH_AT);
    }

    /** Sets the leader epoch; outside the CRC. */
    public static void setLeaderEpoch(ByteBuffer batch, int leaderEpoch) {
        batch.putInt(batch.position() + LEADER_EPOCH_AT, leaderEpoch);
    }

    /** Format version. */
    public static byte magic(ByteBuffer batch) {
        return batch.get(batch.position() + MAGIC_AT);
    }

    /** The stored CRC-32C. */
    public static int crc(ByteBuffer batch) {
        return batch.getInt(batch.position() + CRC_AT);
    }

    /** Sets the CRC field; see {@link Crc}. */
    static void setCrc(ByteBuffer batch, int crc) {
        batch.putInt(batch.position() + CRC_AT, crc);
    }

    /** All attribute bits. */
    public static short attributes(ByteBuffer batch) {
        return batch.getShort(batch.position() + ATTRIBUTES_AT);
    }

    /** Codec id, 0 to 7; see {@link Compression}. */
    public static int codecId(ByteBuffer batch) {
        return attributes(batch) & CODEC_MASK;
    }

    /** Whether timestamps are the broker's. */
    public static boolean isLogAppendTime(ByteBuffer batch) {
        return (attributes(batch) & LOG_APPEND_TIME_FLAG) != 0;
    }

    /** Whether the batch belongs to a transaction. */
    public static boolean isTransactional(ByteBuffer batch) {
        return (attributes(batch) & TRANSACTIONAL_FLAG) != 0;
    }

    /** Whether the batch holds control records. */
    public static boolean isControl(ByteBuffer batch) {
        return (attributes(batch) & CONTROL_FLAG) != 0;
    }

    /** Offset of the last record less the base offset. */
    public static int lastOffsetDelta(ByteBuffer batch) {
        return batch.getInt(batch.position() + LAST_OFFSET_DELTA_AT);
    }

    /** Offset after the last record. */
    public static long endOffset(ByteBuffer batch) {
        return baseOffset(batch) + lastOffsetDelta(batch) + 1;
    }

    /** Timestamp that record deltas count from, milliseconds since 1970-01-01 UTC. */
    public static long baseTimestampMs(ByteBuffer batch) {
        return batch.getLong(batch.position() + BASE_TIMESTAMP_AT);
    }

    /** Largest timestamp, milliseconds since 1970-01-01 UTC. */
    public static long maxTimestampMs(ByteBuffer batch) {
        return batch.getLong(batch.position() + MAX_TIMESTAMP_AT);
    }

    /** Producer id; {@link #NO_PRODUCER_ID} for none. */
    public static long producerId(ByteBuffer batch) {
        return batch.getLong(batch.position() + PRODUCER_ID_AT);
    }

    /** Producer epoch; -1 for none. */
    public static short producerEpoch(ByteBuffer batch) {
        return batch.getShort(batch.position() + PRODUCER_EPOCH_AT);
    }

    /** Sequence of the first record; -1 for none. */
    public static int baseSequence(ByteBuffer batch) {
        return batch.getInt(batch.position() + BASE_SEQUENCE_AT);
    }

    /**
     * Gives a ready batch another producer and computes its CRC anew: for a producer that goes on under a new epoch or
     * sequence.
     */
    public static void setProducer(ByteBuffer batch, long producerId, short producerEpoch, int baseSequence) {
        int start = batch.position();
        batch.putLong(start + PRODUCER_ID_AT, producerId);
        batch.putShort(start + PRODUCER_EPOCH_AT, producerEpoch);
        batch.putInt(start + BASE_SEQUENCE_AT, baseSequence);
        setCrc(batch, Crc.compute(batch));
    }

    /** Number of records. */
    public static int count(ByteBuffer batch) {
        return batch.getInt(batch.position() + COUNT_AT);
    }
}
