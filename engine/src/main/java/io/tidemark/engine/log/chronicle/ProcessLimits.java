// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the operating system allows this process. */
final class ProcessLimits {
    /** A log in use holds four files and as many mappings, more where much of it is read; half is left to all else. */
    private static final int LOG_SHARE = 8;

    private static final Path MAPPINGS_MAX = Path.of("/proc/sys/vm/max_map_count");
    /** Linux's default, below those of others. */
    private static final long USUAL_MAPPINGS = 65_530;

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

    private static long mappingsMax() {
        try {
            return Files.isReadable(MAPPINGS_MAX)
                    ? Long.parseLong(Files.readString(MAPPINGS_MAX).strip())
                    : USUAL_MAPPINGS;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL_MAPPINGS;
        }
    }
}
