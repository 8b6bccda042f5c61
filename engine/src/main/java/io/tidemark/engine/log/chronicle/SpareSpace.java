// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** What the disk has for appends: all but what is kept back. */
final class SpareSpace extends ForwardingSpace {
    private final SpaceReserve reserve;

    SpareSpace(SpaceSource disk, SpaceReserve reserve) {
        super(disk);
        this.reserve = reserve;
    }

    @Override
    public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
        return reserve.allocate(file, position, lengthBytes);
    }
}
