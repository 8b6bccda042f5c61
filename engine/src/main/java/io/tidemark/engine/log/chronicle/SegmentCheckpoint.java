// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochStart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Saves what is known of a segment, index included, so that recovery need not read it again. Written only once the part
 * that it covers is on disk.
 */
final class SegmentCheckpoint {
    private static final int MAGIC = 0x544d4331;
    private static final int FIXED_BYTES = 160;

    private final SegmentFiles files;
    private final LogIdentity identity;

    SegmentCheckpoint(SegmentFiles files, LogIdentity identity) {
        this.files = files;
        this.identity = identity;
    }

    void save(Segment segment, SegmentSnapshot snapshot) throws IOException {
        try (CheckedFile.Writer out =
                new CheckedFile.Writer(files.checkpoint(segment.number(), segment.generation()))) {
            putHead(out, segment.number(), snapshot);
            out.putInt(snapshot.epochs().size());
            for (EpochStart entry : snapshot.epochs()) {
                out.putInt(entry.leaderEpoch()).putLong(entry.startOffset());
            }
            out.putInt(snapshot.indexEntries());
            SegmentIndex index = segment.index();
            for (int i = 0; i < snapshot.indexEntries(); i++) {
                out.putLong(index.offset(i)).putLong(index.position(i)).putLong(index.newestMs(i));
            }
            out.commit();
        }
    }

    private void putHead(CheckedFile.Writer out, int number, SegmentSnapshot snapshot) throws IOException {
        out.putInt(MAGIC);
        out.putLong(identity.topicId().getMostSignificantBits());
        out.putLong(identity.topicId().getLeastSignificantBits());
        out.putInt(identity.partition()).putInt(number);
        out.putLong(snapshot.baseOffset()).putLong(snapshot.createdMs());
        out.putLong(snapshot.endOffset()).putLong(snapshot.endPosition());
        out.putLong(snapshot.recordCount()).putLong(snapshot.batchBytes());
        out.putLong(snapshot.maxTimestampMs()).putLong(snapshot.lastAppendMs());
        TailMarker marker = snapshot.marker();
        out.putByte(marker == null ? 0 : 1);
        if (marker != null) {
            out.put(marker.toBody());
        }
    }

    /** The segment up to where its checkpoint reaches; null without a trustworthy one. */
    @Nullable
    Segment load(int number, SegmentFile file) throws IOException {
        Path path = files.checkpoint(number, file.generation());
        ByteBuffer in = Files.exists(path) ? CheckedFile.load(path) : null;
        if (in == null || in.remaining() < FIXED_BYTES / 2 || in.getInt() != MAGIC || !isOurs(in, number)) {
            return null;
        }
        SegmentSnapshot head = readHead(in);
        if (head.endPosition() > file.sizeBytes()) {
            return null;
        }
        Segment segment = Segment.restore(identity, number, file, head);
        for (int left = in.getInt(); left > 0; left--) {
            segment.index().addEntry(in.getLong(), in.getLong(), in.getLong());
        }
        return segment;
    }

    private boolean isOurs(ByteBuffer in, int number) {
        return in.getLong() == identity.topicId().getMostSignificantBits()
                && in.getLong() == identity.topicId().getLeastSignificantBits()
                && in.getInt() == identity.partition()
                && in.getInt() == number;
    }

    private static SegmentSnapshot readHead(ByteBuffer in) {
        long baseOffset = in.getLong();
        long createdMs = in.getLong();
        long endOffset = in.getLong();
        long endPosition = in.getLong();
        long recordCount = in.getLong();
        long batchBytes = in.getLong();
        long maxTimestampMs = in.getLong();
        long lastAppendMs = in.getLong();
        TailMarker marker = in.get() == 0 ? null : TailMarker.read(in);
        List<EpochStart> epochs = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            epochs.add(new EpochStart(in.getInt(), in.getLong()));
        }
        return new SegmentSnapshot(
                baseOffset,
                marker,
                createdMs,
                endOffset,
                endPosition,
                recordCount,
                batchBytes,
                maxTimestampMs,
                lastAppendMs,
                epochs,
                0);
    }
}
