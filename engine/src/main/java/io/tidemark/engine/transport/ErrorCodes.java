// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.v1.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The engine's errors in the words of the contract, and back. A new error does not compile until it has a word. */
final class ErrorCodes {
    private ErrorCodes() {}

    static ErrorCode of(ReplicaError error) {
        return switch (error) {
            case NOT_LEADER_OR_FOLLOWER -> ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER;
            case FENCED_LEADER_EPOCH -> ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH;
            case UNKNOWN_LEADER_EPOCH -> ErrorCode.ERROR_CODE_UNKNOWN_LEADER_EPOCH;
            case LEADER_NOT_AVAILABLE -> ErrorCode.ERROR_CODE_LEADER_NOT_AVAILABLE;
            case NOT_ENOUGH_REPLICAS -> ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS;
            case NOT_ENOUGH_REPLICAS_AFTER_APPEND -> ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS_AFTER_APPEND;
            case REQUEST_TIMED_OUT -> ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT;
            case OUT_OF_ORDER_SEQUENCE -> ErrorCode.ERROR_CODE_OUT_OF_ORDER_SEQUENCE;
            case DUPLICATE_SEQUENCE -> ErrorCode.ERROR_CODE_DUPLICATE_SEQUENCE;
            case UNKNOWN_PRODUCER_ID -> ErrorCode.ERROR_CODE_UNKNOWN_PRODUCER_ID;
            case INVALID_PRODUCER_EPOCH -> ErrorCode.ERROR_CODE_INVALID_PRODUCER_EPOCH;
            case OFFSET_OUT_OF_RANGE -> ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE;
            case OFFSET_NOT_AVAILABLE -> ErrorCode.ERROR_CODE_OFFSET_NOT_AVAILABLE;
            case STALE_BROKER_EPOCH -> ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH;
            case LOG_OFFLINE -> ErrorCode.ERROR_CODE_LOG_OFFLINE;
            case CORRUPT_BATCH -> ErrorCode.ERROR_CODE_CORRUPT_BATCH;
            case DISK_FULL -> ErrorCode.ERROR_CODE_DISK_FULL;
        };
    }

    /** What a leader's answer means for the follower; null for success. */
    static @Nullable ReplicaError fromWire(ErrorCode code) {
        if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            return null;
        }
        for (ReplicaError error : ReplicaError.values()) {
            if (of(error) == code) {
                return error;
            }
        }
        // A leader that says anything else cannot answer now; asking again is right.
        return ReplicaError.NOT_LEADER_OR_FOLLOWER;
    }

    /** One line for people. */
    static String describe(ErrorCode code, boolean appended) {
        String name = code.name().substring("ERROR_CODE_".length());
        return appended ? name + ": the records are in the leader's log, their outcome is unknown" : name;
    }
}
