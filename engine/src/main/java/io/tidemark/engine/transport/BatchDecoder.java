// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.record.BatchFault;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.wire.BatchErrors;
import io.tidemark.wire.ProtoRecords;
import java.nio.ByteBuffer;
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

    /** @param needsKeys whether the topic is compacted, so that a record without a key has no place in it */
    Decoded decode(ProduceRequest request, int maxBytes, boolean needsKeys) {
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
                batch = ProtoRecords.encode(request.getRecordsList(), wallMs.getAsLong());
            } catch (CorruptBatchException illegal) {
                return refused(illegal.fault());
            }
        }
        BatchFault fault = BatchValidator.validate(batch, maxBytes, hasBatch);
        if (fault == null && needsKeys) {
            fault = BatchValidator.keyFault(batch);
        }
        return fault == null ? new Decoded(batch, ErrorCode.ERROR_CODE_UNSPECIFIED, "") : refused(fault);
    }

    private static Decoded refused(BatchFault fault) {
        return Decoded.refused(BatchErrors.errorCode(fault.kind()), fault.message());
    }
}
