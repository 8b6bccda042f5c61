// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One flipped bit at every kind of place, in a log that crashed and in one that was closed: the log is as it was, or tells,
 * or its scrubber tells; and it goes on. {@code -Dlog.flips=50} for more bits at each place.
 */
class DamageMatrixTest {
    private static final int FLIPS = Integer.getInteger("log.flips", 1);

    /** Bytes of a record from the document's header on. */
    private static final int[][] PLACES = {
        {0, 4}, // document header
        {4, 8}, // kind, version, zero
        {8, 12}, // envelope checksum
        {12, 20}, // previous end
        {20, 24}, // length
        {24, 28}, // leader epoch
        {28, 36}, // time of append
        {36, 44}, // base offset, or the body of a marker
        {44, 48}, // batch length
        {48, 52}, // leader epoch of the batch
        {52, 57}, // magic and checksum
        {57, 97}, // attributes to record count
        {97, 400}, // records
        {900, 1000}, // records further on
    };

    private final Random random = new Random(Long.getLong("log.seed", System.nanoTime()));
    private final List<ByteBuffer> written = new ArrayList<>();

    private void write(Path directory, boolean closed) throws IOException {
        written.clear();
        LogFiles files = new LogFiles(directory);
        files.log().appendEpoch(1);
        for (int i = 0; i < 30; i++) {
            append(files, 1000);
        }
        files.log().truncateTo(25, 2);
        written.subList(25, written.size()).clear();
        for (int i = 0; i < 30; i++) {
            append(files, 1000);
        }
        files.log().appendEpoch(3);
        append(files, 1000);
        if (closed) {
            files.reopenClean();
        }
        files.abandon();
    }

    private void append(LogFiles files, int valueBytes) throws IOException {
        long end = files.log().logEndOffset();
        ByteBuffer batch = TestBatches.batch(end, 1, 3, 1000, valueBytes);
        files.log().append(batch, end);
        written.add(batch);
    }

    @Test
    void losesNothingSilentlyAfterACrash(@TempDir Path directory) throws IOException {
        run(directory, false);
    }

    @Test
    void losesNothingSilentlyAfterACleanClose(@TempDir Path directory) throws IOException {
        run(directory, true);
    }

    /** A gap at a span's end is legal, so a damaged base offset there must not look like one. */
    @Test
    void takesNoDamagedOffsetForAGap(@TempDir Path directory) throws IOException {
        Path pristine = directory.resolve("pristine");
        write(pristine, true);
        for (Map.Entry<String, Long> offset : baseOffsets(pristine).entrySet()) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                Path copy = directory.resolve("copy");
                copy(pristine, copy);
                check(copy, offset.getKey(), offset.getValue() + bit / Byte.SIZE, 1 << bit % Byte.SIZE);
                delete(copy);
            }
        }
    }

    /** Where the base offset of each segment's last live batch lies. */
    private static Map<String, Long> baseOffsets(Path pristine) throws IOException {
        Map<String, Long> offsets = new TreeMap<>();
        LogFiles files = LogFiles.notOpened(pristine);
        for (Map.Entry<Integer, Path> segment : files.files().segments().entrySet()) {
            List<Long> records = files.records(segment.getKey());
            for (int at : new int[] {24, records.size() - 1}) {
                if (at < records.size()) {
                    String file = segment.getValue().getFileName().toString();
                    offsets.put("base offset of record " + at + " of " + file, records.get(at) + Envelope.BYTES);
                }
            }
        }
        return offsets;
    }

    private void run(Path directory, boolean closed) throws IOException {
        Path pristine = directory.resolve("pristine");
        write(pristine, closed);
        int cases = 0;
        for (Map.Entry<String, Long> place : places(pristine, closed).entrySet()) {
            for (int flip = 0; flip < FLIPS; flip++) {
                Path copy = directory.resolve("case" + cases++);
                copy(pristine, copy);
                check(copy, place.getKey(), place.getValue(), 1 << random.nextInt(8));
                delete(copy);
            }
        }
        assertThat(cases).isGreaterThan(50);
    }

    /** Where to flip: a name that ends in the file, and the position. */
    private Map<String, Long> places(Path pristine, boolean closed) throws IOException {
        Map<String, Long> places = new TreeMap<>();
        LogFiles files = LogFiles.notOpened(pristine);
        for (Map.Entry<Integer, Path> segment : files.files().segments().entrySet()) {
            String file = segment.getValue().getFileName().toString();
            List<Long> records = files.records(segment.getKey());
            for (int at : new int[] {1, records.size() - 1}) {
                if (at < 0 || at >= records.size()) {
                    continue;
                }
                for (int[] place : PLACES) {
                    long position = records.get(at) - 4 + place[0] + random.nextInt(place[1] - place[0]);
                    places.put("record " + at + " byte " + place[0] + " of " + file, position);
                }
            }
            long sizeBytes = Files.size(segment.getValue());
            places.put("queue header of " + file, (long) random.nextInt(300));
            places.put("queue index of " + file, 600L + random.nextInt(4000));
            places.put("tail of " + file, sizeBytes - 1 - random.nextInt(2000));
        }
        try (var others = Files.newDirectoryStream(files.files().directory(), "*{.index,.state,manifest,mark,.cq4t}")) {
            for (Path other : others) {
                for (int i = 0; i < 4 && Files.size(other) > 0; i++) {
                    places.put("place " + i + " of " + other.getFileName(), (long)
                            random.nextInt((int) Files.size(other)));
                }
            }
        }
        assertThat(places.keySet()).anyMatch(name -> !closed || name.endsWith(".index"));
        return places;
    }

    private void check(Path directory, String name, long position, int mask) throws IOException {
        String which = name + " at " + position + " mask " + mask;
        LogFiles damaged = LogFiles.notOpened(directory);
        String file = name.substring(name.lastIndexOf(' ') + 1);
        damaged.flip(damaged.files().directory().resolve(file), position, mask);
        LogFiles files = new LogFiles(directory);
        try {
            if (!files.opened().damaged()) {
                assertThat(files.log().logEndOffset()).as(which).isEqualTo(written.size());
                List<String> scrubbed = new ArrayList<>();
                boolean whole = isWhole(files);
                ((ChronicleLog) files.log()).scrub(Pace.UNBOUNDED, scrubbed::add);
                assertThat(whole || !scrubbed.isEmpty() || isTold(files))
                        .as(which)
                        .isTrue();
                if (!whole || !scrubbed.isEmpty()) {
                    return;
                }
            }
            files.fill(3);
            files.reopenAfterCrash();
            assertThat(files.log().logEndOffset())
                    .as(which + ": " + files.opened().detail())
                    .isGreaterThanOrEqualTo(3);
        } catch (IOException | AssertionError e) {
            throw new AssertionError(which, e);
        } finally {
            files.abandon();
        }
    }

    /** What lies in the open segment and below a checkpoint is found when the log reads all of it again. */
    private static boolean isTold(LogFiles files) throws IOException {
        files.abandon();
        Path topics = files.files().directory();
        try (LogInspector inspector = LogInspector.open(topics)) {
            return !inspector.verify(inspector.logs().get(0)).isSound();
        }
    }

    private boolean isWhole(LogFiles files) throws IOException {
        List<ByteBuffer> found = new ArrayList<>();
        long next = 0;
        while (next < files.log().logEndOffset()) {
            try (LogSlice slice = files.log().read(next, 1 << 20, Long.MAX_VALUE)) {
                assertThat(slice.buffers()).as("nothing told, nothing read").isNotEmpty();
                for (ByteBuffer batch : slice.buffers()) {
                    found.add(ByteBuffer.allocate(batch.remaining())
                            .put(batch.duplicate())
                            .flip());
                    next = RecordBatch.endOffset(batch);
                }
            } catch (IOException told) {
                return false;
            }
        }
        return found.equals(written);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
