// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What of this process is in memory. */
final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long CALM_BYTES = 1 << 20;
    private static final int LOOKS_MAX = 20;

    private ResidentMemory() {}

    /** Bytes once collections free nothing more: what is unmapped follows a collection with a delay. */
    static long settledBytes() {
        long bytes = Long.MAX_VALUE;
        for (int i = 0; i < LOOKS_MAX; i++) {
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            long now = bytes();
            if (Math.abs(bytes - now) < CALM_BYTES) {
                return now;
            }
            bytes = now;
        }
        return bytes;
    }

    private static long bytes() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
