// SPDX-License-Identifier: Apache-2.0
package io.tidemark.wire;

import io.tidemark.record.BatchFault;
import io.tidemark.v1.ErrorCode;

/** The error code of each kind of batch fault. */
public final class BatchErrors {
    private BatchErrors() {}

    /** What a client is told about a fault of this kind. */
    public static ErrorCode errorCode(BatchFault.Kind kind) {
        return switch (kind) {
            case CORRUPT_BATCH -> ErrorCode.ERROR_CODE_CORRUPT_BATCH;
            case BATCH_TOO_LARGE -> ErrorCode.ERROR_CODE_BATCH_TOO_LARGE;
            case INVALID_TIMESTAMP -> ErrorCode.ERROR_CODE_INVALID_TIMESTAMP;
            case UNSUPPORTED_COMPRESSION -> ErrorCode.ERROR_CODE_UNSUPPORTED_COMPRESSION;
            case INVALID_RECORD -> ErrorCode.ERROR_CODE_INVALID_RECORD;
            case INVALID_REQUEST -> ErrorCode.ERROR_CODE_INVALID_REQUEST;
        };
    }
}
