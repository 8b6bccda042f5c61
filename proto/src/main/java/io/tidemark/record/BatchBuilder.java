// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records into one batch. Records are gathered uncompressed and compressed when the batch is built; one builder
 * makes many batches, see {@link #clear}, and keeps its memory in between. Not thread-safe.
 */
public final class BatchBuilder {
    private static final int FIRST_CAPACITY_BYTES = 1024;
    /** Length, attributes, timestamp delta, offset delta, key length, value length, header count: all at their longest. */
    private static final int RECORD_OVERHEAD_MAX_BYTES = 5 * Varint.MAX_VARINT_BYTES + Varint.MAX_VARLONG_BYTES + 1;

    private final Compression compression;
    private final CompressionRatio ratio;
    /** Room for the header, then the records as they are when uncompressed. */
    private final GrowingBytes plain = new GrowingBytes(FIRST_CAPACITY_BYTES);

    private @Nullable GrowingBytes compressed;
    private @Nullable GrowingBytes headerBytes;

    private int count;
    private long baseTimestampMs;
    private long maxTimestampMs;
    private long producerId;
    private short producerEpoch;
    private int baseSequence;

    /** A builder that learns for itself how well records compress. */
    public BatchBuilder(Compression compression) {
        this(compression, new CompressionRatio());
    }

    /** A builder that shares what is known of how well records compress. */
    public BatchBuilder(Compression compression, CompressionRatio ratio) {
        this.compression = compression;
        this.ratio = ratio;
        clear();
    }

    /** Forgets records and producer, keeps the memory. Batches built before are not touched. */
    public void clear() {
        plain.truncate(0);
        plain.reserve(RecordBatch.HEADER_BYTES);
        plain.advance(RecordBatch.HEADER_BYTES);
        count = 0;
        baseTimestampMs = BatchValidator.TIMESTAMP_MIN_MS;
        maxTimestampMs = BatchValidator.TIMESTAMP_MIN_MS;
        producer(RecordBatch.NO_PRODUCER_ID, (short) -1, -1);
    }

    /** Marks the batch with its producer and the sequence of its first record. */
    public void producer(long producerId, short producerEpoch, int baseSequence) {
        this.producerId = producerId;
        this.producerEpoch = producerEpoch;
        this.baseSequence = baseSequence;
    }

    /**
     * Adds a record.
     *
     * @param timestampMs milliseconds since 1970-01-01 UTC, -1 for none
     * @throws IllegalArgumentException if the timestamp is outside the limits of {@link BatchValidator}
     */
    public void append(long timestampMs, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        int headersSize = beginRecord(timestampMs, lengthOf(key), lengthOf(value), headers);
        writeField(key);
        writeField(value);
        endRecord(timestampMs, headersSize);
    }

    /**
     * Adds a record whose key and value are what remains of the buffers; their positions stay.
     *
     * @param timestampMs milliseconds since 1970-01-01 UTC, -1 for none
     * @throws IllegalArgumentException if the timestamp is outside the limits of {@link BatchValidator}
     */
    public void append(
            long timestampMs, @Nullable ByteBuffer key, @Nullable ByteBuffer value, List<RecordHeader> headers) {
        int headersSize = beginRecord(timestampMs, lengthOf(key), lengthOf(value), headers);
        writeField(key);
        writeField(value);
        endRecord(timestampMs, headersSize);
    }

    private int beginRecord(long timestampMs, int keyLength, int valueLength, List<RecordHeader> headers) {
        if (!BatchValidator.isTimestamp(timestampMs)) {
            throw new IllegalArgumentException("timestamp " + timestampMs + " ms is outside "
                    + BatchValidator.TIMESTAMP_MIN_MS + " to " + BatchValidator.TIMESTAMP_MAX_MS);
        }
        int headersSize = encodeHeaders(headers);
        long timestampDelta = count == 0 ? 0 : timestampMs - baseTimestampMs;
        long bodyBytes = 1L
                + Varint.sizeOf(timestampDelta)
                + Varint.sizeOf(count)
                + Varint.sizeOf(keyLength)
                + Math.max(0, keyLength)
                + Varint.sizeOf(valueLength)
                + Math.max(0, valueLength)
                + headersSize;
        if (bodyBytes > Integer.MAX_VALUE - Varint.MAX_VARINT_BYTES) {
            throw new IllegalStateException("a record cannot hold " + bodyBytes + " bytes");
        }
        plain.reserve((int) bodyBytes + Varint.MAX_VARINT_BYTES);
        plain.writeVarint((int) bodyBytes);
        plain.write(0);
        plain.writeVarlong(timestampDelta);
        plain.writeVarint(count);
        return headersSize;
    }

    private void endRecord(long timestampMs, int headersSize) {
        if (headerBytes != null && headerBytes.size() > 0) {
            plain.write(headerBytes.array(), 0, headersSize);
        } else {
            plain.writeVarint(0);
        }
        if (count == 0) {
            baseTimestampMs = timestampMs;
        }
        maxTimestampMs = Math.max(maxTimestampMs, timestampMs);
        count++;
    }

    /** Encodes count and headers aside, because their size comes before them; returns the size. */
    private int encodeHeaders(List<RecordHeader> headers) {
        if (headerBytes != null) {
            headerBytes.truncate(0);
        }
        if (headers.isEmpty()) {
            return 1;
        }
        if (headerBytes == null) {
            headerBytes = new GrowingBytes(FIRST_CAPACITY_BYTES);
        }
        GrowingBytes target = headerBytes;
        target.writeVarint(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            RecordHeader header = headers.get(i);
            byte[] key = header.key().getBytes(StandardCharsets.UTF_8);
            byte[] value = header.value();
            target.writeVarint(key.length);
            target.write(key, 0, key.length);
            target.writeVarint(lengthOf(value));
            if (value != null) {
                target.write(value, 0, value.length);
            }
        }
        return target.size();
    }

    private static int lengthOf(byte @Nullable [] field) {
        return field == null ? -1 : field.length;
    }

    private static int lengthOf(@Nullable ByteBuffer field) {
        return field == null ? -1 : field.remaining();
    }

    private void writeField(byte @Nullable [] field) {
        plain.writeVarint(lengthOf(field));
        if (field != null) {
            plain.write(field, 0, field.length);
        }
    }

    private void writeField(@Nullable ByteBuffer field) {
        plain.writeVarint(lengthOf(field));
        if (field != null) {
            plain.write(field);
        }
    }

    /** Number of records. */
    public int count() {
        return count;
    }

    /** Whether there is no record yet. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Size of the batch if it were built now, header included: exact without compression, an estimate with it. */
    public int sizeBytes() {
        int recordsBytes = plain.size() - RecordBatch.HEADER_BYTES;
        return RecordBatch.HEADER_BYTES
                + (compression == Compression.NONE ? recordsBytes : ratio.estimateBytes(recordsBytes));
    }

    /** Size of the batch if it were built now without compression, header included. */
    public int plainSizeBytes() {
        return plain.size();
    }

    /** Estimate of {@link #sizeBytes} with one more record of at most so many uncompressed bytes. */
    public long sizeBytesWith(int recordMaxBytes) {
        return (long) sizeBytes()
                + (compression == Compression.NONE ? recordMaxBytes : ratio.estimateBytes(recordMaxBytes));
    }

    /** Upper bound of what a record adds to a batch uncompressed, in bytes. */
    public static int recordMaxBytes(byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        long bytes = RECORD_OVERHEAD_MAX_BYTES + Math.max(0, lengthOf(key)) + (long) Math.max(0, lengthOf(value));
        for (int i = 0; i < headers.size(); i++) {
            RecordHeader header = headers.get(i);
            bytes += 2 * Varint.MAX_VARINT_BYTES + 3L * header.key().length() + Math.max(0, lengthOf(header.value()));
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /**
     * The batch: big endian, in memory of its own, from position 0 to its limit. The builder keeps its records until
     * {@link #clear}.
     *
     * @throws IllegalStateException if there is no record
     */
    public ByteBuffer build(long baseOffset, int leaderEpoch) {
        if (count == 0) {
            throw new IllegalStateException("a batch has at least one record");
        }
        ByteBuffer batch = encoded().copy();
        batch.putLong(baseOffset);
        batch.putInt(batch.capacity() - RecordBatch.LENGTH_OVERHEAD_BYTES);
        batch.putInt(leaderEpoch);
        batch.put(RecordBatch.MAGIC);
        batch.putInt(0);
        batch.putShort((short) compression.id());
        batch.putInt(count - 1);
        batch.putLong(baseTimestampMs);
        batch.putLong(maxTimestampMs);
        batch.putLong(producerId);
        batch.putShort(producerEpoch);
        batch.putInt(baseSequence);
        batch.putInt(count);
        batch.rewind();
        RecordBatch.setCrc(batch, Crc.compute(batch));
        return batch;
    }

    private GrowingBytes encoded() {
        if (compression == Compression.NONE) {
            return plain;
        }
        if (compressed == null) {
            compressed = new GrowingBytes(FIRST_CAPACITY_BYTES);
        }
        GrowingBytes target = compressed;
        target.truncate(0);
        target.reserve(RecordBatch.HEADER_BYTES);
        target.advance(RecordBatch.HEADER_BYTES);
        int recordsBytes = plain.size() - RecordBatch.HEADER_BYTES;
        Compressor.compress(compression, plain.array(), RecordBatch.HEADER_BYTES, recordsBytes, target);
        ratio.observe(recordsBytes, target.size() - RecordBatch.HEADER_BYTES);
        return target;
    }
}
