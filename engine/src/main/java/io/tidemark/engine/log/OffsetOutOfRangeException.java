// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;

/** The offset is below the log start or above the log end. */
public final class OffsetOutOfRangeException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With the offset and the range. */
    public OffsetOutOfRangeException(long offset, long logStartOffset, long logEndOffset) {
        super("offset " + offset + " is outside [" + logStartOffset + ", " + logEndOffset + "]");
    }
}
