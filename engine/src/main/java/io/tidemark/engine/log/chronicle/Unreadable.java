// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;

/**
 * What comes of a read of a mapping whose page the disk does not give, or whose file has become shorter: the kernel's signal
 * reaches Java as an {@link InternalError}, which says nothing about the process but only about the file. Compiled code goes
 * on for a while with bytes that mean nothing, so that the error may also come to whoever runs next on the thread.
 */
final class Unreadable {
    private Unreadable() {}

    static IOException of(InternalError fault) {
        return new IOException("the log's files cannot be read: " + fault.getMessage(), fault);
    }
}
