// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which life of the kernel this is: what a dead process wrote outlives it only within the same one. */
public final class BootId {
    /** No life: the system does not tell. */
    public static final long UNKNOWN = 0;

    /** Where Linux tells. */
    public static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** A number for this life; {@link #UNKNOWN} where the system does not tell. */
    public static long current() {
        try {
            String text = read(LINUX);
            return text == null ? UNKNOWN : UUID.fromString(text).getMostSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    /** What a file says the life is, such as {@link #LINUX} or one in which it was noted; null when it says nothing. */
    public static @Nullable String read(Path source) throws IOException {
        if (!Files.isReadable(source)) {
            return null;
        }
        String text = Files.readString(source, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? null : text;
    }
}
