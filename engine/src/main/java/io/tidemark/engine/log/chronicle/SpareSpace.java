// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** What the disk has for appends: all but what is kept back. */
final class SpareSpace implements SpaceSource {
    private final SpaceSource disk;
    private final SpaceReserve reserve;

    SpareSpace(SpaceSource disk, SpaceReserve reserve) {
        this.disk = disk;
        this.reserve = reserve;
    }

    @Override
    public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
        return reserve.allocate(file, position, lengthBytes);
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
