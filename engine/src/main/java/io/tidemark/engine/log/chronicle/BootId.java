// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Which life of the kernel this is: what a dead process wrote outlives it only within the same one. */
final class BootId {
    static final long UNKNOWN = 0;

    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** A number for this life; {@link #UNKNOWN} where the system does not tell. */
    static long current() {
        try {
            return UUID.fromString(Files.readString(LINUX).strip()).getMostSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }
}
