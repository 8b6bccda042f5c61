// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BatchTimes;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.OffsetOutOfRangeException;
import io.tidemark.engine.log.PartitionLog.BatchVisitor;
import io.tidemark.engine.log.TimestampedOffset;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log through its own mappings. Any thread: each call works on one view, whose bytes no append or truncation
 * ever changes, and starts over with the next view when a segment was dropped meanwhile.
 */
final class LogReader {
    private static final long NONE = -1;

    /** Used again by the reads of a thread, so that a read leaves no more behind than its slice. */
    private static final ThreadLocal<SliceCollector> COLLECTORS = ThreadLocal.withInitial(SliceCollector::new);

    private final LogIdentity identity;
    private final Supplier<LogView> views;
    private final int overlapBytes;

    /** @param blockBytes size of the queue's blocks; a quarter is the longest record */
    LogReader(LogIdentity identity, Supplier<LogView> views, long blockBytes) {
        this.identity = identity;
        this.views = views;
        this.overlapBytes = (int) (blockBytes / BlockSize.RECORDS_PER_BLOCK);
    }

    MappedSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        while (true) {
            LogView view = views.get();
            try {
                return read(view, offset, maxBytes, upperOffset);
            } catch (SegmentGoneException e) {
                requireNewer(view, e);
            }
        }
    }

    /** Up to the first batch that is damaged. */
    LogSlice readVerified(long offset, int maxBytes, long upperOffset) throws IOException {
        MappedSlice slice = read(offset, maxBytes, upperOffset);
        long wholeEndOffset = NONE;
        try {
            wholeEndOffset = SliceCheck.wholeEndOffset(slice, identity, offset);
        } catch (UncheckedIOException unreadable) {
            throw Objects.requireNonNull(unreadable.getCause());
        } finally {
            if (wholeEndOffset != slice.endOffset()) {
                slice.close();
            }
        }
        if (wholeEndOffset == slice.endOffset()) {
            return slice;
        }
        if (wholeEndOffset <= offset) {
            throw new DamagedLogException("the batch at offset " + offset + " has another checksum");
        }
        return read(offset, maxBytes, wholeEndOffset);
    }

    private MappedSlice read(LogView view, long offset, int maxBytes, long upperOffset) throws IOException {
        long end = view.logEndOffset();
        if (offset < view.logStartOffset() || offset > end) {
            throw new OffsetOutOfRangeException(offset, view.logStartOffset(), end);
        }
        long limit = Math.min(upperOffset, end);
        if (offset >= limit) {
            return new MappedSlice(null, 0, offset);
        }
        try {
            return COLLECTORS.get().collect(view, offset, maxBytes, limit, overlapBytes);
        } catch (InternalError fault) {
            throw Unreadable.of(fault);
        }
    }

    Optional<TimestampedOffset> offsetForTime(long timestampMs, long upperOffset) throws IOException {
        Optional<TimestampedOffset> found = onCurrentView(view -> firstNotOlder(view, timestampMs));
        return found.filter(first -> first.offset() < upperOffset);
    }

    private Optional<TimestampedOffset> firstNotOlder(LogView view, long timestampMs) throws IOException {
        for (SegmentSpan span : view.live()) {
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
        SegmentCursor cursor = SegmentCursor.at(span, entry, overlapBytes);
        try {
            while (cursor.next()) {
                // Asked here too, since most batches that are passed are older, and need not be copied.
                if (RecordBatch.maxTimestampMs(cursor.batch()) >= timestampMs) {
                    TimestampedOffset found =
                            BatchTimes.firstAtOrAfter(cursor.copyOfBatch(), timestampMs, view.logStartOffset());
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        } finally {
            cursor.release();
        }
    }

    void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        try {
            scanNow(fromOffset, visitor);
        } catch (InternalError fault) {
            throw Unreadable.of(fault);
        }
    }

    private void scanNow(long fromOffset, BatchVisitor visitor) throws IOException {
        LogView view = views.get();
        long from = Math.max(fromOffset, view.logStartOffset());
        for (SegmentSpan span : view.spans()) {
            if (!span.reachesAbove(from)) {
                continue;
            }
            SegmentCursor cursor = SegmentCursor.at(span, span.segment().index().floor(from), overlapBytes);
            try {
                while (cursor.next()) {
                    if (cursor.batchEndOffset() > from) {
                        visitor.onBatch(cursor.batch());
                    }
                }
            } finally {
                cursor.release();
            }
        }
    }

    boolean fold(LogFold fold, long upperOffset, FoldReplay replay) throws IOException {
        Folded folded;
        do {
            folded = foldOnce(fold, upperOffset, replay);
            // Where segments were dropped meanwhile, what is saved of those below may have been gone when it was looked
            // for.
        } while (views.get().baseOffset() != folded.baseOffset);
        return folded.whole;
    }

    private Folded foldOnce(LogFold fold, long upperOffset, FoldReplay replay) throws IOException {
        return onCurrentView(view -> {
            if (upperOffset < view.baseOffset()) {
                throw new OffsetOutOfRangeException(upperOffset, view.baseOffset(), view.logEndOffset());
            }
            return new Folded(view.baseOffset(), replay.replay(view, upperOffset, fold));
        });
    }

    private record Folded(long baseOffset, boolean whole) {}

    private <T> T onCurrentView(ViewRead<T> read) throws IOException {
        while (true) {
            LogView view = views.get();
            try {
                return read.on(view);
            } catch (SegmentGoneException e) {
                requireNewer(view, e);
            } catch (InternalError fault) {
                throw Unreadable.of(fault);
            }
        }
    }

    private void requireNewer(LogView than, SegmentGoneException gone) throws SegmentGoneException {
        if (views.get().equals(than)) {
            throw gone;
        }
    }

    @FunctionalInterface
    private interface ViewRead<T> {
        T on(LogView view) throws IOException;
    }
}
