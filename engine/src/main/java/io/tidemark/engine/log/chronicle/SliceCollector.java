// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DamagedLogException;
import java.io.IOException;

/** Takes batches of a view until a bound is reached. One thread, one read at a time; used again for the next. */
final class SliceCollector {
    private final SegmentCursor cursor = new SegmentCursor();
    private int sizeBytes;
    private long endOffset;
    private boolean full;

    /**
     * @param offset where to begin, within the view
     * @param maxBytes bound on all but the first batch
     * @param limitOffset no batch that reaches beyond is taken
     * @param overlapBytes how far records may reach beyond the window they begin in
     */
    MappedSlice collect(LogView view, long offset, int maxBytes, long limitOffset, int overlapBytes)
            throws IOException {
        sizeBytes = 0;
        endOffset = offset;
        full = false;
        boolean endsInGap = false;
        try {
            for (int i = view.floor(offset); i < view.spans().size() && !full; i++) {
                SegmentSpan span = view.spans().get(i);
                if (span.reachesAbove(offset)) {
                    cursor.begin(span, span.segment().index().floor(offset), overlapBytes);
                    while (!full && isAtNext()) {
                        offer(offset, maxBytes, limitOffset);
                    }
                    endsInGap = cursor.endsInGap();
                }
            }
            if (sizeBytes == 0 && !full && !endsInGap) {
                // Nothing at all would let a reader ask for the same offset for ever.
                throw new DamagedLogException("the batch at offset " + offset + " is not where it was written");
            }
            return new MappedSlice(cursor.take(), sizeBytes, endOffset);
        } finally {
            cursor.release();
        }
    }

    /** What is whole is given; the read that begins at damage is told of it. */
    private boolean isAtNext() throws IOException {
        try {
            return cursor.next();
        } catch (DamagedLogException found) {
            if (sizeBytes == 0) {
                throw found;
            }
            full = true;
            return false;
        }
    }

    private void offer(long fromOffset, int maxBytes, long limitOffset) {
        if (cursor.batchEndOffset() <= fromOffset) {
            return;
        }
        boolean fits = sizeBytes == 0 || sizeBytes + cursor.batchBytes() <= maxBytes;
        if (cursor.batchEndOffset() > limitOffset || !fits) {
            full = true;
            return;
        }
        cursor.include();
        sizeBytes += cursor.batchBytes();
        endOffset = cursor.batchEndOffset();
    }
}
