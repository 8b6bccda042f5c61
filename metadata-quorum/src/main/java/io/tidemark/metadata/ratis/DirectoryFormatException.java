// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;

/** A data directory is not what it must be. The message is one line and says what to do. */
public final class DirectoryFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    DirectoryFormatException(String message) {
        super(message);
    }

    DirectoryFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
