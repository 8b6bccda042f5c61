// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What folds saved at the ends of segments. A segment is never written twice, so a saved value that names the segment and
 * all of it stands for the log up to there, whatever was cut away since.
 */
final class FoldFiles {
    private static final int MAGIC = 0x544d4631;
    private static final int HEAD_BYTES = Integer.BYTES + LogIdentity.BYTES + Integer.BYTES + 2 * Long.BYTES;

    private final SegmentFiles files;
    private final LogIdentity identity;

    FoldFiles(SegmentFiles files, LogIdentity identity) {
        this.files = files;
        this.identity = identity;
    }

    /**
     * Saves what the log up to the end of a segment folds to; the segment must be on disk.
     *
     * @param folded the segment as it was folded: what is added meanwhile is not in the value
     */
    void save(Segment segment, SegmentSnapshot folded, ByteBuffer value) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + value.remaining());
        putHead(out, segment.number(), folded).put(value.duplicate());
        CheckedFile.save(files.fold(segment), out.flip());
    }

    /** What was saved for all of a segment as it is now; null when nothing was. */
    @Nullable
    ByteBuffer load(Segment segment) throws IOException {
        Path path = files.fold(segment);
        ByteBuffer in = CheckedFile.loadIfThere(path);
        if (in == null || in.remaining() < HEAD_BYTES) {
            return null;
        }
        ByteBuffer expected = putHead(ByteBuffer.allocate(HEAD_BYTES), segment.number(), segment.snapshot())
                .flip();
        return in.slice(0, HEAD_BYTES).equals(expected)
                ? in.position(HEAD_BYTES).slice()
                : null;
    }

    private ByteBuffer putHead(ByteBuffer out, int segmentNumber, SegmentSnapshot segment) {
        return out.putInt(MAGIC)
                .putLong(identity.topicId().getMostSignificantBits())
                .putLong(identity.topicId().getLeastSignificantBits())
                .putInt(identity.partition())
                .putInt(segmentNumber)
                .putLong(segment.endOffset())
                .putLong(segment.endPosition());
    }
}
