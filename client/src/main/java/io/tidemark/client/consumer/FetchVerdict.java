// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.v1.ErrorCode;

/** What the answer to a fetch or a look-up of offsets means for its partition. */
enum FetchVerdict {
    /** It holds what was asked for. */
    GOOD,
    /** The leader is likely another: ask for it, then again. */
    WRONG_NODE,
    /** Ask again a little later. */
    LATER,
    /** The position is outside the log, if the leader says so. */
    OUT_OF_RANGE,
    /** The topic was deleted and created again. */
    OTHER_TOPIC,
    /** Asking again would not help. */
    FINAL;

    static FetchVerdict of(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNSPECIFIED -> GOOD;
            case ERROR_CODE_NOT_LEADER_OR_FOLLOWER,
                    ERROR_CODE_FENCED_LEADER_EPOCH,
                    ERROR_CODE_UNKNOWN_LEADER_EPOCH,
                    ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    ERROR_CODE_LEADER_NOT_AVAILABLE,
                    ERROR_CODE_LOG_OFFLINE -> WRONG_NODE;
            case ERROR_CODE_OFFSET_OUT_OF_RANGE -> OUT_OF_RANGE;
            case ERROR_CODE_INCONSISTENT_TOPIC_ID -> OTHER_TOPIC;
            case ERROR_CODE_INVALID_REQUEST, ERROR_CODE_INVALID_TOPIC_NAME, ERROR_CODE_CORRUPT_BATCH -> FINAL;
            default -> LATER;
        };
    }
}
