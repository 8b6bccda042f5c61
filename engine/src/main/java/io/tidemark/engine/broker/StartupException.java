// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import org.jspecify.annotations.Nullable;

/** The node cannot start. The message is one line that says what to do. */
public final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the one line. */
    public StartupException(String message) {
        super(message);
    }

    /** With the one line and what lies behind it. */
    public StartupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
