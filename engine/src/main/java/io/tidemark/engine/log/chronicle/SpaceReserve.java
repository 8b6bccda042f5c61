// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that only holds disk blocks. On a full disk they are given up, so that what is to be deleted can be noted, and with
 * it deleted. Thread-safe.
 */
final class SpaceReserve {
    private static final Logger LOGGER = LoggerFactory.getLogger(SpaceReserve.class);
    private static final long BYTES = 1 << 20;

    private final Path file;
    private final SpaceSource source;

    SpaceReserve(Path directory, SpaceSource source) {
        this.file = directory.resolve(".reserve");
        this.source = source;
    }

    /** Takes the blocks again if they are there to take. */
    synchronized void restore() {
        try {
            if (Files.notExists(file) && !source.allocate(file, 0, BYTES)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOGGER.warn("cannot reserve {} bytes in {}", BYTES, file, e);
        }
    }

    /** Gives the blocks up; false when they were given up already. */
    synchronized boolean giveUp() throws IOException {
        return Files.deleteIfExists(file);
    }
}
