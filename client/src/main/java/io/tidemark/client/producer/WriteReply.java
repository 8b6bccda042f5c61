// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;

/**
 * An answer to an attempt.
 *
 * @param error outcome
 * @param message one line for people; may be empty
 * @param isAppended whether the leader's log holds the batch although {@code error} is set
 * @param writtenAt where it was written, when it was
 */
record WriteReply(ErrorCode error, String message, boolean isAppended, WrittenAt writtenAt) {
    static WriteReply of(ProduceResponse response) {
        return new WriteReply(
                response.getError(),
                response.getErrorMessage(),
                response.getAppended(),
                new WrittenAt(response.getBaseOffset(), response.getReplicaCount(), response.getFlushed()));
    }

    /** The error in words. */
    String reason() {
        return message.isEmpty() ? error.name() : message;
    }
}
