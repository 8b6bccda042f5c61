// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many logs are in use, only so many hold files. */
class AwakeLogsTest {
    private static final int MOST = 3;
    private static final int LOGS = 6;

    private final List<PartitionLog> logs = new ArrayList<>();
    private final ArrayDeque<StoredLog> wanted = new ArrayDeque<>();
    private Path directory = Path.of("");
    private ChronicleLogStore store;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        directory = dir.toRealPath();
        store = ChronicleLogStore.open(dir, PosixSpace.open(dir), System::currentTimeMillis, null, MOST);
        store.onRestWanted(wanted::add);
        for (int i = 0; i < LOGS; i++) {
            logs.add(store.open("orders", new UUID(7, 7), i, LogConfig.DEFAULT).log());
        }
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        BackgroundResourceReleaser.releasePendingResources();
    }

    @Test
    void logsThatWereOnlyOpenedHoldNothing() throws IOException {
        assertThat(awakeOnce(0)).isEmpty();
    }

    @Test
    void noMoreThanTheBoundHoldFilesWhileAllAreInUse() throws IOException {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < LOGS; i++) {
                append(i);
                rest();
                assertThat(awakeOnce(MOST)).hasSizeLessThanOrEqualTo(MOST).contains(i);
            }
        }
        for (int i = 0; i < LOGS; i++) {
            assertThat(offsets(i)).containsExactly(0L, 1L, 2L);
            rest();
            assertThat(awakeOnce(MOST)).hasSizeLessThanOrEqualTo(MOST);
        }
    }

    @Test
    void theLeastRecentlyUsedIsAskedToRest() throws IOException {
        append(0);
        append(1);
        append(2);
        append(0);
        append(3);
        assertThat(wanted).extracting(StoredLog::partition).containsExactly(1);
        rest();
        assertThat(awakeOnce(MOST)).containsExactly(0, 2, 3);
    }

    @Test
    void readingCountsAsUse() throws IOException {
        append(0);
        append(1);
        append(2);
        append(3);
        rest();
        assertThat(offsets(1)).hasSize(1);
        append(4);
        assertThat(wanted).extracting(StoredLog::partition).containsExactly(2);
    }

    @Test
    void eachIsAskedOnceHoweverLateItsOwnerIs() throws IOException {
        for (int i = 0; i < LOGS; i++) {
            append(i);
        }
        assertThat(wanted).extracting(StoredLog::partition).containsExactly(0, 1, 2);
    }

    @Test
    void aClosedLogMakesRoom() throws IOException {
        append(0);
        append(1);
        append(2);
        logs.get(1).close();
        append(3);
        assertThat(wanted).isEmpty();
    }

    @Test
    void theBoundFollowsTheSmallerOfTheLimitsOfTheSystem() {
        assertThat(ProcessLimits.awakeLogs(1_048_576, 65_530)).isEqualTo(8_191);
        assertThat(ProcessLimits.awakeLogs(20_000, 65_530)).isEqualTo(2_500);
        assertThat(ProcessLimits.awakeLogs(4, 65_530)).isEqualTo(1);
    }

    private void append(int log) throws IOException {
        long end = logs.get(log).logEndOffset();
        logs.get(log).append(TestBatches.batch(end, 1, 0, 1000, 100), end);
    }

    private List<Long> offsets(int log) throws IOException {
        List<Long> offsets = new ArrayList<>();
        try (LogSlice slice = logs.get(log).read(0, 1 << 20, Long.MAX_VALUE)) {
            slice.buffers().forEach(batch -> offsets.add(RecordBatch.baseOffset(batch)));
        }
        return offsets;
    }

    /** What the owner thread does. */
    private void rest() throws IOException {
        while (!wanted.isEmpty()) {
            logs.get(wanted.remove().partition()).rest();
        }
    }

    /** Other threads save checkpoints and get space: files of more logs may be open for a moment. */
    private SortedSet<Integer> awakeOnce(int most) throws IOException {
        long limitNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        SortedSet<Integer> found = awake();
        while (found.size() > most && System.nanoTime() < limitNanos) {
            found = awake();
        }
        return found;
    }

    /** Partitions whose files this process has open. */
    private SortedSet<Integer> awake() throws IOException {
        BackgroundResourceReleaser.releasePendingResources();
        SortedSet<Integer> found = new TreeSet<>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.startsWith(directory + "/orders-")) {
                    String name =
                            directory.relativize(Path.of(target)).getName(0).toString();
                    found.add(Integer.parseInt(name.substring("orders-".length(), name.indexOf('.'))));
                }
            }
        }
        return found;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
