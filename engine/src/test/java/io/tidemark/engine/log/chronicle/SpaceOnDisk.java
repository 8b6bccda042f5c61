// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** Passes everything on, for tests that watch some of it or let it fail. */
class SpaceOnDisk implements SpaceSource {
    private final SpaceSource disk;

    SpaceOnDisk(SpaceSource disk) {
        this.disk = disk;
    }

    @Override
    public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
        return disk.allocate(file, position, lengthBytes);
    }

    @Override
    public void lengthen(Path file, long lengthBytes) throws IOException {
        disk.lengthen(file, lengthBytes);
    }

    @Override
    public void release(Path file, long position) throws IOException {
        disk.release(file, position);
    }
}
