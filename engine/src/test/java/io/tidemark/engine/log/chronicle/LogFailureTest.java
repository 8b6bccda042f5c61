// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.LogFailedException;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFailureTest {
    private Path directory;
    private LimitedSpace space;
    private ChronicleLogStore store;
    private PartitionLog log;

    /** A disk that can be filled. */
    private static final class LimitedSpace extends SpaceOnDisk {
        private boolean full;
        private boolean pretending;

        LimitedSpace(SpaceSource disk) {
            super(disk);
        }

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            return pretending || (!full && super.allocate(file, position, lengthBytes));
        }
    }

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        directory = dir;
        space = new LimitedSpace(PosixSpace.open(directory));
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
}
