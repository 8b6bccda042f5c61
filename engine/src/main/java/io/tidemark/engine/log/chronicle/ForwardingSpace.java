// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** Passes everything on, for those that decide some of it themselves. */
class ForwardingSpace implements SpaceSource {
    private final SpaceSource disk;

    ForwardingSpace(SpaceSource disk) {
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

    @Override
    public void populate(long address, long lengthBytes) {
        disk.populate(address, lengthBytes);
    }

    @Override
    public void readAround(long address, long lengthBytes, boolean wanted) {
        disk.readAround(address, lengthBytes, wanted);
    }
}
