// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage of every kind: repaired with nothing lost, or told; never silently shorter. */
class RecoveryTest {
    private Path directory;
    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        directory = dir;
        files = new LogFiles(directory);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private Path segment(int number) {
        return files.files().segment(number);
    }

    private void assertDamagedFrom(long endOffset) throws IOException {
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.opened().detail()).isNotEmpty();
        assertThat(files.log().logEndOffset()).isEqualTo(endOffset);
        files.assertSound();
    }

    private void assertWhole(long endOffset) throws IOException {
        assertThat(files.opened().damaged()).as(files.opened().detail()).isFalse();
        assertThat(files.log().logEndOffset()).isEqualTo(endOffset);
        files.assertSound();
    }

    @Test
    void keepsEverythingAfterACrash() throws IOException {
        files.fill(50);
        files.reopenAfterCrash();
        assertThat(files.opened().clean()).isFalse();
        assertWhole(50);
    }

    @Test
    void goesOnInTheSameSegmentAfterACleanClose() throws IOException {
        files.fill(5);
        files.reopenClean();
        assertThat(files.opened().clean()).isTrue();
        files.fill(5);
        assertThat(segment(1)).doesNotExist();
        assertWhole(10);
    }

    @Test
    void writesNothingWhenOnlyOpenedAndRead() throws IOException {
        files.fill(5);
        files.reopenAfterCrash();
        files.log().scan(0, batch -> {});
        files.reopenClean();
        assertThat(files.opened().clean()).isTrue();
        assertThat(segment(1)).doesNotExist();
        assertWhole(5);
    }

    @Test
    void tellsAFlippedPayloadBit() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(4) + 500, 1);
        files.recover();
        assertDamagedFrom(4);
    }

    @Test
    void tellsAFlippedBitInABatchHeaderOutsideTheBatchChecksum() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(4) + Envelope.BYTES + 13, 1);
        files.recover();
        assertDamagedFrom(4);
    }

    @Test
    void tellsAFlippedBitInAnEnvelope() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(4) + 9, 4);
        files.recover();
        assertDamagedFrom(4);
    }

    @Test
    void tellsAWrongLengthOfADocument() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(4) - 4, 8);
        files.recover();
        assertDamagedFrom(4);
    }

    @Test
    void tellsADocumentThatIsHidden() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(9) - 1, 0x40);
        files.recover();
        assertDamagedFrom(9);
    }

    @Test
    void tellsADocumentThatIsNotCommittedAnyMore() throws IOException {
        files.fill(10);
        files.crash();
        files.flip(segment(0), files.records(0).get(9) - 1, 0x80);
        files.recover();
        assertDamagedFrom(9);
    }

    @Test
    void tellsAZeroedPage() throws IOException {
        files.fill(15);
        files.crash();
        long page = (files.records(0).get(4) + 4095) & -4096;
        files.zero(segment(0), page, 4096);
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.log().logEndOffset()).isBetween(4L, 8L);
        files.assertSound();
    }

    @Test
    void tellsDamageAtTheTailAlsoWhenTheNextSegmentsFileIsThere() throws IOException {
        files.fill(10);
        files.crash();
        PosixSpace.open(directory).allocate(segment(1), 0, 65536);
        files.flip(segment(0), files.records(0).get(8) + 500, 1);
        files.recover();
        assertDamagedFrom(8);
    }

    @Test
    void tellsAZeroedTailBelowTheFlushedEnd() throws IOException {
        files.fill(10);
        files.log().flush();
        files.crash();
        files.zero(segment(0), files.records(0).get(6) - 4, 8000);
        files.startMachineAgain();
        files.recover();
        assertDamagedFrom(6);
    }

    @Test
    void losesOnlyWhatWasNotFlushedInAPowerCut() throws IOException {
        files.fill(6);
        files.log().flush();
        files.fill(4);
        files.crash();
        files.zero(segment(0), files.records(0).get(7) + 100, 8000);
        files.startMachineAgain();
        files.recover();
        assertWhole(7);
    }

    @Test
    void tellsAFlippedBitInAMarker() throws IOException {
        files.fill(10);
        files.log().truncateTo(5, 1);
        files.fill(2);
        files.crash();
        files.flip(segment(1), files.records(1).get(0) + 3, 1);
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        files.assertSound();
    }

    @Test
    void tellsAZeroedHeaderOfASegment() throws IOException {
        files.fill(40);
        files.crash();
        files.zero(segment(1), 0, 4096);
        Files.deleteIfExists(files.files().checkpoint(1));
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        files.assertSound();
    }

    @Test
    void tellsAMissingSegment() throws IOException {
        files.fill(60);
        files.crash();
        Files.delete(segment(1));
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.opened().detail()).contains("segment");
        files.assertSound();
    }

    @Test
    void tellsAMissingFirstSegment() throws IOException {
        files.fill(60);
        files.reopenClean();
        files.crash();
        Files.delete(segment(0));
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.opened().detail()).contains("segment 0 is missing");
        files.assertSound();
    }

    @Test
    void tellsASegmentThatWasEmptied() throws IOException {
        files.fill(10);
        files.log().flush();
        files.crash();
        files.cut(segment(0), 0);
        files.recover();
        assertDamagedFrom(0);
    }

    @Test
    void tellsACutFile() throws IOException {
        files.fill(10);
        files.crash();
        files.cut(segment(0), files.records(0).get(5) + 200);
        files.recover();
        assertDamagedFrom(5);
    }

    @Test
    void passesOverASegmentThatWasOnlyBegun() throws IOException {
        files.fill(5);
        files.crash();
        PosixSpace.open(directory).allocate(segment(1), 0, 65536);
        files.recover();
        assertWhole(5);
    }

    @Test
    void setsForeignFilesAside() throws IOException {
        files.fill(5);
        files.crash();
        Files.writeString(files.files().directory().resolve("foreign.cq4"), "not a segment");
        Files.writeString(files.files().directory().resolve("notes.txt"), "not ours");
        files.recover();
        assertThat(files.files().directory().resolve("foreign.cq4.foreign")).exists();
        assertThat(files.files().directory().resolve("notes.txt")).exists();
        assertWhole(5);
    }

    @Test
    void takesNothingFromTheSegmentOfAnotherPartition() throws IOException {
        files.fill(5);
        files.crash();
        try (ChronicleHarness other = new ChronicleHarness(directory.resolve("other"))) {
            LogIdentity identity = new LogIdentity(LogFiles.IDENTITY.topicId(), 99);
            var log = other.store()
                    .open("orders", identity.topicId(), 99, LogFiles.CONFIG)
                    .log();
            log.restartAt(5, null);
            log.append(TestBatches.batch(5, 0), 5);
            log.close();
            SegmentFiles theirs =
                    new SegmentFiles(directory.resolve("other").resolve(LogDirectory.name("orders", identity)));
            Files.copy(theirs.segment(0), segment(1));
        }
        files.recover();
        assertThat(files.log().logEndOffset()).isEqualTo(5);
        files.assertSound();
    }

    @Test
    void rebuildsFromDamagedCheckpoints() throws IOException {
        files.fill(60);
        files.reopenClean();
        files.crash();
        for (int number : List.of(0, 1, 2)) {
            files.flip(files.files().checkpoint(number), 100, 16);
        }
        files.recover();
        assertWhole(60);
    }

    @Test
    void rebuildsTheQueuesMetadata() throws IOException {
        files.fill(5);
        files.crash();
        files.flip(files.files().queueMetadata(), 3, 0xff);
        files.recover();
        assertWhole(5);
    }

    @Test
    void tellsALostManifestOrMark() throws IOException {
        files.fill(5);
        files.crash();
        Files.delete(files.files().manifest());
        files.recover();
        assertDamagedFrom(5);
        files.crash();
        files.cut(files.files().mark(), 0);
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
    }

    @Test
    void tellsDamageAtEachStartUntilTheLogIsChanged() throws IOException {
        files.fill(60);
        files.crash();
        Files.delete(segment(1));
        files.recover();
        files.reopenAfterCrash();
        assertThat(files.opened().damaged()).isTrue();
        files.reopenClean();
        assertThat(files.opened().damaged()).isTrue();
        files.assertSound();
    }

    @Test
    void keepsWhatLiesBehindAHoleAside() throws IOException {
        files.fill(60);
        files.crash();
        Files.delete(segment(1));
        files.recover();
        assertThat(files.files().directory().toFile().list()).anyMatch(name -> name.endsWith(".damaged"));
    }

    @Test
    void forgetsNoTruncationInACrash() throws IOException {
        files.fill(30);
        files.log().flush();
        files.log().truncateTo(12, 1);
        files.reopenAfterCrash();
        assertWhole(12);
    }

    @Test
    void doesNotGoOnWithoutItsBeginning() throws IOException {
        files.fill(30);
        files.reopenAfterCrash();
        files.fill(30);
        files.crash();
        Files.delete(segment(0));
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.log().logStartOffset()).isZero();
        assertThat(files.log().logEndOffset()).isZero();
        assertThat(files.log().epochs()).isEmpty();
    }

    @Test
    void doesNotGoOnWithoutABeginningThatAPowerCutTook() throws IOException {
        byte[] listsNothing = Files.readAllBytes(files.files().manifest());
        files.fill(60);
        files.crash();
        files.startMachineAgain();
        Files.write(files.files().manifest(), listsNothing);
        Files.delete(segment(0));
        files.recover();
        assertThat(files.log().logStartOffset()).isZero();
        assertThat(files.log().logEndOffset()).isZero();
    }

    @Test
    void knowsNoEpochWhenAPowerCutLeavesNothingAboveTheLogStart() throws IOException {
        files.fill(30);
        files.log().flush();
        files.fill(30);
        files.log().trimTo(60);
        files.crash();
        files.startMachineAgain();
        for (Path lost : files.files().segments().values()) {
            Files.delete(lost);
        }
        files.recover();
        assertThat(files.log().logStartOffset()).isEqualTo(60);
        assertThat(files.log().epochs()).isEmpty();
    }

    @Test
    void forgetsNoLogStartInACrash() throws IOException {
        files.fill(60);
        files.log().trimTo(33);
        files.reopenAfterCrash();
        assertThat(files.log().logStartOffset()).isEqualTo(33);
        assertWhole(60);
    }

    @Test
    void keepsOthersOut() {
        assertThatThrownBy(() -> ChronicleLogStore.open(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use by another process");
    }

    @Test
    void keepsAnotherProcessOut() throws Exception {
        files.fill(5);
        Process other = KillTest.start(directory, directory.resolve("promises"), 1);
        try {
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.exitValue()).isNotZero();
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertWhole(5);
    }

    @Test
    void refusesNamesThatLeaveTheDirectory() {
        assertThatThrownBy(() -> LogDirectory.name("../x", LogFiles.IDENTITY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogDirectory.name("a/b", LogFiles.IDENTITY))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
