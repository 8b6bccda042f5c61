// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Simulated power cuts: each page written since the last flush reached the disk or did not, by chance, and files that
 * are new may be missing. {@code -Dlog.powercuts=200} for more.
 */
class PowerCutTest {
    private static final int CUTS = Integer.getInteger("log.powercuts", 25);
    private static final int PAGE_BYTES = 4096;
    private static final LogConfig SMALL = new LogConfig(120_000, Long.MAX_VALUE, 1 << 16);

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
            files.assertSound();
        }
        files.close();
    }

    private static void write(LogFiles files, Random random, long flushedEnd) throws IOException {
        for (int left = random.nextInt(60); left > 0; left--) {
            int valueBytes = random.nextInt(8) == 0 ? random.nextInt(50_000) : random.nextInt(3000);
            long end = files.log().logEndOffset();
            files.log().append(TestBatches.batch(end, 1, 0, 1, valueBytes), end);
            if (random.nextInt(25) == 0) {
                files.log().truncateTo(Math.max(flushedEnd, end - random.nextInt(5)), 0);
            }
        }
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
