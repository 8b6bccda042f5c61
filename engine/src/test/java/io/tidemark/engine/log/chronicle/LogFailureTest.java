// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.LogFailedException;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.engine.log.chronicle.FaultyFiles.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFailureTest {
    private Path directory;
    private LimitedSpace space;
    private ChronicleLogStore store;
    private PartitionLog log;
    private volatile FaultyFiles.Faults faults = (operation, file) -> {};

    /** A disk that can be filled. */
    private static final class LimitedSpace extends ForwardingSpace {
        private volatile boolean full;
        private volatile boolean pretending;
        private long largestBytes = Long.MAX_VALUE;
        private Path reserve = Path.of("");

        LimitedSpace(SpaceSource disk) {
            super(disk);
        }

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            return pretending || (lengthBytes <= free() && super.allocate(file, position, lengthBytes));
        }

        /** When it is full there is what was kept back, once that is given up. */
        private long free() {
            return !full ? largestBytes : Files.exists(reserve) ? 0 : SpaceReserve.BYTES;
        }
    }

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        directory = new FaultyFiles((operation, file) -> faults.before(operation, file)).of(dir);
        space = new LimitedSpace(PosixSpace.open(directory));
        space.reserve = dir.resolve(".reserve");
        store = ChronicleLogStore.open(directory, space, () -> 1000, null);
        log = openLog().log();
    }

    private OpenedLog openLog() throws IOException {
        return store.open("orders", LogFiles.IDENTITY.topicId(), 5, LogFiles.CONFIG);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private Path segment(int number) {
        return new SegmentFiles(directory.resolve(LogDirectory.name("orders", LogFiles.IDENTITY))).segment(number);
    }

    private void fill(int batches) throws IOException {
        fill(log, batches);
    }

    private static void fill(PartitionLog log, int batches) throws IOException {
        for (int i = 0; i < batches; i++) {
            long end = log.logEndOffset();
            log.append(TestBatches.batch(end, 1, 0, 1, 3000), end);
        }
    }

    @Test
    void refusesWhenTheDiskIsFullAndGoesOnWhenItIsNot() throws IOException {
        fill(2);
        space.full = true;
        assertThatThrownBy(() -> fill(1000)).isInstanceOf(DiskFullException.class);
        long end = log.logEndOffset();
        assertThat(end).isBetween(2L, 100L);
        assertThatThrownBy(() -> log.truncateTo(1, 0)).isInstanceOf(DiskFullException.class);
        assertThat(log.logEndOffset()).isEqualTo(end);
        space.full = false;
        fill(20);
        assertThat(log.logEndOffset()).isEqualTo(end + 20);
        store.abandon();
        store = ChronicleLogStore.open(directory, space, () -> 1000, null);
        OpenedLog opened = openLog();
        log = opened.log();
        assertThat(opened.damaged()).as(opened.detail()).isFalse();
        assertThat(log.logEndOffset()).isEqualTo(end + 20);
    }

    @Test
    void opensAndReadsOnAFullDisk() throws IOException {
        fill(3);
        store.abandon();
        space.full = true;
        store = ChronicleLogStore.open(directory, space, () -> 1000, null);
        log = openLog().log();
        assertThat(log.logEndOffset()).isEqualTo(3);
        assertThatThrownBy(() -> fill(1)).isInstanceOf(DiskFullException.class);
        log.scan(0, batch -> {});
        space.full = false;
        fill(1);
        assertThat(log.logEndOffset()).isEqualTo(4);
    }

    @Test
    void takesNoMoreAfterAFailedWrite() throws IOException {
        fill(1);
        Files.createDirectory(segment(1));
        space.pretending = true;
        assertThatThrownBy(() -> fill(20)).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(() -> fill(1)).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(() -> log.flush()).isInstanceOf(LogFailedException.class);
        assertThat(log.logEndOffset()).isBetween(2L, 10L);
        log.scan(0, batch -> {});
    }

    private boolean isManifestWritten(Operation operation, Path file) {
        return operation == Operation.OPEN && file.equals(segment(0).resolveSibling("manifest.new"));
    }

    @Test
    void appendsDoNotTakeWhatIsKeptBackForDeletions() throws IOException {
        PartitionLog other =
                store.open("orders", UUID.randomUUID(), 0, LogFiles.CONFIG).log();
        fill(other, 1);
        fill(2);
        List<IOException> refusals = new CopyOnWriteArrayList<>();
        space.full = true;
        faults = (operation, file) -> {
            if (isManifestWritten(operation, file)) {
                if (Files.exists(space.reserve)) {
                    throw new IOException("No space left on device");
                }
                try {
                    fill(other, 100);
                } catch (DiskFullException refused) {
                    refusals.add(refused);
                }
            }
        };
        log.close();
        faults = (operation, file) -> {};
        assertThat(refusals).hasSize(1);
        assertThat(space.reserve).exists();
        assertThatThrownBy(() -> fill(other, 100)).isInstanceOf(DiskFullException.class);

        space.full = false;
        long end = other.logEndOffset();
        fill(other, 100);
        assertThat(other.logEndOffset()).isEqualTo(end + 100);
    }

    @Test
    void anErrorThatIsNotWantOfSpaceDoesNotRefuseAppends() throws IOException {
        PartitionLog other =
                store.open("orders", UUID.randomUUID(), 0, LogFiles.CONFIG).log();
        fill(2);
        faults = (operation, file) -> {
            if (isManifestWritten(operation, file)) {
                assertThat(space.reserve).exists();
                fill(other, 10);
                throw new IOException("Input/output error");
            }
        };
        assertThatThrownBy(() -> log.close()).hasMessage("Input/output error");
        assertThat(space.reserve).exists();
        assertThat(other.logEndOffset()).isGreaterThanOrEqualTo(10);
        fill(other, 100);
    }

    @Test
    void withoutRoomForWhatIsKeptBackAppendsWait() throws IOException {
        fill(3);
        store.abandon();
        Files.delete(space.reserve);
        space.largestBytes = SpaceReserve.BYTES / 2;
        store = ChronicleLogStore.open(directory, space, () -> 1000, null);
        log = openLog().log();
        log.scan(0, batch -> {});
        assertThatThrownBy(() -> fill(1)).isInstanceOf(DiskFullException.class);
        assertThat(log.logEndOffset()).isEqualTo(3);

        space.largestBytes = Long.MAX_VALUE;
        fill(1);
        assertThat(log.logEndOffset()).isEqualTo(4);
        assertThat(space.reserve).exists();
    }

    /** Without appends nothing else would ask for the deletion. */
    @Test
    void aRefusedAppendTriesAgainToDeleteWhatFreesTheDisk() throws Exception {
        deletesOnceThisCanBeWritten("manifest.new");
    }

    @Test
    void aRefusedAppendTriesAgainToSaveWhatIsLeftOfTheDeleted() throws Exception {
        deletesOnceThisCanBeWritten(".base.new");
    }

    private void deletesOnceThisCanBeWritten(String name) throws Exception {
        store.close();
        store = ChronicleLogStore.open(directory, space, () -> 1000, BatchCount::new);
        log = openLog().log();
        fill(20);
        log.close();
        log = openLog().log();
        long end = log.logEndOffset();
        CountDownLatch failedTwice = new CountDownLatch(2);
        CountDownLatch deleted = new CountDownLatch(1);
        space.full = true;
        faults = (operation, file) -> {
            if (operation == Operation.OPEN && file.toString().endsWith(name)) {
                failedTwice.countDown();
                throw new IOException("No space left on device");
            }
        };
        log.trimTo(end);
        assertThat(failedTwice.await(20, TimeUnit.SECONDS)).isTrue();
        faults = (operation, file) -> {
            if (operation == Operation.DELETE && file.endsWith(segment(0).getFileName())) {
                deleted.countDown();
            }
        };
        assertThat(segment(0)).exists();
        assertThatThrownBy(() -> fill(1000)).isInstanceOf(DiskFullException.class);
        assertThat(deleted.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
