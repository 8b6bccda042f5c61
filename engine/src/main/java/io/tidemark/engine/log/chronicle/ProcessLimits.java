// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the operating system allows this process. */
final class ProcessLimits {
    /** A log in use holds four files and as many mappings, more where much of it is read; half is left to all else. */
    private static final int LOG_SHARE = 8;

    private static final Path MAPPINGS_MAX = Path.of("/proc/sys/vm/max_map_count");
    /** Linux's default, below those of others. */
    private static final long USUAL_MAPPINGS = 65_530;

    private static final int NUMBER_BYTES = 32;

    private ProcessLimits() {}

    /** How many logs may hold files at the same time. */
    static int awakeLogs() {
        return awakeLogs(filesMax(), mappingsMax());
    }

    static int awakeLogs(long filesMax, long mappingsMax) {
        return (int) Math.max(1, Math.min(filesMax, mappingsMax) / LOG_SHARE);
    }

    private static long filesMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : USUAL_MAPPINGS;
    }

    static long mappingsMax() {
        if (!Files.isReadable(MAPPINGS_MAX)) {
            return USUAL_MAPPINGS;
        }
        // In one read: the kernel gives a number once, and whoever begins with a byte, as for a file of no length, has
        // one digit.
        try (InputStream in = Files.newInputStream(MAPPINGS_MAX)) {
            return Long.parseLong(new String(in.readNBytes(NUMBER_BYTES), StandardCharsets.US_ASCII).strip());
        } catch (IOException | NumberFormatException unknown) {
            return USUAL_MAPPINGS;
        }
    }
}
