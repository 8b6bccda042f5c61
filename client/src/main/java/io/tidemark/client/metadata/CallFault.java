// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.grpc.Status;
import io.tidemark.v1.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * A fault of a whole call in the cluster's terms.
 *
 * @param code the nearest error code
 * @param message one line for people
 * @param isRetriable whether another attempt, perhaps at another node, may go well
 * @param isConnectionFault whether the connection is suspect
 */
public record CallFault(ErrorCode code, String message, boolean isRetriable, boolean isConnectionFault) {
    /** Reads what a call failed with. */
    public static CallFault of(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return of(Status.fromThrowable(cause));
    }

    /** Reads a call's status. */
    public static CallFault of(Status status) {
        String message = describe(status);
        return switch (status.getCode()) {
            case UNAVAILABLE, CANCELLED ->
                new CallFault(ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR, message, true, true);
            case DEADLINE_EXCEEDED -> new CallFault(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, message, true, false);
            case RESOURCE_EXHAUSTED -> new CallFault(ErrorCode.ERROR_CODE_OVERLOADED, message, true, false);
            case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE, UNIMPLEMENTED ->
                new CallFault(ErrorCode.ERROR_CODE_INVALID_REQUEST, message, false, false);
            default -> new CallFault(ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR, message, true, false);
        };
    }

    private static String describe(Status status) {
        StringBuilder text = new StringBuilder(status.getCode().name());
        if (status.getDescription() != null) {
            text.append(": ").append(firstLine(status.getDescription()));
        }
        Throwable cause = status.getCause();
        if (cause != null && cause.getMessage() != null) {
            text.append(" (").append(firstLine(cause.getMessage())).append(')');
        }
        return text.toString();
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
