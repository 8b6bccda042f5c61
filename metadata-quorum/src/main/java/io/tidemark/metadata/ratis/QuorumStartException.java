// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

/** A quorum node cannot start. The message is one line and says what to do. */
public final class QuorumStartException extends Exception {
    private static final long serialVersionUID = 1L;

    QuorumStartException(String message) {
        super(message);
    }

    QuorumStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
