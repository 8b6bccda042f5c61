// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The spans of a log cut at an offset.
 *
 * @param kept what is left
 * @param gone segments with nothing left
 * @param endOffset the end: the base of the batch that spans the offset, or the offset itself
 */
record SpanCut(List<SegmentSpan> kept, List<Segment> gone, long endOffset) {
    /** Nothing is left; the log starts over at an offset. */
    static SpanCut all(List<SegmentSpan> spans, long offset) {
        return new SpanCut(List.of(), spans.stream().map(SegmentSpan::segment).toList(), offset);
    }

    static SpanCut of(List<SegmentSpan> spans, long offset) throws IOException {
        List<SegmentSpan> kept = new ArrayList<>(spans);
        List<Segment> gone = new ArrayList<>();
        long endOffset = offset;
        while (!kept.isEmpty()) {
            SegmentSpan last = kept.remove(kept.size() - 1);
            if (last.endOffset() <= offset && last.baseOffset() < offset) {
                kept.add(last.frozen());
                break;
            }
            if (last.baseOffset() < offset) {
                Above above = above(last, offset);
                endOffset = above.firstBaseOffset();
                if (endOffset > last.baseOffset()) {
                    kept.add(new SegmentSpan(last.segment(), endOffset, last.deadBytes() + above.bytes()));
                    break;
                }
            }
            gone.add(0, last.segment());
        }
        return new SpanCut(kept, gone, endOffset);
    }

    /** The batches of a span that end above an offset. */
    private static Above above(SegmentSpan span, long offset) throws IOException {
        if (!span.reachesAbove(offset)) {
            return new Above(offset, 0);
        }
        SegmentCursor cursor = SegmentCursor.at(span, span.segment().index().floor(offset), 0);
        try {
            long firstBaseOffset = offset;
            long bytes = 0;
            while (cursor.next()) {
                if (cursor.batchEndOffset() > offset) {
                    firstBaseOffset = Math.min(firstBaseOffset, RecordBatch.baseOffset(cursor.batch()));
                    bytes += cursor.batchBytes();
                }
            }
            return new Above(firstBaseOffset, bytes);
        } finally {
            cursor.release();
        }
    }

    private record Above(long firstBaseOffset, long bytes) {}
}
