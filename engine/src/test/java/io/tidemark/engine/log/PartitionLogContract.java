// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.record.Compression;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link PartitionLog} does. */
public abstract class PartitionLogContract {
    private static final UUID TOPIC_ID = new UUID(1, 2);
    private static final LogConfig CONFIG = new LogConfig(2000, 10_000, 1 << 20);

    private LogHarness harness;
    private PartitionLog log;

    /** A harness on an empty directory. */
    protected abstract LogHarness harness(Path dir) throws IOException;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        harness = harness(directory);
        harness.setClockMs(1000);
        log = openLog().log();
    }

    @AfterEach
    void close() throws IOException {
        harness.close();
    }

    private OpenedLog openLog() throws IOException {
        return harness.store().open("orders", TOPIC_ID, 0, CONFIG);
    }

    private void fill(int batches) throws IOException {
        for (int i = 0; i < batches; i++) {
            log.append(TestBatches.batch(log.logEndOffset(), 0), log.logEndOffset());
        }
    }

    private List<Long> offsetsRead(long offset, int maxBytes, long upperOffset) throws IOException {
        List<Long> offsets = new ArrayList<>();
        try (LogSlice slice = log.read(offset, maxBytes, upperOffset)) {
            slice.buffers().forEach(batch -> offsets.add(RecordBatch.baseOffset(batch)));
        }
        return offsets;
    }

    private void appendDamaged() throws IOException {
        ByteBuffer damaged = TestBatches.batch(log.logEndOffset(), 0);
        int last = damaged.limit() - 1;
        damaged.put(last, (byte) (damaged.get(last) ^ 1));
        log.append(damaged, log.logEndOffset());
    }

    @Test
    void aVerifiedReadEndsBeforeTheFirstBatchThatIsDamaged() throws IOException {
        fill(2);
        appendDamaged();
        fill(1);

        try (LogSlice slice = log.readVerified(0, 10_000, 4)) {
            assertThat(slice.buffers()).hasSize(2);
            assertThat(slice.endOffset()).isEqualTo(2);
        }
        assertThatThrownBy(() -> log.readVerified(2, 10_000, 4))
                .isInstanceOf(DamagedLogException.class)
                .hasMessageContaining("offset 2");
        try (LogSlice behind = log.readVerified(3, 10_000, 4)) {
            assertThat(behind.endOffset()).isEqualTo(4);
        }
    }

    @Test
    void aVerifiedReadOfNothingIsEmpty() throws IOException {
        fill(2);

        try (LogSlice atTheEnd = log.readVerified(2, 10_000, 2);
                LogSlice atTheBound = log.readVerified(1, 10_000, 1)) {
            assertThat(atTheEnd.sizeBytes()).isZero();
            assertThat(atTheBound.endOffset()).isEqualTo(1);
        }
    }

    @Test
    void isEmptyAtZeroWhenNew() throws IOException {
        assertThat(log.logStartOffset()).isZero();
        assertThat(log.logEndOffset()).isZero();
        assertThat(log.epochs()).isEmpty();
        assertThat(offsetsRead(0, 1000, 10)).isEmpty();
        assertThat(log.offsetForTime(0, 10)).isNull();
    }

    @Test
    void readsAtLeastOneBatchWhateverTheBound() throws IOException {
        fill(5);
        assertThat(offsetsRead(2, 0, Long.MAX_VALUE)).containsExactly(2L);
    }

    @Test
    void readsNothingOfABatchThatReachesAboveTheUpperOffset() throws IOException {
        log.append(TestBatches.batch(0, 3, 0, 1, 10), 0);
        assertThat(offsetsRead(0, 1000, 2)).isEmpty();
        assertThat(offsetsRead(1, 1000, 3)).containsExactly(0L);
    }

    @Test
    void readsAcrossSegments() throws IOException {
        fill(60);
        assertThat(offsetsRead(0, 1 << 20, Long.MAX_VALUE)).hasSize(60);
    }

    @Test
    void refusesOffsetsOutsideTheLog() throws IOException {
        fill(5);
        log.trimTo(2);
        assertThatThrownBy(() -> log.read(1, 10, 10)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> log.read(6, 10, 10)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(offsetsRead(5, 10, 10)).isEmpty();
    }

    @Test
    void refusesABatchThatDoesNotContinueTheLog() throws IOException {
        fill(3);
        assertThatThrownBy(() -> log.append(TestBatches.batch(2, 0), 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.append(TestBatches.batch(2, 0), 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.append(TestBatches.batch(5, 0), 5)).isInstanceOf(IllegalArgumentException.class);
        ByteBuffer cut = TestBatches.batch(3, 0);
        cut.limit(cut.limit() - 1);
        assertThatThrownBy(() -> log.append(cut, 3)).isInstanceOf(IllegalArgumentException.class);
        fill(1);
        assertThat(log.logEndOffset()).isEqualTo(4);
    }

    @Test
    void leavesTheAppendedBufferAsItWas() throws IOException {
        ByteBuffer batch = TestBatches.batch(0, 1, 0, 1, 40_000);
        int limit = batch.limit();
        log.append(batch, 0);
        assertThat(batch.position()).isZero();
        assertThat(batch.limit()).isEqualTo(limit);
    }

    @Test
    void handsOutReadOnlyBytesThatOutliveTruncationAndClose() throws IOException {
        fill(3);
        try (LogSlice slice = log.read(0, 1 << 20, 10)) {
            log.truncateTo(0, 1);
            log.append(TestBatches.batch(0, 7), 0);
            log.close();
            assertThat(slice.buffers())
                    .hasSize(3)
                    .allMatch(ByteBuffer::isReadOnly)
                    .allMatch(Crc::matches);
            assertThat(RecordBatch.leaderEpoch(slice.buffers().get(0))).isZero();
        }
    }

    @Test
    void keepsEpochZeroThroughACrash() throws IOException {
        fill(2);
        harness.crash();
        log = openLog().log();
        assertThat(log.epochs()).containsExactly(new EpochStart(0, 0));
    }

    @Test
    void forgetsATrailingEpochThatIsCutAtTheLogEnd() throws IOException {
        fill(10);
        log.appendEpoch(3);
        assertThat(log.epochs()).containsExactly(new EpochStart(0, 0), new EpochStart(3, 10));
        log.truncateTo(10, 4);
        assertThat(log.epochs()).containsExactly(new EpochStart(0, 0));
        harness.crash();
        log = openLog().log();
        assertThat(log.epochs()).containsExactly(new EpochStart(0, 0));
    }

    @Test
    void ignoresAnEpochThatIsNotNewer() throws IOException {
        log.appendEpoch(2);
        log.appendEpoch(2);
        log.appendEpoch(1);
        assertThat(log.epochs()).containsExactly(new EpochStart(2, 0));
    }

    @Test
    void cutsASpanningBatchAwayWhole() throws IOException {
        fill(2);
        log.append(TestBatches.batch(2, 4, 0, 1, 10), 2);
        assertThat(log.truncateTo(4, 1)).isEqualTo(2);
        assertThat(log.logEndOffset()).isEqualTo(2);
    }

    @Test
    void startsEmptyAtAnOffset() throws IOException {
        log.restartAt(500, null);
        log.append(TestBatches.batch(500, 0), 500);
        log.close();
        log = openLog().log();
        assertThat(log.logStartOffset()).isEqualTo(500);
        assertThat(log.logEndOffset()).isEqualTo(501);
    }

    @Test
    void neverStartsAtZeroAgainOnceEmptied() throws IOException {
        fill(40);
        log.trimTo(40);
        harness.crash();
        log = openLog().log();
        assertThat(log.logStartOffset()).isEqualTo(40);
        assertThat(log.logEndOffset()).isEqualTo(40);
        fill(1);
        assertThat(offsetsRead(40, 10, 100)).containsExactly(40L);
    }

    @Test
    void refusesToStartAboveItsEnd() throws IOException {
        fill(3);
        assertThatThrownBy(() -> log.trimTo(4)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsTheFirstRecordAtOrAfterATimeAlsoOutOfOrderAndCompressed() throws IOException {
        log.append(TestBatches.timed(0, Compression.NONE, 50, 40), 0);
        log.append(TestBatches.timed(2, Compression.ZSTD, 10, 90, 60), 2);
        log.append(TestBatches.timed(5, Compression.LZ4, 90, 100), 5);
        assertThat(log.offsetForTime(45, 10)).isEqualTo(new TimestampedOffset(50, 0));
        assertThat(log.offsetForTime(60, 10)).isEqualTo(new TimestampedOffset(90, 3));
        assertThat(log.offsetForTime(95, 10)).isEqualTo(new TimestampedOffset(100, 6));
        assertThat(log.offsetForTime(95, 6)).isNull();
        log.trimTo(1);
        assertThat(log.offsetForTime(40, 10)).isEqualTo(new TimestampedOffset(40, 1));
    }

    @Test
    void retainsByWholeSegmentsBelowTheUpperOffset() throws IOException {
        fill(100);
        long all = log.sizeBytes();
        long start = log.retainedStart(new RetentionPolicy(all / 2, -1), 1000, 100);
        assertThat(start).isBetween(30L, 60L);
        assertThat(log.retainedStart(new RetentionPolicy(all / 2, -1), 1000, 20))
                .isLessThanOrEqualTo(20);
        log.trimTo(start);
        assertThat(log.sizeBytes()).isBetween(all / 2, all * 6 / 10);
        assertThat(log.retainedStart(new RetentionPolicy(all / 2, -1), 1000, 100))
                .isEqualTo(start);
    }

    @Test
    void isNotPinnedByATimestampFromTheFuture() throws IOException {
        log.append(TestBatches.batch(0, 1, 0, 253_402_300_799_999L, 1900), 0);
        fill(20);
        assertThat(log.retainedStart(new RetentionPolicy(-1, 500), 2000, 100)).isEqualTo(21);
        assertThat(log.retainedStart(new RetentionPolicy(-1, Long.MAX_VALUE), 2000, 100))
                .isZero();
    }

    @Test
    void beginsASegmentWhenTheOldOneIsOldEnough() throws IOException {
        fill(1);
        harness.setClockMs(11_000);
        fill(1);
        assertThat(log.retainedStart(new RetentionPolicy(0, -1), 11_000, 2)).isEqualTo(1);
    }

    @Test
    void reportsTheFlushedEnd() throws IOException {
        fill(3);
        assertThat(log.flush()).isEqualTo(3);
        fill(2);
        assertThat(log.flushedEndOffset()).isEqualTo(3);
        log.truncateTo(1, 0);
        assertThat(log.flushedEndOffset()).isEqualTo(1);
    }

    @Test
    void refusesTheBuffersOfAClosedSlice() throws IOException {
        fill(1);
        LogSlice slice = log.read(0, 100, 1);
        slice.close();
        slice.close();
        assertThatThrownBy(slice::buffers).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void followsAChangeOfItsSettings() throws IOException {
        fill(30);
        log.configure(new LogConfig(1 << 20, 10_000, 4 << 20));
        fill(30);
        log.append(TestBatches.batch(60, 1, 0, 1, 3 << 20), 60);
        fill(1);
        assertThat(offsetsRead(30, 1 << 20, 60)).hasSize(30);
        // What was written since is one segment: retention keeps all of it or nothing.
        assertThat(log.retainedStart(new RetentionPolicy(1 << 20, -1), 1000, 62))
                .isLessThanOrEqualTo(61);
        log.configure(CONFIG);
        ByteBuffer large = TestBatches.batch(62, 1, 0, 1, 3 << 20);
        assertThatThrownBy(() -> log.append(large, 62)).isInstanceOf(IllegalArgumentException.class);
        fill(30);
        assertThat(offsetsRead(62, 1 << 20, Long.MAX_VALUE)).hasSize(30);
    }

    @Test
    void goesOnAfterARest() throws IOException {
        for (int round = 0; round < 3; round++) {
            fill(20);
            log.restWhenIdle();
            log.restWhenIdle();
            assertThat(offsetsRead(0, 1 << 20, Long.MAX_VALUE)).hasSize(20 * (round + 1));
            log.restWhenIdle();
            log.restWhenIdle();
            assertThat(log.flush()).isEqualTo(20L * (round + 1));
        }
        harness.crash();
        log = openLog().log();
        assertThat(log.logEndOffset()).isEqualTo(60);
    }

    @Test
    void foldsAllOfItsBatchesAlsoAfterCutsAndReopens() throws IOException {
        for (int round = 1; round <= 4; round++) {
            fill(25);
            log.truncateTo(log.logEndOffset() - 5, 0);
            assertFoldedWhole(20L * round);
            log.close();
            log = openLog().log();
            assertFoldedWhole(20L * round);
        }
        harness.crash();
        log = openLog().log();
        assertFoldedWhole(80);
    }

    @Test
    void foldsWhatWasTrimmedAndDeleted() throws IOException {
        for (int round = 1; round <= 4; round++) {
            fill(60);
            log.trimTo(log.logEndOffset() - 5L * (round % 2));
            assertFoldedWhole(60L * round);
            log.close();
            log = openLog().log();
            assertFoldedWhole(60L * round);
            harness.crash();
            log = openLog().log();
            assertFoldedWhole(60L * round);
        }
    }

    @Test
    void foldsWhatWasBelowItsStartWhenItIsCutToThat() throws IOException {
        fill(60);
        log.trimTo(45);
        log.truncateTo(45, 0);
        assertFoldedWhole(45);
        fill(15);
        log.trimTo(60);
        log.truncateTo(60, 0);
        assertFoldedWhole(60);
        harness.crash();
        log = openLog().log();
        assertFoldedWhole(60);
    }

    @Test
    void foldsWhatItWasToldWhenItStartedOver() throws IOException {
        fill(60);
        log.restartAt(100, BatchCount.of(100, 4950).save());
        assertFoldedWhole(100);
        fill(60);
        log.trimTo(150);
        assertFoldedWhole(160);
        log.close();
        log = openLog().log();
        assertFoldedWhole(160);
        log.restartAt(150, null);
        assertFoldsNothingAndSaysSo();
        harness.crash();
        log = openLog().log();
        assertFoldsNothingAndSaysSo();
        log.restartAt(100, BatchCount.of(100, 4950).save());
        harness.crash();
        log = openLog().log();
        assertFoldedWhole(100);
    }

    @Test
    void foldsUpToAnOffsetAsIfTheLogEndedThere() throws IOException {
        fill(60);
        log.append(TestBatches.batch(60, 10, 0, 1, 10), 60);
        log.trimTo(50);
        BatchCount count = new BatchCount();
        log.fold(count, 65);
        assertThat(count.batches()).isEqualTo(60);
        log.fold(count, 50);
        assertThat(count.batches()).isEqualTo(50);
        assertThat(count.offsets()).isEqualTo(1225);
    }

    @Test
    void tellsNothingAnymoreOfOffsetsBetweenThoseDeleted() throws IOException {
        log.restartAt(100, BatchCount.of(100, 4950).save());
        assertThatThrownBy(() -> log.fold(new BatchCount(), 99)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    private void assertFoldsNothingAndSaysSo() throws IOException {
        BatchCount count = new BatchCount();
        assertThat(log.fold(count)).isFalse();
        assertThat(count.batches()).isZero();
    }

    private void assertFoldedWhole(long batches) throws IOException {
        BatchCount count = new BatchCount();
        assertThat(log.fold(count)).isTrue();
        assertThat(count.batches()).isEqualTo(batches);
        assertThat(count.offsets()).isEqualTo(batches * (batches - 1) / 2);
    }

    @Test
    void takesNothingOnceClosed() throws IOException {
        log.close();
        log.close();
        assertThatThrownBy(() -> fill(1)).isInstanceOf(IOException.class);
    }

    @Test
    void opensALogOnlyOnceAtATime() {
        assertThatThrownBy(this::openLog).isInstanceOf(IOException.class).hasMessageContaining("open already");
    }

    @Test
    void deletesAClosedLogForGood() throws IOException {
        fill(5);
        assertThatThrownBy(() -> harness.store().delete(TOPIC_ID, 0)).isInstanceOf(IOException.class);
        log.close();
        harness.store().delete(TOPIC_ID, 0);
        assertThat(harness.store().list()).isEmpty();
        log = openLog().log();
        assertThat(log.logEndOffset()).isZero();
    }

    @Test
    void listsLogsByTheirFullName() throws IOException {
        String topic = "a.b-7_".repeat(41);
        harness.store().open(topic, TOPIC_ID, 12, CONFIG);
        assertThat(harness.store().list())
                .containsExactlyInAnyOrder(new StoredLog("orders", TOPIC_ID, 0), new StoredLog(topic, TOPIC_ID, 12));
    }

    @Test
    void letsOthersReadWhileTheOwnerAppendsTruncatesAndTrims() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger started = new AtomicInteger();
        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> readUntil(done, started));
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> readUntil(done, started));
        for (int round = 0; round < 100 || started.get() < 2; round++) {
            fill(30);
            log.truncateTo(log.logEndOffset() - 7, 0);
            if (round % 5 == 0) {
                log.trimTo(log.logEndOffset() - 10);
            }
        }
        done.set(true);
        assertThat(reader.get() + other.get()).isPositive();
    }

    private int readUntil(AtomicBoolean done, AtomicInteger started) {
        int batches = 0;
        while (!done.get()) {
            try (LogSlice slice = log.read(log.logStartOffset(), 4000, Long.MAX_VALUE)) {
                long expected = -1;
                for (ByteBuffer batch : slice.buffers()) {
                    assertThat(Crc.matches(batch)).isTrue();
                    assertThat(expected == -1 || RecordBatch.baseOffset(batch) == expected)
                            .isTrue();
                    expected = RecordBatch.endOffset(batch);
                    batches++;
                }
                started.addAndGet(expected >= 0 ? 1 : 0);
            } catch (OffsetOutOfRangeException e) {
                // The start moved between the two calls.
                batches += 0;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return batches;
    }
}
