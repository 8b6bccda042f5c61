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
    private static final int MAGIC_OF_A_PART = 0x544d4650;
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
    void save(Segment segment, SegmentSnapshot folded, SavedFold saved) throws IOException {
        saved.save(files.fold(segment), whole -> head(segment.number(), folded, whole));
    }

    /** What was saved for all of a segment as it is now; null when nothing was. */
    @Nullable
    SavedFold load(Segment segment) throws IOException {
        Path path = files.fold(segment);
        SegmentSnapshot now = segment.snapshot();
        return SavedFold.load(path, whole -> head(segment.number(), now, whole));
    }

    private ByteBuffer head(int segmentNumber, SegmentSnapshot segment, boolean whole) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putInt(whole ? MAGIC : MAGIC_OF_A_PART);
        return identity.putTo(head)
                .putInt(segmentNumber)
                .putLong(segment.endOffset())
                .putLong(segment.endPosition())
                .flip();
    }
}
