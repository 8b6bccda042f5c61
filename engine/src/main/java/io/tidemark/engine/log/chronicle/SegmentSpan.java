// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.RetainedSegment;
import java.util.List;

/**
 * The live part of a segment: from its base to {@code boundOffset}, or to its growing end while it takes appends.
 *
 * @param boundOffset end of the live part; {@link #OPEN} while nothing of it is cut away
 * @param deadBytes bytes of batches above the bound
 */
record SegmentSpan(Segment segment, long boundOffset, long deadBytes) {
    static final long OPEN = Long.MAX_VALUE;

    static SegmentSpan open(Segment segment) {
        return new SegmentSpan(segment, OPEN, 0);
    }

    long baseOffset() {
        return segment.baseOffset();
    }

    long endOffset() {
        return Math.min(boundOffset, segment.endOffset());
    }

    /** Whether nothing of the segment is cut away. */
    boolean isWhole() {
        return boundOffset >= segment.endOffset();
    }

    long sizeBytes() {
        return segment.batchBytes() - deadBytes;
    }

    /** Whether a batch of the span ends above an offset. */
    boolean reachesAbove(long offset) {
        long end = endOffset();
        return end > offset && end > baseOffset() && segment.index().size() > 0;
    }

    /** Whether it alone says which leader epoch holds an offset at or above its base. */
    boolean tellsEpochAt(long offset) {
        if (segment.marker() != null) {
            return true;
        }
        List<EpochStart> epochs = segment.epochs();
        return !epochs.isEmpty() && epochs.get(0).startOffset() <= offset;
    }

    /** The leader epochs that begin in it. */
    List<EpochStart> epochs() {
        return segment.epochs().stream()
                .filter(epoch -> isWhole() || epoch.startOffset() < boundOffset)
                .toList();
    }

    /** The span as it is now, for when the log goes on in another segment. */
    SegmentSpan frozen() {
        return new SegmentSpan(segment, endOffset(), deadBytes);
    }

    RetainedSegment retained() {
        return new RetainedSegment(endOffset(), sizeBytes(), segment.maxTimestampMs(), segment.lastAppendMs());
    }
}
