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
 * were dropped on purpose.
 *
 * @param topic the topic's name
 * @param baseOffsets base offset by segment number
 */
record Manifest(LogIdentity identity, String topic, NavigableMap<Integer, Long> baseOffsets) {
    private static final int MAGIC = 0x544d4d31;
    private static final int FIXED_BYTES = 40;
    private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    static Manifest of(LogIdentity identity, String topic, LogView view) {
        NavigableMap<Integer, Long> bases = new TreeMap<>();
        view.spans().forEach(span -> bases.put(span.segment().number(), span.baseOffset()));
        return new Manifest(identity, topic, bases);
    }

    /** What recovery found; what it will delete once that is safe is still there. */
    static Manifest of(LogIdentity identity, String topic, ScannedLog scanned) {
        Manifest manifest = of(identity, topic, scanned.view());
        scanned.leftovers().superseded().forEach(segment -> manifest.baseOffsets()
                .put(segment.number(), segment.baseOffset()));
        return manifest;
    }

    /** Whether every segment of another manifest is in this one. */
    boolean lists(Manifest other) {
        return baseOffsets.keySet().containsAll(other.baseOffsets.keySet());
    }

    /** Whether a segment found on disk was dropped before. */
    boolean dropped(int segmentNumber) {
        return !baseOffsets.isEmpty()
                && segmentNumber < baseOffsets.lastKey()
                && !baseOffsets.containsKey(segmentNumber);
    }

    void save(Path path) throws IOException {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + name.length + ENTRY_BYTES * baseOffsets.size());
        out.putInt(MAGIC);
        out.putLong(identity.topicId().getMostSignificantBits());
        out.putLong(identity.topicId().getLeastSignificantBits());
        out.putInt(identity.partition()).putInt(name.length).put(name).putInt(baseOffsets.size());
        baseOffsets.forEach((number, base) -> out.putInt(number).putLong(base));
        CheckedFile.save(path, out.flip());
    }

    /** The manifest; null when there is none or it is not whole or of another log. */
    static @Nullable Manifest load(Path path, LogIdentity identity) throws IOException {
        ByteBuffer in = Files.exists(path) ? CheckedFile.load(path) : null;
        if (in == null || in.getInt() != MAGIC) {
            return null;
        }
        boolean ours = in.getLong() == identity.topicId().getMostSignificantBits()
                && in.getLong() == identity.topicId().getLeastSignificantBits()
                && in.getInt() == identity.partition();
        if (!ours) {
            return null;
        }
        byte[] name = new byte[in.getInt()];
        in.get(name);
        NavigableMap<Integer, Long> bases = new TreeMap<>();
        for (int left = in.getInt(); left > 0; left--) {
            bases.put(in.getInt(), in.getLong());
        }
        return new Manifest(identity, new String(name, StandardCharsets.UTF_8), bases);
    }
}
