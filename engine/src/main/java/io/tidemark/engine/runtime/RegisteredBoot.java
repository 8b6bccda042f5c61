// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.BootId;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Tells a killed process from a lost machine. What a killed process wrote survives in the kernel's page cache; what a dead
 * kernel had not forced does not. The data directory keeps the boot id under which what it holds was last told to the
 * controller: a start that never got so far must not hide from the next one that the machine was lost.
 */
public final class RegisteredBoot {
    private final Path file;
    private final Path kernel;

    /** In the data directory. */
    public RegisteredBoot(Path dataDirectory) {
        this(dataDirectory.resolve("boot-id"), BootId.LINUX);
    }

    RegisteredBoot(Path file, Path kernel) {
        this.file = file;
        this.kernel = kernel;
    }

    /** Whether the last registered life was under the same running kernel. */
    public boolean isSameAsLastRegistered() throws IOException {
        String now = BootId.read(kernel);
        return now != null && now.equals(BootId.read(file));
    }

    /** This life is registered: from now on the running kernel's boot id is the one to compare with. */
    public void registered() throws IOException {
        String now = BootId.read(kernel);
        CleanShutdownFile.writeDurably(file, now == null ? "" : now);
    }
}
