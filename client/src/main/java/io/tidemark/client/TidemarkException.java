// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client;

import io.tidemark.v1.ErrorCode;

/** A request failed for good: every retry that its time limit allowed failed too, or none would help. */
public final class TidemarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final Outcome outcome;

    /** With the cluster's code, one line for people, and what is known of the records when it was a write. */
    public TidemarkException(ErrorCode code, String message, Outcome outcome) {
        super(message);
        this.code = code;
        this.outcome = outcome;
    }

    /** The cluster's code. */
    public ErrorCode code() {
        return code;
    }

    /** For writes: what is known of the records. {@link Outcome#NOT_WRITTEN} for everything else. */
    public Outcome outcome() {
        return outcome;
    }
}
