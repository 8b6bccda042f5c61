// SPDX-License-Identifier: Apache-2.0
package io.tidemark.wire;

import com.google.protobuf.ByteString;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.BatchFault;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Compression;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.RecordHeader;
import io.tidemark.record.RecordView;
import io.tidemark.v1.Record;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plain records of the wire contract to and from batches. */
public final class ProtoRecords {
    private ProtoRecords() {}

    /**
     * One uncompressed batch of the records, with base offset 0, leader epoch -1 and no producer. Offsets in the
     * records are ignored.
     *
     * @param defaultTimestampMs timestamp of records that have none
     * @throws CorruptBatchException if there is no record (INVALID_REQUEST) or a timestamp is outside the limits
     *     (INVALID_TIMESTAMP)
     */
    public static ByteBuffer encode(List<Record> records, long defaultTimestampMs) {
        if (records.isEmpty()) {
            throw refused(BatchFault.Kind.INVALID_REQUEST, "there is no record");
        }
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (Record record : records) {
            long timestampMs = record.hasTimestampMs() ? record.getTimestampMs() : defaultTimestampMs;
            try {
                builder.append(
                        timestampMs,
                        record.hasKey() ? record.getKey().asReadOnlyByteBuffer() : null,
                        record.hasValue() ? record.getValue().asReadOnlyByteBuffer() : null,
                        headers(record));
            } catch (IllegalArgumentException e) {
                throw refused(BatchFault.Kind.INVALID_TIMESTAMP, String.valueOf(e.getMessage()));
            }
        }
        return builder.build(0, -1);
    }

    private static CorruptBatchException refused(BatchFault.Kind kind, String message) {
        return new CorruptBatchException(new BatchFault(kind, message));
    }

    private static List<RecordHeader> headers(Record record) {
        if (record.getHeadersCount() == 0) {
            return List.of();
        }
        List<RecordHeader> headers = new ArrayList<>(record.getHeadersCount());
        for (io.tidemark.v1.RecordHeader header : record.getHeadersList()) {
            headers.add(new RecordHeader(
                    header.getKey(), header.hasValue() ? header.getValue().toByteArray() : null));
        }
        return headers;
    }

    /**
     * All records of one batch.
     *
     * @throws CorruptBatchException if the batch cannot be read
     */
    public static List<Record> decode(ByteBuffer batch) {
        return decode(batch, Long.MIN_VALUE);
    }

    /**
     * The records of one batch from an offset on.
     *
     * @throws CorruptBatchException if the batch cannot be read
     */
    public static List<Record> decode(ByteBuffer batch, long fromOffset) {
        List<Record> records = new ArrayList<>();
        for (RecordView view : BatchRecords.of(batch)) {
            if (view.offset() >= fromOffset) {
                records.add(record(view));
            }
        }
        return records;
    }

    /** A record as it goes over the wire. */
    public static Record record(RecordView view) {
        Record.Builder record = Record.newBuilder().setOffset(view.offset()).setTimestampMs(view.timestampMs());
        ByteString key = bytes(view.key());
        if (key != null) {
            record.setKey(key);
        }
        ByteString value = bytes(view.value());
        if (value != null) {
            record.setValue(value);
        }
        for (RecordHeader header : view.headers()) {
            io.tidemark.v1.RecordHeader.Builder wire =
                    record.addHeadersBuilder().setKey(header.key());
            byte[] headerValue = header.value();
            if (headerValue != null) {
                wire.setValue(ByteString.copyFrom(headerValue));
            }
        }
        return record.build();
    }

    private static @Nullable ByteString bytes(@Nullable ByteBuffer field) {
        return field == null ? null : ByteString.copyFrom(field);
    }
}
