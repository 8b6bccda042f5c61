// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.BatchCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
