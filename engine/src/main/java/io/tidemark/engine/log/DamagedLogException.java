// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;

/**
 * A read met what cannot have been written: the log holds less than it should. It stays open, and what is whole can be read
 * still; its next open finds the damage, keeps what lies below it, and says so.
 */
public final class DamagedLogException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message one line: where, and what is wrong there */
    public DamagedLogException(String message) {
        super(message);
    }

    /** @param message one line: where, and what is wrong there */
    public DamagedLogException(String message, Throwable cause) {
        super(message, cause);
    }
}
