// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;

/** Errors in answers, with words for those that came without any. */
final class AdminErrors {
    private AdminErrors() {}

    /** Throws what a final answer says, if it is an error: it was refused, so nothing was done. */
    static void check(String what, ErrorCode error, String message) {
        if (error != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            String reason = message.isEmpty() ? describe(error) : message;
            throw new TidemarkException(error, what + ": " + reason, Outcome.NOT_WRITTEN);
        }
    }

    static String describe(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION -> "there is no such topic; list topics to see what there is";
            case ERROR_CODE_TOPIC_ALREADY_EXISTS -> "the topic exists already; delete it first or take another name";
            case ERROR_CODE_INVALID_TOPIC_NAME -> "a name has 1 to 249 characters of [a-zA-Z0-9._-] and is not . or ..";
            case ERROR_CODE_INVALID_PARTITIONS -> "the number of partitions must be from 1 to 10000";
            case ERROR_CODE_INVALID_REPLICATION_FACTOR -> "there are fewer brokers than replicas asked for";
            default -> error.name();
        };
    }
}
