// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Makes batches that lost records to compaction: the same offsets, producer and leader epoch, fewer records. As in Kafka
 * (KIP-534) a batch whose deletions may go at a certain time carries that time as its base timestamp, marked by an attribute.
 */
public final class BatchSubset {
    private static final int ATTRIBUTES_AT = 21;
    private static final int BASE_TIMESTAMP_AT = 27;
    private static final int MAX_TIMESTAMP_AT = 35;
    private static final int COUNT_AT = 57;
    private static final int CODEC_MASK = 0x07;
    private static final int DELETE_HORIZON_FLAG = 0x40;
    private static final int FIRST_CAPACITY_BYTES = 1024;
    private static final long NO_TIME = -1;

    private BatchSubset() {}

    /** When deletions in the batch may go, milliseconds since 1970-01-01 UTC; -1 when nothing is known. */
    public static long deleteHorizonMs(ByteBuffer batch) {
        boolean known = (RecordBatch.attributes(batch) & DELETE_HORIZON_FLAG) != 0;
        return known ? RecordBatch.baseTimestampMs(batch) : NO_TIME;
    }

    /**
     * The batch with only these of its records.
     *
     * @param kept views of records of the batch, in order; none leaves a header that only holds its place
     * @param deleteHorizonMs when deletions among them may go; -1 for none
     */
    public static ByteBuffer of(ByteBuffer batch, List<RecordView> kept, long deleteHorizonMs) {
        long baseTimestampMs = deleteHorizonMs >= 0 ? deleteHorizonMs : RecordBatch.baseTimestampMs(batch);
        boolean logAppendTime = RecordBatch.isLogAppendTime(batch);
        long maxTimestampMs = kept.isEmpty() || logAppendTime ? RecordBatch.maxTimestampMs(batch) : NO_TIME;
        GrowingBytes plain = new GrowingBytes(FIRST_CAPACITY_BYTES);
        plain.reserve(RecordBatch.HEADER_BYTES);
        plain.advance(RecordBatch.HEADER_BYTES);
        for (RecordView record : kept) {
            long timestampMs = record.timestampMs();
            maxTimestampMs = Math.max(maxTimestampMs, timestampMs);
            write(plain, record, timestampMs - baseTimestampMs, (int)
                    (record.offset() - RecordBatch.baseOffset(batch)));
        }
        int attributes = RecordBatch.attributes(batch) & ~(DELETE_HORIZON_FLAG | CODEC_MASK);
        attributes |= deleteHorizonMs >= 0 ? DELETE_HORIZON_FLAG : 0;
        Compression codec = kept.isEmpty() ? Compression.NONE : codecOf(batch);
        ByteBuffer made = encoded(plain, codec).copy();
        made.put(batch.slice(batch.position(), RecordBatch.HEADER_BYTES));
        made.putInt(Long.BYTES, made.capacity() - RecordBatch.LENGTH_OVERHEAD_BYTES);
        made.putShort(ATTRIBUTES_AT, (short) (attributes | codec.id()));
        made.putLong(BASE_TIMESTAMP_AT, baseTimestampMs);
        made.putLong(MAX_TIMESTAMP_AT, maxTimestampMs);
        made.putInt(COUNT_AT, kept.size());
        made.rewind();
        RecordBatch.setCrc(made, Crc.compute(made));
        return made;
    }

    private static Compression codecOf(ByteBuffer batch) {
        Compression codec = Compression.ofId(RecordBatch.codecId(batch));
        if (codec == null) {
            throw new CorruptBatchException("unknown codec " + RecordBatch.codecId(batch));
        }
        return codec;
    }

    private static GrowingBytes encoded(GrowingBytes plain, Compression codec) {
        if (codec == Compression.NONE) {
            return plain;
        }
        GrowingBytes compressed = new GrowingBytes(FIRST_CAPACITY_BYTES);
        compressed.reserve(RecordBatch.HEADER_BYTES);
        compressed.advance(RecordBatch.HEADER_BYTES);
        int recordsBytes = plain.size() - RecordBatch.HEADER_BYTES;
        Compressor.compress(codec, plain.array(), RecordBatch.HEADER_BYTES, recordsBytes, compressed);
        return compressed;
    }

    private static void write(GrowingBytes plain, RecordView record, long timestampDelta, int offsetDelta) {
        ByteBuffer fields = record.fields();
        int bodyBytes = 1 + Varint.sizeOf(timestampDelta) + Varint.sizeOf(offsetDelta) + fields.remaining();
        plain.reserve(bodyBytes + Varint.MAX_VARINT_BYTES);
        plain.writeVarint(bodyBytes);
        plain.write(0);
        plain.writeVarlong(timestampDelta);
        plain.writeVarint(offsetDelta);
        plain.write(fields);
    }

    /** A batch without records that covers offsets whose records are gone. */
    public static ByteBuffer placeholder(long baseOffset, long endOffset, int leaderEpoch) {
        ByteBuffer batch = ByteBuffer.allocate(RecordBatch.HEADER_BYTES);
        batch.putLong(baseOffset);
        batch.putInt(RecordBatch.HEADER_BYTES - RecordBatch.LENGTH_OVERHEAD_BYTES);
        batch.putInt(leaderEpoch);
        batch.put(RecordBatch.MAGIC);
        batch.putInt(0);
        batch.putShort((short) 0);
        batch.putInt((int) (endOffset - baseOffset - 1));
        batch.putLong(NO_TIME).putLong(NO_TIME);
        batch.putLong(RecordBatch.NO_PRODUCER_ID);
        batch.putShort((short) -1);
        batch.putInt(-1);
        batch.putInt(0);
        batch.rewind();
        RecordBatch.setCrc(batch, Crc.compute(batch));
        return batch;
    }
}
