// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BatchTimes;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.OffsetOutOfRangeException;
import io.tidemark.engine.log.PartitionLog.BatchVisitor;
import io.tidemark.engine.log.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log through its own mappings. Any thread: each call works on one view, whose bytes no append or truncation
 * ever changes, and starts over with the next view when a segment was dropped meanwhile.
 */
final class LogReader {
    private final Supplier<LogView> views;
    private final int overlapBytes;

    /** @param blockBytes size of the queue's blocks; a quarter is the longest record */
    LogReader(Supplier<LogView> views, long blockBytes) {
        this.views = views;
        this.overlapBytes = (int) (blockBytes / BlockSize.RECORDS_PER_BLOCK);
    }

    LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        return onCurrentView(view -> {
            long end = view.logEndOffset();
            if (offset < view.logStartOffset() || offset > end) {
                throw new OffsetOutOfRangeException(offset, view.logStartOffset(), end);
            }
            long limit = Math.min(upperOffset, end);
            return offset >= limit ? MappedSlice.empty(offset) : collect(view, offset, maxBytes, limit);
        });
    }

    private LogSlice collect(LogView view, long offset, int maxBytes, long limitOffset) throws IOException {
        List<MappedWindow> holds = SegmentCursor.noHolds();
        Collected found = new Collected(offset, maxBytes, limitOffset);
        boolean endsInGap = false;
        try {
            for (int i = view.floor(offset); i < view.spans().size() && !found.full; i++) {
                SegmentSpan span = view.spans().get(i);
                if (span.reachesAbove(offset)) {
                    SegmentCursor cursor = cursor(span, offset, holds);
                    while (!found.full && cursor.next()) {
                        found.offer(cursor);
                    }
                    endsInGap = cursor.endsInGap();
                }
            }
            if (found.buffers.isEmpty() && !found.full && !endsInGap) {
                // Nothing at all would let a reader ask for the same offset for ever.
                throw new IOException("the batch at offset " + offset + " is not where it was written");
            }
            return new MappedSlice(
                    Collections.unmodifiableList(found.buffers), holds, found.sizeBytes, found.endOffset);
        } catch (IOException | RuntimeException e) {
            SegmentCursor.release(holds);
            throw e;
        }
    }

    @Nullable
    TimestampedOffset offsetForTime(long timestampMs, long upperOffset) throws IOException {
        Optional<TimestampedOffset> found = onCurrentView(view -> firstNotOlder(view, timestampMs));
        return found.filter(first -> first.offset() < upperOffset).orElse(null);
    }

    private Optional<TimestampedOffset> firstNotOlder(LogView view, long timestampMs) throws IOException {
        for (SegmentSpan span : view.spans()) {
            int entry = span.segment().index().firstNotOlder(timestampMs);
            TimestampedOffset found = entry < 0 ? null : find(view, span, entry, timestampMs);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private @Nullable TimestampedOffset find(LogView view, SegmentSpan span, int entry, long timestampMs)
            throws IOException {
        List<MappedWindow> holds = SegmentCursor.noHolds();
        try {
            SegmentCursor cursor = new SegmentCursor(span, entry, overlapBytes, holds);
            while (cursor.next()) {
                TimestampedOffset found = BatchTimes.firstAtOrAfter(cursor.batch(), timestampMs, view.logStartOffset());
                if (found != null) {
                    return found;
                }
            }
            return null;
        } finally {
            SegmentCursor.release(holds);
        }
    }

    void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        LogView view = views.get();
        long from = Math.max(fromOffset, view.logStartOffset());
        for (SegmentSpan span : view.spans()) {
            if (!span.reachesAbove(from)) {
                continue;
            }
            List<MappedWindow> holds = SegmentCursor.noHolds();
            try {
                SegmentCursor cursor = cursor(span, from, holds);
                while (cursor.next()) {
                    if (cursor.batchEndOffset() > from) {
                        visitor.onBatch(cursor.batch());
                    }
                }
            } finally {
                SegmentCursor.release(holds);
            }
        }
    }

    void fold(LogFold fold, FoldReplay replay) throws IOException {
        onCurrentView(view -> {
            replay.replay(view, view.spans().size(), fold);
            return view;
        });
    }

    private SegmentCursor cursor(SegmentSpan span, long offset, List<MappedWindow> holds) throws IOException {
        return new SegmentCursor(span, span.segment().index().floor(offset), overlapBytes, holds);
    }

    private <T> T onCurrentView(ViewRead<T> read) throws IOException {
        while (true) {
            LogView view = views.get();
            try {
                return read.on(view);
            } catch (SegmentGoneException e) {
                if (views.get().equals(view)) {
                    throw e;
                }
            }
        }
    }

    @FunctionalInterface
    private interface ViewRead<T> {
        T on(LogView view) throws IOException;
    }

    /** Takes batches until a bound is reached. */
    private static final class Collected {
        private final long fromOffset;
        private final int maxBytes;
        private final long limitOffset;
        private final List<ByteBuffer> buffers = new ArrayList<>();
        private int sizeBytes;
        private long endOffset;
        private boolean full;

        Collected(long fromOffset, int maxBytes, long limitOffset) {
            this.fromOffset = fromOffset;
            this.maxBytes = maxBytes;
            this.limitOffset = limitOffset;
            this.endOffset = fromOffset;
        }

        void offer(SegmentCursor cursor) {
            if (cursor.batchEndOffset() <= fromOffset) {
                return;
            }
            boolean fits = buffers.isEmpty() || sizeBytes + cursor.batchBytes() <= maxBytes;
            if (cursor.batchEndOffset() > limitOffset || !fits) {
                full = true;
                return;
            }
            buffers.add(cursor.batch());
            sizeBytes += cursor.batchBytes();
            endOffset = cursor.batchEndOffset();
        }
    }
}
