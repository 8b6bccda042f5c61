// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What processes have used, from the system's own accounts.
 *
 * @param cpuSeconds processor seconds since each started
 * @param residentMb resident memory in 10^6 bytes, mapped files included
 * @param anonymousMb the part that is no file's, in 10^6 bytes
 */
record ResourceUse(double cpuSeconds, double residentMb, double anonymousMb) {
    private static final double KIB_PER_MB = 1_000_000.0 / 1024;

    static ResourceUse of(List<ProcessHandle> processes) throws IOException {
        double cpuSeconds = 0;
        double residentKib = 0;
        double anonymousKib = 0;
        for (ProcessHandle process : processes) {
            cpuSeconds +=
                    process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
            List<String> status = status(process.pid());
            residentKib += kib(status, "VmRSS:");
            anonymousKib += kib(status, "RssAnon:");
        }
        return new ResourceUse(cpuSeconds, residentKib / KIB_PER_MB, anonymousKib / KIB_PER_MB);
    }

    static ResourceUse ofThisProcess() throws IOException {
        return of(List.of(ProcessHandle.current()));
    }

    private static List<String> status(long pid) throws IOException {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status"));
        } catch (NoSuchFileException e) {
            // Ended, or a system without /proc: nothing is known of its memory.
            return List.of();
        }
    }

    /** The number of a line such as {@code VmRSS:   1234 kB}; 0 when there is none. */
    static long kib(List<String> status, String name) {
        for (String line : status) {
            if (line.startsWith(name)) {
                return Long.parseLong(
                        line.substring(name.length()).replace("kB", "").strip());
            }
        }
        return 0;
    }
}
