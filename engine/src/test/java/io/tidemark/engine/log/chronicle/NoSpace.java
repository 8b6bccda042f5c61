// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** For tests of what is told to the kernel about mappings: no file here has blocks. */
class NoSpace implements SpaceSource {
    @Override
    public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
        return true;
    }

    @Override
    public void lengthen(Path file, long lengthBytes) {
        // There is no file.
    }

    @Override
    public void release(Path file, long position) {
        // There is nothing to release.
    }
}
