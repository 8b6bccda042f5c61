// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.BatchFault;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordHeader;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.Record;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes one valid batch, in a writable buffer of its own, of what a client sent: a ready batch or plain records. */
final class BatchDecoder {
    private final LongSupplier wallMs;

    /** With the clock for records that carry no timestamp. */
    BatchDecoder(LongSupplier wallMs) {
        this.wallMs = wallMs;
    }

    /**
     * What came of it.
     *
     * @param batch the batch; null with an error
     * @param error {@code ERROR_CODE_UNSPECIFIED} for a good batch
     * @param message one line for people; empty for a good batch
     */
    record Decoded(@Nullable ByteBuffer batch, ErrorCode error, String message) {
        private static Decoded refused(ErrorCode error, String message) {
            return new Decoded(null, error, message);
        }
    }

    Decoded decode(ProduceRequest request, int maxBytes) {
        boolean hasBatch = !request.getBatch().isEmpty();
        if (hasBatch == (request.getRecordsCount() > 0)) {
            return Decoded.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    hasBatch ? "either a batch or records, not both" : "neither a batch nor records");
        }
        ByteBuffer batch;
        if (hasBatch) {
            // The one copy on the way in: the leader writes base offset and epoch in place.
            batch = ByteBuffer.wrap(request.getBatch().toByteArray());
        } else {
            try {
                batch = encode(request.getRecordsList());
            } catch (IllegalArgumentException illegal) {
                return Decoded.refused(ErrorCode.ERROR_CODE_INVALID_TIMESTAMP, String.valueOf(illegal.getMessage()));
            }
        }
        BatchFault fault = BatchValidator.validate(batch, maxBytes, hasBatch);
        return fault == null
                ? new Decoded(batch, ErrorCode.ERROR_CODE_UNSPECIFIED, "")
                : Decoded.refused(ErrorCodes.of(fault.kind()), fault.message());
    }

    private ByteBuffer encode(List<Record> records) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (Record record : records) {
            builder.append(
                    record.hasTimestampMs() ? record.getTimestampMs() : wallMs.getAsLong(),
                    record.hasKey() ? record.getKey().asReadOnlyByteBuffer() : null,
                    record.hasValue() ? record.getValue().asReadOnlyByteBuffer() : null,
                    headers(record));
        }
        return builder.build(0, 0);
    }

    private static List<RecordHeader> headers(Record record) {
        if (record.getHeadersCount() == 0) {
            return List.of();
        }
        List<RecordHeader> headers = new ArrayList<>(record.getHeadersCount());
        for (io.tidemark.v1.RecordHeader header : record.getHeadersList()) {
            headers.add(new RecordHeader(header.getKey(), header.hasValue() ? bytes(header.getValue()) : null));
        }
        return headers;
    }

    private static byte[] bytes(ByteString value) {
        return value.toByteArray();
    }
}
