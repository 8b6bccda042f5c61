// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.KeyedRecord;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Compression;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Simulated power cuts: each page written since the last flush reached the disk or did not, by chance, and files that
 * are new may be missing. {@code -Dlog.powercuts=200} for more.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class PowerCutTest {
    private static final int CUTS = Integer.getInteger("log.powercuts", 25);
    private static final int PAGE_BYTES = 4096;
    private static final int KEPT_RECORDS = 1_000;
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);
    /** Above it a batch is not copied into the mapping but written at a position. */
    private static final int COPIED_BYTES = 8 << 10;

    private static final int LARGE_BYTES = 180_000;

    private static final LogConfig SMALL = new LogConfig(240_000, Long.MAX_VALUE, 190_000);

    @Test
    void losesNothingThatWasFlushed(@TempDir Path directory) throws IOException {
        long seed = Long.getLong("log.seed", System.nanoTime());
        Random random = new Random(seed);
        LogFiles files = new LogFiles(directory, SMALL);
        for (int cut = 0; cut < CUTS; cut++) {
            String which = "cut " + cut + " of seed " + seed;
            write(files, random, 0);
            long flushedEnd = files.log().flush();
            Map<Path, byte[]> flushed = contents(files);
            write(files, random, flushedEnd);
            files.crash();
            lose(files, flushed, random);
            files.startMachineAgain();
            files.recover();
            assertThat(files.opened().damaged())
                    .as(which + ": " + files.opened().detail())
                    .isFalse();
            assertThat(files.log().logEndOffset()).as(which).isGreaterThanOrEqualTo(flushedEnd);
            BatchCount folded = new BatchCount();
            files.log().fold(folded);
            assertThat(folded.batches()).as(which).isEqualTo(files.log().logEndOffset());
            files.assertSound();
            // All files are held in memory.
            files.log().trimTo(Math.max(files.log().logStartOffset(), flushedEnd - KEPT_RECORDS));
        }
        files.close();
    }

    /**
     * A cut around compaction: what was put on disk in a certain order is there up to some point of it, and what was removed
     * may be back.
     */
    @Test
    void losesNoValueInACutAroundCompaction(@TempDir Path directory) throws IOException {
        long seed = Long.getLong("log.seed", System.nanoTime());
        Random random = new Random(seed);
        LogFiles files = new LogFiles(directory, SMALL);
        Map<String, Long> last = new TreeMap<>();
        for (int cut = 0; cut < CUTS; cut++) {
            String which = "cut " + cut + " of seed " + seed;
            writeKeyed(files, random, last);
            long flushedEnd = files.log().flush();
            Map<Path, byte[]> before = all(files);
            files.log().compact(POLICY, 5000, flushedEnd);
            if (random.nextBoolean()) {
                writeKeyed(files, random, new TreeMap<>());
            }
            files.crash();
            cutAroundCompaction(files, before, random);
            files.startMachineAgain();
            files.recover();
            assertThat(files.opened().damaged())
                    .as(which + ": " + files.opened().detail())
                    .isFalse();
            assertThat(files.log().logEndOffset()).as(which).isGreaterThanOrEqualTo(flushedEnd);
            Map<String, Long> found = lastOffsets(files);
            last.forEach((key, offset) -> assertThat(found.getOrDefault(key, -1L))
                    .as(which + " " + key)
                    .isGreaterThanOrEqualTo(offset));
            last.putAll(found);
            files.assertSound();
        }
        files.close();
    }

    private static void writeKeyed(LogFiles files, Random random, Map<String, Long> last) throws IOException {
        for (int left = 40 + random.nextInt(150); left > 0; left--) {
            long end = files.log().logEndOffset();
            String key = "k" + random.nextInt(20);
            String record = key + "=" + "v".repeat(valueBytes(random) + 1);
            files.log().append(KeyedRecord.batch(end, 0, Compression.NONE, record), end);
            last.put(key, end);
        }
    }

    private static Map<String, Long> lastOffsets(LogFiles files) throws IOException {
        Map<String, Long> last = new TreeMap<>();
        files.log().scan(0, batch -> {
            assertThat(Crc.matches(batch)).isTrue();
            for (RecordView record : BatchRecords.of(batch)) {
                byte[] key = record.keyCopy();
                if (key != null) {
                    last.put(new String(key, StandardCharsets.UTF_8), record.offset());
                }
            }
        });
        return last;
    }

    /** Every file of the log. */
    private static Map<Path, byte[]> all(LogFiles files) throws IOException {
        Map<Path, byte[]> contents = new TreeMap<>();
        try (var found = Files.newDirectoryStream(files.files().directory())) {
            for (Path path : found) {
                try {
                    contents.put(path, Files.readAllBytes(path));
                } catch (NoSuchFileException e) {
                    // Replaced in the background just now.
                    contents.remove(path);
                }
            }
        }
        return contents;
    }

    private static void cutAroundCompaction(LogFiles files, Map<Path, byte[]> before, Random random)
            throws IOException {
        Path manifest = files.files().manifest();
        boolean manifestReached = !before.containsKey(manifest) || random.nextBoolean();
        for (Map.Entry<Path, byte[]> file : before.entrySet()) {
            boolean removed = Files.notExists(file.getKey());
            if (removed && (!manifestReached || random.nextBoolean())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
        if (!manifestReached) {
            Files.write(manifest, before.get(manifest));
            loseUnlisted(files, before, random);
        }
        for (Path path : files.files().segments().values()) {
            int number = number(files, path);
            if (Files.notExists(files.files().checkpoint(number))) {
                losePages(path, before.getOrDefault(path, new byte[0]), random.nextDouble(), random);
            }
        }
    }

    /** What the manifest was to list is on disk in part, or not at all. */
    private static void loseUnlisted(LogFiles files, Map<Path, byte[]> before, Random random) throws IOException {
        for (Path path : all(files).keySet()) {
            if (path.toString().endsWith(".cleaned") && !before.containsKey(path)) {
                if (random.nextBoolean()) {
                    Files.delete(path);
                } else {
                    losePages(path, new byte[0], random.nextDouble(), random);
                }
            }
        }
    }

    private static int number(LogFiles files, Path path) throws IOException {
        return files.files().segments().entrySet().stream()
                .filter(entry -> entry.getValue().equals(path))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static void write(LogFiles files, Random random, long flushedEnd) throws IOException {
        for (int left = random.nextInt(60); left > 0; left--) {
            long end = files.log().logEndOffset();
            files.log().append(TestBatches.batch(end, 1, 0, 1, valueBytes(random)), end);
            if (random.nextInt(25) == 0) {
                files.log().truncateTo(Math.max(flushedEnd, end - random.nextInt(5)), 0);
            }
        }
    }

    private static int valueBytes(Random random) {
        return switch (random.nextInt(30)) {
            case 0 -> COPIED_BYTES + random.nextInt(LARGE_BYTES - COPIED_BYTES);
            case 1, 2 -> random.nextInt(COPIED_BYTES);
            default -> random.nextInt(3000);
        };
    }

    private static Map<Path, byte[]> contents(LogFiles files) throws IOException {
        Map<Path, byte[]> contents = new TreeMap<>();
        for (Path path : files.files().segments().values()) {
            try {
                contents.put(path, Files.readAllBytes(path));
            } catch (NoSuchFileException e) {
                // Dropped in the background just now.
                contents.remove(path);
            }
        }
        contents.put(files.files().mark(), Files.readAllBytes(files.files().mark()));
        return contents;
    }

    private static void lose(LogFiles files, Map<Path, byte[]> flushed, Random random) throws IOException {
        Manifest manifest = Manifest.load(files.files().manifest(), LogFiles.IDENTITY);
        double keptShare = random.nextDouble();
        for (Map.Entry<Integer, Path> entry : files.files().segments().entrySet()) {
            int number = entry.getKey();
            Path path = entry.getValue();
            boolean listed = manifest != null && manifest.entries().containsKey(number);
            if (Files.exists(files.files().checkpoint(number))) {
                continue;
            }
            if (!flushed.containsKey(path) && !listed && random.nextInt(3) == 0) {
                Files.delete(path);
            } else {
                losePages(path, flushed.getOrDefault(path, new byte[0]), keptShare, random);
            }
        }
        if (random.nextBoolean()) {
            Files.write(files.files().mark(), flushed.get(files.files().mark()));
        }
    }

    private static void losePages(Path path, byte[] before, double keptShare, Random random) throws IOException {
        byte[] now = Files.readAllBytes(path);
        byte[] old = Arrays.copyOf(before, now.length);
        for (int at = 0; at < now.length; at += PAGE_BYTES) {
            int end = Math.min(now.length, at + PAGE_BYTES);
            if (random.nextDouble() >= keptShare) {
                System.arraycopy(old, at, now, at, end - at);
            }
        }
        Files.write(path, now);
    }
}
