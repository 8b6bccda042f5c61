// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The records of one batch. Each call of {@link #iterator} decompresses anew, into memory of its own; uncompressed
 * records are read in place. Offset deltas may have gaps, as in a compacted batch, but must rise.
 *
 * <p>The CRC is not checked, see {@link Crc#matches}. Bytes that are not a batch end in {@link CorruptBatchException}
 * from {@link #of}, {@link #iterator} or {@link Iterator#next}, in memory bounded by the limit.
 */
public final class BatchRecords implements Iterable<RecordView> {
    /** Largest size of a batch's decompressed records unless another is given, in bytes. */
    public static final int DECOMPRESSED_MAX_BYTES = 64 * 1024 * 1024;

    private final ByteBuffer batch;
    private final Compression codec;
    private final int decompressedMaxBytes;

    private BatchRecords(ByteBuffer batch, Compression codec, int decompressedMaxBytes) {
        this.batch = batch;
        this.codec = codec;
        this.decompressedMaxBytes = decompressedMaxBytes;
    }

    /**
     * The records of the batch between the buffer's position and limit.
     *
     * @throws CorruptBatchException if size, magic, count or codec are wrong
     */
    public static BatchRecords of(ByteBuffer batch) {
        return of(batch, DECOMPRESSED_MAX_BYTES);
    }

    /**
     * As {@link #of(ByteBuffer)} with another limit of the decompressed size.
     *
     * @throws CorruptBatchException if size, magic, count or codec are wrong
     */
    public static BatchRecords of(ByteBuffer batch, int decompressedMaxBytes) {
        ByteBuffer view = batch.slice();
        BatchFault fault = BatchValidator.frameFault(view);
        if (fault != null) {
            throw new CorruptBatchException(fault);
        }
        Compression codec = Compression.ofId(RecordBatch.codecId(view));
        if (codec == null) {
            throw new CorruptBatchException(BatchValidator.unknownCodec(view));
        }
        if (RecordBatch.count(view) < 0) {
            throw new CorruptBatchException("the batch has " + RecordBatch.count(view) + " records");
        }
        return new BatchRecords(view, codec, decompressedMaxBytes);
    }

    @Override
    public Iterator<RecordView> iterator() {
        ByteBuffer records = encodedRecords(batch);
        if (codec != Compression.NONE) {
            records = Decompressor.decompress(codec, records, decompressedMaxBytes);
        }
        return new Records(batch, new RecordCursor(RecordInput.of(records)));
    }

    /** What follows the header, as stored. */
    static ByteBuffer encodedRecords(ByteBuffer batch) {
        int sizeBytes = batch.remaining() - RecordBatch.HEADER_BYTES;
        return batch.slice(batch.position() + RecordBatch.HEADER_BYTES, sizeBytes);
    }

    private static final class Records implements Iterator<RecordView> {
        private final RecordCursor cursor;
        private final long baseOffset;
        private final long baseTimestampMs;
        private final long logAppendTimeMs;
        private final boolean logAppendTime;
        private final int lastOffsetDelta;
        private final int count;
        private int previousDelta = -1;

        Records(ByteBuffer batch, RecordCursor cursor) {
            this.cursor = cursor;
            baseOffset = RecordBatch.baseOffset(batch);
            baseTimestampMs = RecordBatch.baseTimestampMs(batch);
            logAppendTime = RecordBatch.isLogAppendTime(batch);
            logAppendTimeMs = RecordBatch.maxTimestampMs(batch);
            lastOffsetDelta = RecordBatch.lastOffsetDelta(batch);
            count = RecordBatch.count(batch);
        }

        @Override
        public boolean hasNext() {
            return cursor.passed < count;
        }

        @Override
        public RecordView next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            cursor.advance();
            if (cursor.offsetDelta <= previousDelta || cursor.offsetDelta > lastOffsetDelta) {
                throw new CorruptBatchException("record " + (cursor.passed - 1) + " of the batch has offset delta "
                        + cursor.offsetDelta + " after " + previousDelta + ", the last is " + lastOffsetDelta);
            }
            if (!hasNext() && !cursor.isExhausted()) {
                throw new CorruptBatchException("bytes follow the last of the batch's " + count + " records");
            }
            previousDelta = cursor.offsetDelta;
            long timestampMs = logAppendTime ? logAppendTimeMs : baseTimestampMs + cursor.timestampDelta;
            return new RecordView(cursor, baseOffset + cursor.offsetDelta, timestampMs);
        }
    }
}
