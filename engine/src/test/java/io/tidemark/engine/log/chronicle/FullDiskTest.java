// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.Crc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that really fills up, where this process may mount one. */
class FullDiskTest {
    private static final LogConfig CONFIG = new LogConfig(1 << 20, Long.MAX_VALUE, 1 << 20);
    private static final UUID TOPIC_ID = new UUID(8, 8);

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

    private ChronicleLogStore open() throws IOException {
        return ChronicleLogStore.open(mount.resolve("topics"), BatchCount::new);
    }

    private static void fill(PartitionLog log, int valueBytes) throws IOException {
        for (int i = 0; i < 100_000; i++) {
            long end = log.logEndOffset();
            log.append(TestBatches.batch(end, 1, 0, 1, valueBytes), end);
        }
    }

    private static void assertWhole(PartitionLog log) throws IOException {
        long[] next = {log.logStartOffset()};
        log.scan(next[0], batch -> {
            assertThat(Crc.matches(batch)).isTrue();
            next[0]++;
        });
        assertThat(next[0]).isEqualTo(log.logEndOffset());
    }

    @Test
    void aDiskWithoutRoomForAnotherFileIsFull() throws Exception {
        PosixSpace space = PosixSpace.open(mount);
        assertThat(run("mount", "-o", "remount,nr_inodes=2", mount.toString())).isTrue();
        assertThat(space.allocate(mount.resolve("first"), 0, 4096)).isTrue();

        assertThat(space.allocate(mount.resolve("second"), 0, 4096)).isFalse();
        assertThat(mount.resolve("second")).doesNotExist();
    }

    @Test
    void keepsEverythingAndGoesOnWhenThereIsSpaceAgain() throws IOException {
        for (int valueBytes : new int[] {500, 40_000, 300_000}) {
            ChronicleLogStore store = open();
            PartitionLog log = store.open("full", TOPIC_ID, valueBytes, CONFIG).log();
            assertThatThrownBy(() -> fill(log, valueBytes)).isInstanceOf(DiskFullException.class);
            assertWhole(log);
            long end = log.logEndOffset();
            assertThat(log.flush()).isEqualTo(end);
            store.abandon();
            // A process that ended maps nothing, and what is deleted is free at once.
            BackgroundResourceReleaser.releasePendingResources();
            ChronicleLogStore again = open();
            OpenedLog opened = again.open("full", TOPIC_ID, valueBytes, CONFIG);
            PartitionLog reopened = opened.log();
            assertThat(opened.damaged()).as(opened.detail()).isFalse();
            assertThat(reopened.logEndOffset()).isEqualTo(end);
            assertWhole(reopened);
            reopened.trimTo(end);
            reopened.close();
            PartitionLog last = again.open("full", TOPIC_ID, valueBytes, CONFIG).log();
            last.append(TestBatches.batch(end, 1, 0, 1, valueBytes), end);
            assertWhole(last);
            BatchCount count = new BatchCount();
            last.fold(count);
            assertThat(count.batches()).isEqualTo(end + 1);
            last.close();
            again.delete(TOPIC_ID, valueBytes);
            again.close();
        }
    }
}
