// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the log consists of: an immutable value that changes only with the set of segments or the log start; appends
 * move the end of its last span.
 *
 * @param emptyEndOffset log end while there is no segment
 * @param cuts number of truncations so far: what was flushed under an older count says nothing about offsets since cut
 */
record LogView(long logStartOffset, long emptyEndOffset, List<SegmentSpan> spans, long cuts) {
    LogView {
        spans = List.copyOf(spans);
    }

    @Nullable
    SegmentSpan last() {
        return spans.isEmpty() ? null : spans.get(spans.size() - 1);
    }

    /** Where the first segment begins: of what was below it the files are gone. */
    long baseOffset() {
        return spans.isEmpty() ? emptyEndOffset : spans.get(0).baseOffset();
    }

    long logEndOffset() {
        SegmentSpan last = last();
        return last == null ? emptyEndOffset : last.endOffset();
    }

    long sizeBytes() {
        long total = 0;
        for (SegmentSpan span : live()) {
            total += span.sizeBytes();
        }
        return total;
    }

    /** Place of the last span that begins at or below an offset; 0 when all begin above it. */
    int floor(long offset) {
        int low = 0;
        int high = spans.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (spans.get(middle).baseOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Place of a segment's span; -1 when it is not part of the log. */
    int indexOf(Segment segment) {
        for (int i = spans.size() - 1; i >= 0; i--) {
            if (spans.get(i).segment() == segment) {
                return i;
            }
        }
        return -1;
    }

    LogView withSegment(Segment segment) {
        List<SegmentSpan> next = new ArrayList<>(spans);
        if (!next.isEmpty()) {
            next.set(next.size() - 1, next.get(next.size() - 1).frozen());
        }
        next.add(SegmentSpan.open(segment));
        return new LogView(logStartOffset, emptyEndOffset, next, cuts);
    }

    LogView withStart(long startOffset) {
        return new LogView(startOffset, emptyEndOffset, spans, cuts);
    }

    /**
     * How many of the first spans are not wanted any more: those that lie wholly below the log start, but not the last span,
     * nor one that alone tells the leader epoch at the log start: when offsets are missing there, the next span's epochs
     * begin above it.
     */
    int trimmedSpans() {
        int trimmed = 0;
        while (trimmed < spans.size() - 1
                && spans.get(trimmed).endOffset() <= logStartOffset
                && spans.get(trimmed + 1).tellsEpochAt(logStartOffset)) {
            trimmed++;
        }
        return trimmed;
    }

    /** The spans that are wanted; the others go as soon as what they fold to is saved. */
    List<SegmentSpan> live() {
        return spans.subList(trimmedSpans(), spans.size());
    }

    boolean isLive(Segment segment) {
        return indexOf(segment) >= trimmedSpans();
    }

    LogView withoutFirst(int count) {
        return new LogView(logStartOffset, emptyEndOffset, spans.subList(count, spans.size()), cuts);
    }
}
