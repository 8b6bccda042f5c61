// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Tells a killed process from a lost machine. What a killed process wrote survives in the kernel's page cache; what a dead
 * kernel had not forced does not. Each start leaves the running kernel's boot id in the data directory for the next.
 */
public final class BootId {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path file;
    private final Path kernel;

    /** In the data directory. */
    public BootId(Path dataDirectory) {
        this(dataDirectory.resolve("boot-id"), KERNEL);
    }

    BootId(Path file, Path kernel) {
        this.file = file;
        this.kernel = kernel;
    }

    /** Whether the last start was under the same running kernel; leaves the current boot id for the next start. */
    public boolean isSameAsLastStart() throws IOException {
        String before = read(file);
        String now = read(kernel);
        CleanShutdownFile.writeDurably(file, now == null ? "" : now);
        return now != null && now.equals(before);
    }

    private static @Nullable String read(Path source) throws IOException {
        if (!Files.isReadable(source)) {
            return null;
        }
        String text = Files.readString(source, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? null : text;
    }
}
