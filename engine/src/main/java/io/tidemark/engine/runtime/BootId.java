// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Tells a killed process from a lost machine. What a killed process wrote survives in the kernel's page cache; what a dead
 * kernel had not forced does not. The data directory keeps the boot id under which what it holds was last told to the
 * controller: a start that never got so far must not hide from the next one that the machine was lost.
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

    /** Whether the last registered life was under the same running kernel. */
    public boolean isSameAsLastRegistered() throws IOException {
        String now = read(kernel);
        return now != null && now.equals(read(file));
    }

    /** This life is registered: from now on the running kernel's boot id is the one to compare with. */
    public void registered() throws IOException {
        String now = read(kernel);
        CleanShutdownFile.writeDurably(file, now == null ? "" : now);
    }

    private static @Nullable String read(Path source) throws IOException {
        if (!Files.isReadable(source)) {
            return null;
        }
        String text = Files.readString(source, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? null : text;
    }
}
