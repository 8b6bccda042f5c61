// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.BatchCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved at the end of a segment is a cache: it saves work and is never believed beyond what it names. */
class SavedFoldTest {
    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        files = new LogFiles(dir);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private BatchCount folded() throws IOException {
        BatchCount count = new BatchCount();
        files.log().fold(count);
        return count;
    }

    private void assertFolded(long batches) throws IOException {
        assertThat(folded().batches()).isEqualTo(batches);
        assertThat(folded().offsets()).isEqualTo(batches * (batches - 1) / 2);
    }

    @Test
    void replaysNothingAfterACleanClose() throws IOException {
        files.fill(100);
        files.reopenClean();
        assertFolded(100);
        assertThat(folded().replayed()).isZero();
    }

    @Test
    void replaysOnlyTheLastSegmentsAfterACrash() throws IOException {
        files.fill(100);
        files.reopenClean();
        files.fill(5);
        files.reopenAfterCrash();
        assertFolded(105);
        assertThat(folded().replayed()).isLessThan(60);
    }

    @Test
    void believesNoValueOfASegmentThatWasCut() throws IOException {
        files.fill(100);
        files.reopenClean();
        files.log().truncateTo(91, 0);
        assertFolded(91);
        files.log().truncateTo(50, 0);
        assertFolded(50);
        files.fill(50);
        assertFolded(100);
        files.reopenAfterCrash();
        assertFolded(100);
    }

    @Test
    void countsWhatWasTrimmed() throws IOException {
        files.fill(100);
        files.reopenClean();
        files.log().trimTo(90);
        assertFolded(100);
    }

    @Test
    void doesWithoutDamagedValues() throws IOException {
        files.fill(100);
        files.reopenClean();
        files.crash();
        try (var saved = Files.newDirectoryStream(files.files().directory(), "*.state")) {
            for (Path path : saved) {
                files.flip(path, Files.size(path) - 9, 4);
            }
        }
        files.recover();
        assertFolded(100);
        assertThat(folded().replayed()).isEqualTo(100);
    }

    @Test
    void knowsWhatWasDeletedAfterAnotherStart() throws IOException {
        files.fill(100);
        files.log().trimTo(90);
        files.reopenClean();
        assertThat(files.files().segment(0)).doesNotExist();
        assertFolded(100);
        deleteSaved();
        assertFolded(100);
        assertThat(folded().replayed()).isLessThan(60);
    }

    @Test
    void knowsWhatIsDeletedThoughNothingWasSavedOfIt() throws IOException {
        files.fill(100);
        files.reopenClean();
        deleteSaved();
        files.log().trimTo(90);
        files.reopenAfterCrash();
        files.reopenClean();
        assertThat(files.files().segment(0)).doesNotExist();
        deleteSaved();
        assertFolded(100);
    }

    @Test
    void saysWhenAPowerCutLeftNothingOfWhatWasBelowTheLogStart() throws IOException {
        files.fill(60);
        files.log().trimTo(60);
        files.crash();
        files.startMachineAgain();
        for (Path lost : files.files().segments().values()) {
            Files.delete(lost);
        }
        for (Path lost : files.files().bases()) {
            Files.delete(lost);
        }
        files.recover();
        assertThat(files.log().logStartOffset()).isEqualTo(60);
        assertThat(files.log().logEndOffset()).isEqualTo(60);
        assertThat(files.log().fold(new BatchCount())).isFalse();

        files.log().restartAt(60, BatchCount.of(60, 1770).save());
        files.reopenAfterCrash();
        assertThat(files.log().fold(new BatchCount())).isTrue();
        assertFolded(60);
    }

    @Test
    void staysUnknownWhateverIsWrittenAndDeletedAfter() throws IOException {
        files.log().restartAt(60, null);
        files.fill(100);
        assertThat(files.log().fold(new BatchCount())).isFalse();
        files.reopenClean();
        assertThat(files.log().fold(new BatchCount())).isFalse();
        assertThat(folded().batches()).isEqualTo(100);
        files.log().trimTo(150);
        files.reopenClean();
        deleteSaved();
        assertThat(files.log().fold(new BatchCount())).isFalse();
        assertThat(folded().batches()).isEqualTo(100);
        files.log().truncateTo(150, 0);
        assertThat(files.log().fold(new BatchCount())).isFalse();
        assertThat(folded().batches()).isEqualTo(90);
    }

    @Test
    void keepsOneValueOfWhatWasDeleted() throws IOException {
        for (int round = 1; round <= 5; round++) {
            files.fill(60);
            files.log().trimTo(60L * round - 10);
            files.reopenClean();
            assertFolded(60L * round);
        }
        files.log().restartAt(500, BatchCount.of(500, 124_750).save());
        files.reopenClean();
        assertFolded(500);
        assertThat(files.files().bases()).containsExactly(files.files().base(500));
    }

    /** The process ended between the two. */
    @Test
    void doesNotBelieveWhatWasSavedForARestartThatDidNotHappen(@TempDir Path elsewhere) throws IOException {
        files.fill(100);
        files.log().trimTo(90);
        files.reopenClean();
        List<Path> before = files.files().bases();
        files.crash();
        LogFiles other = new LogFiles(elsewhere);
        other.log().restartAt(500, BatchCount.of(7, 7).save());
        other.close();
        Files.copy(other.files().base(500), files.files().base(500));
        files.recover();
        deleteSaved();
        assertFolded(100);
        files.reopenClean();
        assertThat(files.files().bases()).isEqualTo(before);
    }

    @Test
    void doesNotBelieveWhatWasLeftOfAnEarlierRestart() throws IOException {
        files.fill(10);
        files.log().restartAt(500, BatchCount.of(500, 124_750).save());
        byte[] stale = Files.readAllBytes(files.files().base(500));
        files.log().restartAt(700, null);
        files.reopenClean();
        Files.write(files.files().base(500), stale);
        files.log().restartAt(500, null);
        assertFolded(0);
    }

    @Test
    void startsWithADamagedValueOfWhatWasDeleted() throws IOException {
        files.fill(100);
        files.log().trimTo(90);
        files.reopenClean();
        deleteSaved();
        files.crash();
        for (Path path : files.files().bases()) {
            files.flip(path, Files.size(path) - 9, 4);
        }
        files.recover();
        assertThat(folded().batches()).isBetween(10L, 60L);
    }

    private void deleteSaved() throws IOException {
        try (var saved = Files.newDirectoryStream(files.files().directory(), "*.state")) {
            for (Path path : saved) {
                Files.delete(path);
            }
        }
    }
}
