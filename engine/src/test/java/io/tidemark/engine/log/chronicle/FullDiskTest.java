// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.engine.log.BatchCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system that really fills up, where this process may mount one: that what the kernel says is understood, for blocks and
 * for files, and that nothing else than what asks for space here runs into its end. Elsewhere it is passed over; then the same
 * is asked in {@link FullQuotaTest}, where files get no more blocks, and in {@link LogFailureTest}, where also the small files
 * that are written without asking fail.
 */
class FullDiskTest extends FullDiskContract {
    private Path mount = Path.of("");
    private boolean mounted;

    @BeforeEach
    void mount(@TempDir Path directory) throws Exception {
        mount = directory;
        mounted = run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", directory.toString());
        assumeTrue(mounted, "this process may not mount a file system");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            assertThat(run("umount", "-l", mount.toString())).isTrue();
        }
    }

    private static boolean run(String... words) throws Exception {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    @Override
    ChronicleLogStore open() throws IOException {
        return ChronicleLogStore.open(mount.resolve("topics"), BatchCount::new);
    }

    @Test
    void aDiskWithoutRoomForAnotherFileIsFull() throws Exception {
        PosixSpace space = PosixSpace.open(mount);
        assertThat(run("mount", "-o", "remount,nr_inodes=2", mount.toString())).isTrue();
        assertThat(space.allocate(mount.resolve("first"), 0, 4096)).isTrue();

        assertThat(space.allocate(mount.resolve("second"), 0, 4096)).isFalse();
        assertThat(mount.resolve("second")).doesNotExist();
    }
}
