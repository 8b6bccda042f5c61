// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** A reader came to a segment after it was dropped; it looks at the log's current view instead. */
final class SegmentGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    SegmentGoneException(Path path) {
        super("segment " + path.getFileName() + " is gone");
    }
}
