// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.v1.ErrorCode;

/** What an answer to a write means for its batch. Every code is classed, those of a later version as unknown. */
enum WriteVerdict {
    /** It is in the log. */
    WRITTEN,
    /** It was in the log before, the offset is not known any more. */
    WRITTEN_BEFORE,
    /** This attempt wrote nothing; another may. */
    REFUSED_FOR_NOW,
    /** As {@link #REFUSED_FOR_NOW}; the leader is likely another. */
    REFUSED_BY_WRONG_NODE,
    /** This attempt may have written it: the same producer id, epoch and sequence must be tried again. */
    UNKNOWN,
    /** The log holds neither this batch nor the one before it. */
    SEQUENCE_GAP,
    /** A newer epoch of this producer id has written. */
    FENCED,
    /** This attempt wrote nothing and no other would. */
    REJECTED;

    static WriteVerdict of(ErrorCode error, boolean isAppended) {
        return switch (error) {
            case ERROR_CODE_UNSPECIFIED -> WRITTEN;
            case ERROR_CODE_DUPLICATE_SEQUENCE -> WRITTEN_BEFORE;
            case ERROR_CODE_NOT_LEADER_OR_FOLLOWER, ERROR_CODE_LOG_OFFLINE ->
                isAppended ? UNKNOWN : REFUSED_BY_WRONG_NODE;
            case ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    ERROR_CODE_INCONSISTENT_TOPIC_ID,
                    ERROR_CODE_FENCED_LEADER_EPOCH,
                    ERROR_CODE_UNKNOWN_LEADER_EPOCH,
                    ERROR_CODE_LEADER_NOT_AVAILABLE -> REFUSED_BY_WRONG_NODE;
            case ERROR_CODE_NOT_ENOUGH_REPLICAS, ERROR_CODE_DISK_FULL, ERROR_CODE_OVERLOADED -> REFUSED_FOR_NOW;
            case ERROR_CODE_OUT_OF_ORDER_SEQUENCE, ERROR_CODE_UNKNOWN_PRODUCER_ID -> SEQUENCE_GAP;
            case ERROR_CODE_INVALID_PRODUCER_EPOCH -> FENCED;
            case ERROR_CODE_CORRUPT_BATCH,
                    ERROR_CODE_BATCH_TOO_LARGE,
                    ERROR_CODE_INVALID_TIMESTAMP,
                    ERROR_CODE_INVALID_RECORD,
                    ERROR_CODE_UNSUPPORTED_COMPRESSION,
                    ERROR_CODE_INVALID_REQUEST,
                    ERROR_CODE_INVALID_TOPIC_NAME -> REJECTED;
            default -> UNKNOWN;
        };
    }
}
