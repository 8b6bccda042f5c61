// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.record.Crc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compacted segments take the place of others in one step, whatever happens meanwhile. */
class CompactionSwapTest {
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);

    private LogFiles files;

    @BeforeEach
    void open(@TempDir Path dir) throws IOException {
        files = new LogFiles(dir);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private static void write(PartitionLog log, int count, Random random) throws IOException {
        for (int i = 0; i < count; i++) {
            long end = log.logEndOffset();
            BatchBuilder builder = new BatchBuilder(Compression.NONE);
            byte[] key = ("k" + random.nextInt(10)).getBytes(StandardCharsets.UTF_8);
            builder.append(1, key, new byte[1000], List.of());
            log.append(builder.build(end, 0), end);
        }
    }

    private long filesNamed(String suffix) throws IOException {
        try (var found = Files.list(files.files().directory())) {
            return found.filter(path -> path.toString().endsWith(suffix)).count();
        }
    }

    private void compact() throws IOException {
        files.log().compact(POLICY, 5000, files.log().logEndOffset());
    }

    @Test
    void leavesNoOldFilesOnceTheManifestListsTheNew() throws IOException {
        write(files.log(), 200, new Random(1));
        compact();
        files.reopenClean();
        assertThat(filesNamed(".cleaned")).isBetween(1L, 2L);
        assertThat(filesNamed(".cq4")).isEqualTo(1);
        files.assertSound();
    }

    @Test
    void takesTheOldFilesWhenTheManifestDoesNotListTheNew() throws IOException {
        write(files.log(), 200, new Random(1));
        files.reopenClean();
        files.log().flush();
        byte[] manifest = Files.readAllBytes(files.files().manifest());
        Path spare = Files.createDirectory(files.files().directory().resolve("spare"));
        for (Path path : files.files().segments().values()) {
            Files.copy(path, spare.resolve(path.getFileName()));
        }
        compact();
        files.crash();
        // As it was before the manifest was replaced.
        Files.write(files.files().manifest(), manifest);
        try (var copies = Files.list(spare)) {
            for (Path copy : copies.toList()) {
                Files.copy(
                        copy,
                        files.files().directory().resolve(copy.getFileName()),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
        files.recover();
        assertThat(files.opened().damaged()).as(files.opened().detail()).isFalse();
        assertThat(files.log().logEndOffset()).isEqualTo(200);
        assertThat(filesNamed(".cleaned")).isZero();
        files.assertSound();
    }

    @Test
    void goesNoFasterThanItMay() throws IOException {
        write(files.log(), 100, new Random(1));
        long startNanos = System.nanoTime();
        files.log().compact(new CompactionPolicy(0, 0, 1 << 20, 400_000), 5000, 100);
        // It reads about 80,000 bytes twice.
        assertThat(System.nanoTime() - startNanos).isGreaterThan(300_000_000L);
    }

    @Test
    void removesAFileThatWasOnlyBegun() throws IOException {
        write(files.log(), 60, new Random(1));
        files.crash();
        Files.write(files.files().segment(0, 1), new byte[5000]);
        files.recover();
        assertThat(files.opened().damaged()).as(files.opened().detail()).isFalse();
        assertThat(filesNamed(".cleaned")).isZero();
        files.assertSound();
    }

    @Test
    void tellsDamageOfACompactedSegment() throws IOException {
        write(files.log(), 200, new Random(1));
        compact();
        files.reopenClean();
        files.crash();
        var first = files.files().cleaned().firstEntry();
        int number = first.getKey();
        Path path = first.getValue().firstEntry().getValue();
        files.flip(path, Files.size(path) / 2, 1);
        Files.deleteIfExists(files.files().checkpoint(number, 1));
        files.recover();
        assertThat(files.opened().damaged()).isTrue();
        assertThat(files.log().logEndOffset()).isLessThan(200);
    }

    @Test
    void letsReadersFinishOnTheOldFiles() throws IOException {
        write(files.log(), 200, new Random(1));
        try (LogSlice slice = files.log().read(0, 1 << 20, 200)) {
            compact();
            compact();
            assertThat(slice.buffers()).hasSize(200).allMatch(Crc::matches);
        }
    }

    @Test
    void goesTogetherWithAppendsCutsTrimsAndReads() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        PartitionLog log = files.log();
        write(log, 100, new Random(5));
        CompletableFuture<Void> compaction = CompletableFuture.runAsync(() -> untilDone(done, () -> {
            log.compact(POLICY, 5000, Math.max(0, log.logEndOffset() - 60));
        }));
        CompletableFuture<Void> reads = CompletableFuture.runAsync(() -> untilDone(done, () -> {
            try (LogSlice slice = log.read(log.logStartOffset(), 1 << 20, Long.MAX_VALUE)) {
                for (ByteBuffer batch : slice.buffers()) {
                    assertThat(Crc.matches(batch)).isTrue();
                }
            }
        }));
        Random random = new Random(6);
        for (int round = 0; round < 60; round++) {
            write(log, 40, random);
            if (round % 3 == 0) {
                log.truncateTo(log.logEndOffset() - random.nextInt(50), 0);
            }
            if (round % 10 == 9) {
                log.trimTo(log.logStartOffset() + 50);
            }
        }
        done.set(true);
        compaction.get();
        reads.get();
        long end = log.logEndOffset();
        files.reopenAfterCrash();
        assertThat(files.opened().damaged()).as(files.opened().detail()).isFalse();
        assertThat(files.log().logEndOffset()).isEqualTo(end);
        files.assertSound();
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void untilDone(AtomicBoolean done, Task task) {
        while (!done.get()) {
            try {
                task.run();
            } catch (io.tidemark.engine.log.OffsetOutOfRangeException moved) {
                // The start moved between two calls.
                Thread.onSpinWait();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
