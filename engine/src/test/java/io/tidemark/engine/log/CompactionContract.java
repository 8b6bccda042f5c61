// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What compaction does to every log. */
public abstract class CompactionContract {
    private static final UUID TOPIC_ID = new UUID(1, 2);
    private static final LogConfig CONFIG = new LogConfig(1000, Long.MAX_VALUE, 1 << 20);
    private static final long DELETE_RETENTION_MS = 500;
    private static final CompactionPolicy POLICY =
            new CompactionPolicy(DELETE_RETENTION_MS, 0, 1 << 20, Long.MAX_VALUE);

    private LogHarness harness;
    private PartitionLog log;

    /** A harness on an empty directory. */
    protected abstract LogHarness harness(Path dir) throws IOException;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        harness = harness(directory);
        harness.setClockMs(1000);
        openLog();
    }

    @AfterEach
    void close() throws IOException {
        harness.close();
    }

    private void openLog() throws IOException {
        LogStore.OpenedLog opened = harness.store().open("compacted", TOPIC_ID, 0, CONFIG);
        assertThat(opened.damaged()).as(opened.detail()).isFalse();
        log = opened.log();
    }

    private void write(String... records) throws IOException {
        write(0, Compression.NONE, records);
    }

    private void write(int leaderEpoch, Compression codec, String... records) throws IOException {
        long end = log.logEndOffset();
        log.append(KeyedRecord.batch(end, leaderEpoch, codec, records), end);
    }

    /** Fills segments, so that what was written before is sealed. */
    private void seal() throws IOException {
        write("filler=" + "x".repeat(1000));
        write("last=1");
    }

    private CompactionReport compact() throws IOException {
        return compact(POLICY, 10_000);
    }

    private CompactionReport compact(CompactionPolicy policy, long nowMs) throws IOException {
        long end = log.logEndOffset();
        List<EpochStart> epochs = log.epochs();
        List<KeyedRecord> before = KeyedRecord.of(log, 0);
        CompactionReport report = log.compact(policy, nowMs, end);
        assertThat(log.logEndOffset()).isEqualTo(end);
        assertThat(log.epochs()).isEqualTo(epochs);
        List<ByteBuffer> batches = batches();
        assertThat(KeyedRecord.areDense(batches, end)).isTrue();
        assertThat(batches).allMatch(Crc::matches);
        assertThat(before).containsAll(KeyedRecord.of(log, 0));
        return report;
    }

    private List<ByteBuffer> batches() throws IOException {
        List<ByteBuffer> batches = new ArrayList<>();
        log.scan(
                0,
                batch -> batches.add(ByteBuffer.allocate(batch.remaining())
                        .put(batch.duplicate())
                        .flip()));
        return batches;
    }

    private List<String> values(String key) throws IOException {
        return KeyedRecord.of(log, 0).stream()
                .filter(record -> key.equals(record.key()))
                .map(record -> record.offset() + ":" + record.value())
                .toList();
    }

    @Test
    void keepsTheLastValueOfEachKeyAtItsOffset() throws IOException {
        write("a=1", "b=1", "a=2");
        write("c=1", "b=2");
        seal();
        CompactionReport report = compact();
        assertThat(values("a")).containsExactly("2:2");
        assertThat(values("b")).containsExactly("4:2");
        assertThat(values("c")).containsExactly("3:1");
        assertThat(report.bytesAfter()).isLessThan(report.bytesBefore());
        assertThat(log.sizeBytes()).isPositive();
    }

    @Test
    void compactsNothingByADamagedBatch() throws IOException {
        write("a=1", "b=1");
        ByteBuffer damaged = KeyedRecord.batch(2, 0, Compression.NONE, "a=2", "c=1");
        int key = new String(damaged.array(), damaged.arrayOffset(), damaged.remaining(), StandardCharsets.ISO_8859_1)
                .indexOf('a', RecordBatch.HEADER_BYTES);
        damaged.put(key, (byte) 'b');
        log.append(damaged, 2);
        seal();
        List<ByteBuffer> before = batches();

        assertThatThrownBy(() -> log.compact(POLICY, 10_000, log.logEndOffset()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("offset 2");

        assertThat(batches()).isEqualTo(before);
    }

    @Test
    void keepsTheLastValueAcrossRoundsAndReopens() throws IOException {
        for (int round = 0; round < 5; round++) {
            write("a=" + round, "b" + round + "=1");
            write("a=" + round + "x");
            seal();
            compact();
            if (round % 2 == 0) {
                harness.crash();
            } else {
                log.close();
            }
            openLog();
            assertThat(values("a")).hasSize(1).first().asString().endsWith(":" + round + "x");
            assertThat(values("b0")).hasSize(1);
        }
        assertThat(values("filler")).hasSize(1);
    }

    @Test
    void leavesTheActiveSegmentAlone() throws IOException {
        write("a=1");
        write("a=2");
        assertThat(compact().bytesBefore()).isZero();
        assertThat(values("a")).hasSize(2);
    }

    @Test
    void looksAtNothingThatIsNotCommitted() throws IOException {
        write("a=1");
        seal();
        write("a=2");
        seal();
        log.compact(POLICY, 10_000, 1);
        assertThat(values("a")).hasSize(2);
    }

    @Test
    void removesDeletionsOnceTheirTimeHasPassed() throws IOException {
        write("a=1", "b=1");
        write("a=");
        seal();
        compact(POLICY, 10_000);
        assertThat(values("a")).containsExactly("2:null");
        compact(POLICY, 10_000 + DELETE_RETENTION_MS - 1);
        assertThat(values("a")).containsExactly("2:null");
        harness.crash();
        openLog();
        compact(POLICY, 10_000 + DELETE_RETENTION_MS);
        assertThat(values("a")).isEmpty();
        assertThat(values("b")).containsExactly("1:1");
    }

    @Test
    void compactsForDeletionsAloneOnceTheirTimeHasCome() throws IOException {
        CompactionPolicy lazy = new CompactionPolicy(DELETE_RETENTION_MS, 0.9, 1 << 20, Long.MAX_VALUE);
        write("a=1", "b=1");
        write("a=");
        seal();
        compact(lazy, 10_000);
        assertThat(compact(lazy, 10_000 + DELETE_RETENTION_MS - 1).bytesBefore())
                .isZero();
        assertThat(values("a")).containsExactly("2:null");
        assertThat(compact(lazy, 10_000 + DELETE_RETENTION_MS).bytesBefore()).isPositive();
        assertThat(values("a")).isEmpty();
        assertThat(compact(lazy, 30_000).bytesBefore()).isZero();
    }

    @Test
    void compactsForDeletionsAloneAlsoAfterAnotherOpen() throws IOException {
        CompactionPolicy lazy = new CompactionPolicy(DELETE_RETENTION_MS, 0.9, 1 << 20, Long.MAX_VALUE);
        write("a=1", "b=1");
        write("a=");
        seal();
        compact(lazy, 10_000);
        log.close();
        openLog();
        assertThat(compact(lazy, 10_000).bytesBefore()).isZero();
        assertThat(compact(lazy, 20_000).bytesBefore()).isPositive();
        assertThat(values("a")).isEmpty();
        assertThat(values("b")).containsExactly("1:1");
    }

    @Test
    void notesTheTimeOfADeletionThatKeepsItsSize() throws IOException {
        CompactionPolicy atOnce = new CompactionPolicy(1, 0, 1 << 20, Long.MAX_VALUE);
        write("a=");
        seal();
        compact(atOnce, 1000);
        compact(atOnce, 1001);
        assertThat(values("a")).isEmpty();
    }

    @Test
    void doesNothingWhenNothingIsNew() throws IOException {
        write("a=1");
        write("a=2");
        seal();
        assertThat(compact().bytesBefore()).isPositive();
        assertThat(compact().bytesBefore()).isZero();
    }

    @Test
    void keepsTimestampsOfDeletionsWhileTheirTimeIsNoted() throws IOException {
        write("a=");
        seal();
        long timestampMs = KeyedRecord.of(log, 0).get(0).timestampMs();
        compact();
        assertThat(KeyedRecord.of(log, 0).get(0).timestampMs()).isEqualTo(timestampMs);
        assertThat(Objects.requireNonNull(log.offsetForTime(timestampMs, 100)).offset())
                .isZero();
    }

    @Test
    void neverBringsAValueBackThatWasDeleted() throws IOException {
        write("a=1");
        seal();
        compact();
        write("a=");
        seal();
        compact(POLICY, 20_000);
        compact(POLICY, 30_000);
        assertThat(values("a")).isEmpty();
        write("a=3");
        seal();
        compact(POLICY, 40_000);
        assertThat(values("a")).hasSize(1);
    }

    @Test
    void keepsRecordsWithoutAKey() throws IOException {
        write("plain", "a=1", "plain");
        write("a=2");
        seal();
        compact();
        assertThat(KeyedRecord.of(log, 0))
                .filteredOn(record -> record.key() == null)
                .hasSize(2);
    }

    @Test
    void keepsWhereEpochsBeginAlsoWhenTheirRecordsGo() throws IOException {
        write(1, Compression.NONE, "a=1");
        write(2, Compression.NONE, "a=2");
        write(4, Compression.NONE, "a=3");
        write(4, Compression.NONE, "a=4");
        write(4, Compression.NONE, "filler=" + "x".repeat(1000));
        write(5, Compression.NONE, "last=1");
        List<EpochStart> epochs = log.epochs();
        assertThat(epochs).hasSize(4);
        compact();
        harness.crash();
        openLog();
        assertThat(log.epochs()).isEqualTo(epochs);
        assertThat(values("a")).containsExactly("3:4");
    }

    @Test
    void rewritesCompressedBatches() throws IOException {
        for (Compression codec : Compression.values()) {
            write(0, codec, "a=" + codec, codec + "=1", "a=" + codec + "2");
        }
        seal();
        compact();
        assertThat(values("a")).hasSize(1);
        for (Compression codec : Compression.values()) {
            assertThat(values(codec.toString())).hasSize(1);
        }
    }

    @Test
    void keepsTheHeaderOfAProducersLastBatch() throws IOException {
        for (int sequence = 0; sequence < 3; sequence++) {
            BatchBuilder builder = new BatchBuilder(Compression.ZSTD);
            builder.producer(77, (short) 2, sequence);
            KeyedRecord.append(builder, 1000, "a=" + sequence);
            log.append(builder.build(log.logEndOffset(), 0), log.logEndOffset());
        }
        write("a=9");
        seal();
        compact();
        List<ByteBuffer> sequenced = batches().stream()
                .filter(batch -> RecordBatch.producerId(batch) == 77)
                .toList();
        assertThat(sequenced).hasSize(1);
        assertThat(RecordBatch.baseSequence(sequenced.get(0))).isEqualTo(2);
        assertThat(RecordBatch.count(sequenced.get(0))).isZero();
    }

    @Test
    void doesWithLittleMemoryInSeveralRounds() throws IOException {
        for (int i = 0; i < 60; i++) {
            write("a=" + i, "k" + i % 30 + "=" + i);
        }
        seal();
        CompactionPolicy small = new CompactionPolicy(DELETE_RETENTION_MS, 0, 24 * 16, Long.MAX_VALUE);
        long cleaned = 0;
        for (int round = 0; round < 100; round++) {
            long before = cleaned;
            cleaned = compact(small, 10_000).cleanedEndOffset();
            if (cleaned == before) {
                break;
            }
        }
        assertThat(cleaned).isGreaterThanOrEqualTo(120);
        assertThat(values("a")).hasSize(1);
        assertThat(values("k7")).hasSize(1);
    }

    @Test
    void waitsUntilItIsWorthwhile() throws IOException {
        for (int i = 0; i < 20; i++) {
            write("k" + i + "=" + "v".repeat(200));
        }
        seal();
        compact();
        write("k1=2");
        seal();
        CompactionPolicy half = new CompactionPolicy(DELETE_RETENTION_MS, 0.9, 1 << 20, Long.MAX_VALUE);
        assertThat(compact(half, 10_000).bytesBefore()).isZero();
        assertThat(values("k1")).hasSize(2);
    }

    @Test
    void cutsAndGoesOnInWhatWasCompacted() throws IOException {
        for (int i = 0; i < 20; i++) {
            write("a=" + i, "k" + i + "=" + i);
        }
        seal();
        compact();
        log.truncateTo(21, 3);
        assertThat(log.logEndOffset()).isLessThanOrEqualTo(21);
        write("a=new");
        seal();
        compact();
        harness.crash();
        openLog();
        assertThat(values("a")).hasSize(1).first().asString().endsWith("new");
        assertThat(values("k3")).hasSize(1);
        assertThat(values("k15")).isEmpty();
    }

    @Test
    void staysCompactedWhenTheStartIsRaised() throws IOException {
        for (int i = 0; i < 20; i++) {
            write("a=" + i, "k" + i + "=" + i);
        }
        seal();
        compact();
        log.trimTo(15);
        compact();
        harness.crash();
        openLog();
        assertThat(log.logStartOffset()).isEqualTo(15);
        assertThat(values("k7")).hasSize(1);
        assertThat(values("a")).hasSize(1);
    }
}
