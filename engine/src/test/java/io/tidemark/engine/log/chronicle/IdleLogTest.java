// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of partitions must not need thousands of open files. */
class IdleLogTest {
    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        files = new LogFiles(dir);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private List<String> openFiles() throws IOException {
        BackgroundResourceReleaser.releasePendingResources();
        String directory = files.files().directory().toRealPath().toString();
        List<String> open = new ArrayList<>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                open.add(target(descriptor));
            }
        }
        open.removeIf(target -> !target.startsWith(directory));
        return open;
    }

    /**
     * What is open or mapped after a rest; nothing if that is ever so. A flush, a checkpoint or space for the next segment may
     * be under way on another thread and open files again: the next rest closes them.
     */
    private List<String> leftByRest() throws IOException {
        long limitNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        List<String> left;
        do {
            files.log().restWhenIdle();
            left = openFiles();
            left.addAll(maps());
        } while (!left.isEmpty() && System.nanoTime() < limitNanos);
        return left;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private List<String> maps() throws IOException {
        String directory = files.files().directory().toRealPath().toString();
        return Files.readString(Path.of("/proc/self/maps"))
                .lines()
                .filter(line -> line.contains(directory))
                .toList();
    }

    @Test
    void holdsOnlyItsMarkAfterRecovery() throws IOException {
        files.fill(100);
        files.reopenAfterCrash();
        assertThat(openFiles()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void holdsNothingOnceIdle() throws IOException {
        files.fill(100);
        try (LogSlice slice = files.log().read(0, 1000, 100)) {
            assertThat(slice.buffers()).isNotEmpty();
        }
        files.log().restWhenIdle();
        assertThat(openFiles()).isNotEmpty();
        assertThat(leftByRest()).isEmpty();
        files.assertSound();
    }

    @Test
    void leavesNoPreparedSegmentBehind() throws IOException {
        files.fill(17);
        files.log().restWhenIdle();
        files.log().restWhenIdle();
        assertThat(files.files().segments()).hasSize(1);
        files.fill(1);
        files.reopenClean();
        assertThat(files.files().segments()).hasSize(1);
        assertThat(files.opened().clean()).isTrue();
    }
}
