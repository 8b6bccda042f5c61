// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which segments there must be. Segments above the last one listed may exist too; those below it that are not listed
 * were dropped on purpose. A segment that compaction wrote anew takes the place of others the moment the manifest says so.
 *
 * @param topic the topic's name
 * @param entries base offset and generation by segment number
 * @param cleanedEndOffset end of what was compacted
 */
record Manifest(LogIdentity identity, String topic, NavigableMap<Integer, Entry> entries, long cleanedEndOffset) {
    private static final int MAGIC = 0x544d4d31;
    private static final int MAGIC_CLEANED = 0x544d4d32;
    private static final int FIXED_BYTES = 48;
    private static final int ENTRY_BYTES = 2 * Integer.BYTES + Long.BYTES;

    /**
     * A segment.
     *
     * @param generation how often it was written anew
     */
    record Entry(long baseOffset, int generation) {}

    static Manifest of(LogIdentity identity, String topic, LogView view, long cleanedEndOffset) {
        return new Manifest(identity, topic, entries(view), cleanedEndOffset);
    }

    static NavigableMap<Integer, Entry> entries(LogView view) {
        NavigableMap<Integer, Entry> entries = new TreeMap<>();
        for (SegmentSpan span : view.spans()) {
            Segment segment = span.segment();
            entries.put(segment.number(), new Entry(segment.baseOffset(), segment.generation()));
        }
        return entries;
    }

    /** What recovery found; what it will delete once that is safe is still there. */
    static Manifest of(LogIdentity identity, String topic, ScannedLog scanned) {
        Manifest manifest = of(identity, topic, scanned.view(), scanned.cleanedEndOffset());
        for (Segment segment : scanned.leftovers().superseded()) {
            manifest.entries().put(segment.number(), new Entry(segment.baseOffset(), segment.generation()));
        }
        return manifest;
    }

    /** Whether every segment of another manifest is in this one. */
    boolean lists(Manifest other) {
        return entries.keySet().containsAll(other.entries.keySet());
    }

    /** Whether a segment found on disk was dropped before. */
    boolean dropped(int segmentNumber) {
        return !entries.isEmpty() && segmentNumber < entries.lastKey() && !entries.containsKey(segmentNumber);
    }

    void save(Path path) throws IOException {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        boolean cleaned = cleanedEndOffset > 0 || entries.values().stream().anyMatch(entry -> entry.generation() > 0);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + name.length + ENTRY_BYTES * entries.size());
        out.putInt(cleaned ? MAGIC_CLEANED : MAGIC);
        out.putLong(identity.topicId().getMostSignificantBits());
        out.putLong(identity.topicId().getLeastSignificantBits());
        out.putInt(identity.partition()).putInt(name.length).put(name).putInt(entries.size());
        entries.forEach((number, entry) -> {
            out.putInt(number).putLong(entry.baseOffset());
            if (cleaned) {
                out.putInt(entry.generation());
            }
        });
        if (cleaned) {
            out.putLong(cleanedEndOffset);
        }
        CheckedFile.save(path, out.flip());
    }

    /** The manifest; null when there is none or it is not whole or of another log. */
    static @Nullable Manifest load(Path path, LogIdentity identity) throws IOException {
        ByteBuffer in = Files.exists(path) ? CheckedFile.load(path) : null;
        int magic = in == null ? 0 : in.getInt();
        if (in == null || (magic != MAGIC && magic != MAGIC_CLEANED)) {
            return null;
        }
        boolean ours = in.getLong() == identity.topicId().getMostSignificantBits()
                && in.getLong() == identity.topicId().getLeastSignificantBits()
                && in.getInt() == identity.partition();
        return ours ? read(in, identity, magic == MAGIC_CLEANED) : null;
    }

    private static Manifest read(ByteBuffer in, LogIdentity identity, boolean cleaned) {
        byte[] name = new byte[in.getInt()];
        in.get(name);
        NavigableMap<Integer, Entry> entries = new TreeMap<>();
        for (int left = in.getInt(); left > 0; left--) {
            int number = in.getInt();
            long baseOffset = in.getLong();
            entries.put(number, new Entry(baseOffset, cleaned ? in.getInt() : 0));
        }
        return new Manifest(identity, new String(name, StandardCharsets.UTF_8), entries, cleaned ? in.getLong() : 0);
    }
}
