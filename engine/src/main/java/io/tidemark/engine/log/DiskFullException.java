// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;

/** No space for the change; nothing was written and the log stays usable. */
public final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With what found no space. */
    public DiskFullException(String message) {
        super(message);
    }
}
