// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.KeyedRecord;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One flipped bit at every kind of place, in a log that crashed, in one that was closed and in one that was compacted and
 * trimmed: the log is as it was, or tells, or its scrubber tells; and it goes on. {@code -Dlog.flips=50} for more bits at each
 * place.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class DamageMatrixTest {
    private static final int CUT_AT = 25;
    private static final CompactionPolicy POLICY = new CompactionPolicy(0, 0, 1 << 20, Long.MAX_VALUE);

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
    private long endOffset;
    private ByteBuffer folded = ByteBuffer.allocate(0);

    private void write(Path directory, boolean closed) throws IOException {
        written.clear();
        LogFiles files = new LogFiles(directory);
        files.log().appendEpoch(1);
        for (int i = 0; i < 30; i++) {
            append(files, 1000);
        }
        files.log().truncateTo(CUT_AT, 2);
        written.subList(CUT_AT, written.size()).clear();
        for (int i = 0; i < 30; i++) {
            append(files, 1000);
        }
        files.log().appendEpoch(3);
        append(files, 1000);
        if (closed) {
            files.reopenClean();
        }
        note(files);
        files.abandon();
    }

    /** Many records of few keys, compacted, and then trimmed up to within what was. */
    private void writeCompacted(Path directory) throws IOException {
        LogFiles files = new LogFiles(directory);
        for (int i = 0; i < 150; i++) {
            files.log().appendEpoch(i / 40);
            String record = "k" + random.nextInt(60) + "=" + "v".repeat(1000);
            files.log().append(KeyedRecord.batch(i, i / 40, Compression.NONE, record), i);
        }
        // What segments fold to is saved in the background: all of it is there once the log was closed.
        files.reopenClean();
        files.log().compact(POLICY, 5000, files.log().logEndOffset());
        files.log().trimTo(90);
        files.reopenClean();
        written.clear();
        written.addAll(batches(files));
        note(files);
        files.abandon();
        assertThat(files.files().cleaned()).hasSizeGreaterThan(1);
        assertThat(files.files().bases()).hasSize(1);
    }

    private void note(LogFiles files) throws IOException {
        endOffset = files.log().logEndOffset();
        BatchCount count = new BatchCount();
        assertThat(files.log().fold(count)).isTrue();
        folded = count.save();
        assertThat(files.log().fold(count, files.log().logStartOffset())).isTrue();
    }

    private void append(LogFiles files, int valueBytes) throws IOException {
        long end = files.log().logEndOffset();
        ByteBuffer batch = TestBatches.batch(end, 1, 3, 1000, valueBytes);
        files.log().append(batch, end);
        written.add(batch);
    }

    @Test
    void losesNothingSilentlyAfterACrash(@TempDir Path directory) throws IOException {
        Path pristine = directory.resolve("pristine");
        write(pristine, false);
        run(directory, places(pristine));
    }

    @Test
    void losesNothingSilentlyAfterACleanClose(@TempDir Path directory) throws IOException {
        Path pristine = directory.resolve("pristine");
        write(pristine, true);
        Map<String, Long> places = places(pristine);
        assertThat(places.keySet()).anyMatch(name -> name.endsWith(".index"));
        run(directory, places);
    }

    @Test
    void losesNothingSilentlyAfterCompactionAndATrim(@TempDir Path directory) throws IOException {
        Path pristine = directory.resolve("pristine");
        writeCompacted(pristine);
        Map<String, Long> places = placesOfCompacted(pristine);
        for (String kind : List.of(".cleaned", ".base", ".index", ".state", "manifest")) {
            assertThat(places.keySet()).anyMatch(name -> name.endsWith(kind));
        }
        run(directory, places);
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
        for (Path segment : files.files().segments().values()) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment));
            List<Long> records = files.records(segment);
            int last = records.size() - 1;
            for (int at = 0; at < last; at++) {
                long bodyAt = records.get(at) + Envelope.BYTES;
                // Of the segment that was cut, the last that the cut left.
                last = bytes.getLong((int) bodyAt) == CUT_AT - 1 && bytes.get((int) bodyAt + 16) == 2 ? at : last;
            }
            offsets.put(
                    "base offset of record " + last + " of " + segment.getFileName(),
                    records.get(last) + Envelope.BYTES);
        }
        return offsets;
    }

    private void run(Path directory, Map<String, Long> places) throws IOException {
        int cases = 0;
        for (Map.Entry<String, Long> place : places.entrySet()) {
            for (int flip = 0; flip < FLIPS; flip++) {
                Path copy = directory.resolve("case" + cases++);
                copy(directory.resolve("pristine"), copy);
                check(copy, place.getKey(), place.getValue(), 1 << random.nextInt(8));
                delete(copy);
            }
        }
        assertThat(cases).isGreaterThan(50);
    }

    /** Where to flip: a name that ends in the file, and the position. */
    private Map<String, Long> places(Path pristine) throws IOException {
        Map<String, Long> places = new TreeMap<>();
        LogFiles files = LogFiles.notOpened(pristine);
        for (Path segment : files.files().segments().values()) {
            addRecords(places, segment, files.records(segment));
            String file = segment.getFileName().toString();
            places.put("queue header of " + file, (long) random.nextInt(300));
            places.put("queue index of " + file, 600L + random.nextInt(4000));
            places.put("tail of " + file, Files.size(segment) - 1 - random.nextInt(2000));
        }
        addFiles(places, files.files().directory(), "*{.index,.state,manifest,mark,.cq4t}");
        return places;
    }

    private Map<String, Long> placesOfCompacted(Path pristine) throws IOException {
        Map<String, Long> places = new TreeMap<>();
        LogFiles files = LogFiles.notOpened(pristine);
        NavigableMap<Integer, NavigableMap<Integer, Path>> cleaned =
                files.files().cleaned();
        for (var generations : List.of(cleaned.firstEntry(), cleaned.lastEntry())) {
            Path segment = generations.getValue().lastEntry().getValue();
            addRecords(places, segment, files.records(segment));
        }
        addFiles(places, files.files().directory(), "*{-1.index,-1.state,.base,manifest}");
        return places;
    }

    /** Of the first record, which may be a marker, of one in the middle and of the last; of an epoch before that. */
    private void addRecords(Map<String, Long> places, Path segment, List<Long> records) {
        int last = records.size() - 1;
        boolean isEpochBefore = last > 1 && records.get(last) - records.get(last - 1) < 2 * Envelope.BYTES;
        for (int at : new TreeSet<>(List.of(0, last / 2, isEpochBefore ? last - 1 : last, last))) {
            for (int[] place : PLACES) {
                long position = records.get(at) - 4 + place[0] + random.nextInt(place[1] - place[0]);
                places.put("record " + at + " byte " + place[0] + " of " + segment.getFileName(), position);
            }
        }
    }

    private void addFiles(Map<String, Long> places, Path directory, String glob) throws IOException {
        try (var found = Files.newDirectoryStream(directory, glob)) {
            for (Path file : found) {
                for (int i = 0; i < 4 && Files.size(file) > 0; i++) {
                    places.put(
                            "place " + i + " of " + file.getFileName(), (long) random.nextInt((int) Files.size(file)));
                }
            }
        }
    }

    private void check(Path directory, String name, long position, int mask) throws IOException {
        String which = name + " at " + position + " mask " + mask;
        LogFiles damaged = LogFiles.notOpened(directory);
        String file = name.substring(name.lastIndexOf(' ') + 1);
        damaged.flip(damaged.files().directory().resolve(file), position, mask);
        LogFiles files = new LogFiles(directory);
        try {
            if (!files.opened().damaged()) {
                assertThat(files.log().logEndOffset()).as(which).isEqualTo(endOffset);
                assertFolds(files, which, file);
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

    /** What is told of all batches is right, also of those that are gone; or it is told that nothing is known of these. */
    private void assertFolds(LogFiles files, String which, String file) throws IOException {
        BatchCount count = new BatchCount();
        boolean known = files.log().fold(count);
        assertThat(known || file.endsWith(".base")).as(which).isTrue();
        // Without what was saved before compaction, its batches are those that it left.
        boolean isRecounted = file.endsWith("-1.state");
        assertThat(!known || isRecounted || count.save().equals(folded))
                .as(which)
                .isTrue();
        if (file.endsWith(".base")) {
            // Nothing else stands for what was deleted.
            boolean knownToStart = files.log().fold(count, files.log().logStartOffset());
            assertThat(knownToStart).as(which).isFalse();
        }
    }

    private boolean isWhole(LogFiles files) {
        try {
            return batches(files).equals(written);
        } catch (IOException told) {
            return false;
        }
    }

    private static List<ByteBuffer> batches(LogFiles files) throws IOException {
        List<ByteBuffer> found = new ArrayList<>();
        long next = files.log().logStartOffset();
        while (next < files.log().logEndOffset()) {
            try (LogSlice slice = files.log().read(next, 1 << 20, Long.MAX_VALUE)) {
                assertThat(slice.buffers()).as("nothing told, nothing read").isNotEmpty();
                for (ByteBuffer batch : slice.buffers()) {
                    found.add(ByteBuffer.allocate(batch.remaining())
                            .put(batch.duplicate())
                            .flip());
                    next = RecordBatch.endOffset(batch);
                }
            }
        }
        return found;
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
