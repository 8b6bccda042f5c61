// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;

/** The log failed earlier and takes no more changes; its partition must go offline. */
public final class LogFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With what failed and its cause. */
    public LogFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
