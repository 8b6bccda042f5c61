// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.LogStore.StoredLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage below a checkpoint is not seen by recovery: the scrubber sees it, and makes the next recovery see it. */
class ScrubTest {
    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        files = new LogFiles(dir);
        files.fill(100);
        files.reopenClean();
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private List<String> scrub() throws IOException {
        List<String> faults = new ArrayList<>();
        ((ChronicleLog) files.log()).scrub(Pace.UNBOUNDED, faults::add);
        return faults;
    }

    private void damage(int segment, int record) throws IOException {
        files.flip(files.files().segment(segment), files.records(segment).get(record) + 500, 1);
    }

    @Test
    void findsNothingInAWholeLog() throws IOException {
        assertThat(scrub()).isEmpty();
        files.reopenAfterCrash();
        files.fill(3);
        assertThat(scrub()).isEmpty();
    }

    @Test
    void tellsDamageAtEveryPassAndTheNextOpenFindsIt() throws IOException {
        assertThat(files.files().checkpoint(1)).exists();
        damage(1, 3);
        assertThat(scrub()).singleElement().asString().contains("segment 1");
        assertThat(scrub()).singleElement().asString().contains("segment 1");
        files.fill(1);
        files.reopenClean();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.log().logEndOffset()).isBetween(20L, 40L);
        files.assertSound();
    }

    /** Of what a batch's own checksum leaves out. */
    private void damageLeaderEpoch(int segment, int record) throws IOException {
        files.flip(files.files().segment(segment), files.records(segment).get(record) + Envelope.BYTES + 15, 1);
    }

    /** Of the batch behind the envelope, so that batches cannot be told apart. */
    private void damageBaseOffset(int segment, int record) throws IOException {
        files.flip(files.files().segment(segment), files.records(segment).get(record) + Envelope.BYTES, 1);
    }

    private void assertTheNextOpenFindsIt() throws IOException {
        files.reopenClean();
        assertThat(files.opened().damaged()).as(files.opened().detail()).isTrue();
        assertThat(files.log().logEndOffset()).isBetween(20L, 40L);
        files.assertSound();
    }

    @Test
    void damageThatAReadMeetsIsFoundByTheNextOpen() throws IOException {
        damageBaseOffset(1, 3);
        assertAReadFindsIt();
    }

    @Test
    void damageThatAVerifiedReadMeetsIsFoundByTheNextOpen() throws IOException {
        damage(1, 3);
        assertAVerifiedReadFindsIt();
    }

    @Test
    void damageToWhatABatchsChecksumLeavesOutIsMetByAVerifiedRead() throws IOException {
        damageLeaderEpoch(1, 3);
        assertAVerifiedReadFindsIt();
    }

    private void assertAVerifiedReadFindsIt() throws IOException {
        long wholeEnd;
        try (LogSlice whole = files.log().readVerified(20, 64 << 10, 100)) {
            wholeEnd = whole.endOffset();
        }
        assertThatThrownBy(() -> files.log().readVerified(wholeEnd, 64 << 10, 100))
                .isInstanceOf(DamagedLogException.class)
                .hasMessageContaining("offset " + wholeEnd);
        assertTheNextOpenFindsIt();
    }

    @Test
    void damageThatACompactionMeetsIsFoundByTheNextOpen() throws IOException {
        damageLeaderEpoch(1, 3);
        CompactionPolicy policy = new CompactionPolicy(1000, 0.5, 1 << 20, Long.MAX_VALUE);
        assertThatThrownBy(() -> files.log().compact(policy, 5000, 100)).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void damageThatATruncationMeetsIsFoundByTheNextOpen() throws IOException {
        damageBaseOffset(1, 3);
        assertThatThrownBy(() -> files.log().truncateTo(21, 1)).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void damageThatALookUpMeetsIsFoundByTheNextOpen() throws IOException {
        damageBaseOffset(1, 3);
        files.log().trimTo(25);
        assertThatThrownBy(() -> files.log().offsetForTime(1000, 100)).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void aFileThatIsShorterThanWhatWasWrittenIsDamage() throws IOException {
        files.cut(files.files().segment(1), files.records(1).get(3));
        assertAReadFindsIt();
    }

    private void assertAReadFindsIt() throws IOException {
        long wholeEnd = 20;
        try (LogSlice whole = files.log().read(wholeEnd, 64 << 10, 100)) {
            assertThat(whole.buffers()).isNotEmpty();
            wholeEnd = whole.endOffset();
        }
        long damagedAt = wholeEnd;
        assertThatThrownBy(() -> files.log().read(damagedAt, 64 << 10, 100)).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void aVerifiedReadOfAWholeLogGivesWhatAReadGives() throws IOException {
        try (LogSlice verified = files.log().readVerified(20, 8 << 10, 100);
                LogSlice read = files.log().read(20, 8 << 10, 100)) {
            assertThat(verified.copy()).isEqualTo(read.copy());
            assertThat(verified.endOffset()).isEqualTo(read.endOffset());
        }
    }

    @Test
    void damageThatAScanMeetsIsFoundByTheNextOpen() throws IOException {
        damageBaseOffset(1, 3);
        assertThatThrownBy(() -> files.log().scan(0, batch -> {})).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void damageThatAFoldMeetsIsFoundByTheNextOpen() throws IOException {
        damageBaseOffset(1, 3);
        for (int segment = 0; segment < 10; segment++) {
            Files.deleteIfExists(files.files().foldOf(segment));
        }
        assertThatThrownBy(() -> files.log().fold(new BatchCount())).isInstanceOf(DamagedLogException.class);
        assertTheNextOpenFindsIt();
    }

    @Test
    void passesOverWhatACutLeftWithoutUse() throws IOException {
        long unused = files.records(1).get(6) + 500;
        files.log().truncateTo(files.log().logStartOffset() + 21, 1);
        files.fill(30);
        files.flip(files.files().segment(1), unused, 1);
        assertThat(scrub()).isEmpty();
    }

    @Test
    void aSegmentThatCanBeReadAgainIsNotHeldForDamaged() throws IOException {
        Path segment = files.files().segment(2);
        Path away = segment.resolveSibling("away");
        Files.move(segment, away);
        assertThat(scrub()).hasSize(1);
        Files.move(away, segment);
        assertThat(scrub()).isEmpty();
    }

    @Test
    void tellsASegmentThatIsGone() throws IOException {
        Files.delete(files.files().segment(2));
        assertThat(scrub()).singleElement().asString().contains("cannot be read");
    }

    @Test
    void passesOverSegmentsThatWereDroppedMeanwhile() throws IOException {
        damage(1, 3);
        files.log().trimTo(90);
        assertThat(scrub()).isEmpty();
    }

    @Test
    void runsInTheBackground() throws Exception {
        damage(1, 3);
        BlockingQueue<StoredLog> told = new LinkedBlockingQueue<>();
        files.store().startScrubbing(64 << 20, 10, (log, detail) -> told.add(log));
        assertThat(told.poll(30, TimeUnit.SECONDS))
                .isEqualTo(new StoredLog("orders", LogFiles.IDENTITY.topicId(), LogFiles.IDENTITY.partition()));
    }
}
