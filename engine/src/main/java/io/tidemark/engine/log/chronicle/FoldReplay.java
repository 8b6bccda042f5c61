// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogFold;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folds a log: from the newest value that was saved, then batch by batch, whether or not a batch was trimmed. Any thread.
 */
final class FoldReplay {
    private static final Logger LOGGER = LoggerFactory.getLogger(FoldReplay.class);

    private final LogPlace place;
    private final FoldFiles files;
    private final BaseFolds bases;

    FoldReplay(LogPlace place, BaseFolds bases) {
        this.place = place;
        this.files = new FoldFiles(place.files(), place.identity());
        this.bases = bases;
    }

    /**
     * Folds the batches of a view that end at or below an offset, and what was below them.
     *
     * @param upperOffset not below the view's base
     * @return false when what was below the view's base is not known, or not all of it
     */
    boolean replay(LogView view, long upperOffset, LogFold fold) throws IOException {
        fold.clear();
        List<SegmentSpan> spans = view.spans().stream()
                .takeWhile(span -> span.baseOffset() < upperOffset)
                .toList();
        int from = spans.size();
        @Nullable SavedFold saved = null;
        while (from > 0 && saved == null) {
            SegmentSpan span = spans.get(from - 1);
            saved = span.isWhole() && span.endOffset() <= upperOffset ? files.load(span.segment()) : null;
            from -= saved == null ? 1 : 0;
        }
        if (saved == null) {
            saved = bases.load(view.baseOffset());
        }
        if (saved != null) {
            fold.restore(saved.value());
        }
        for (SegmentSpan span : spans.subList(from, spans.size())) {
            walk(span, upperOffset, fold);
        }
        return saved == null ? view.baseOffset() == 0 : saved.whole();
    }

    /** What they fold to, as it is saved. */
    SavedFold value(LogView view, long upperOffset, Supplier<LogFold> maker) throws IOException {
        LogFold fold = maker.get();
        boolean whole = replay(view, upperOffset, fold);
        return new SavedFold(fold.save(), whole);
    }

    /**
     * What is left of the batches below an offset when they go; null when that is not known. Nor when it cannot be read: what
     * is to go must go all the same.
     */
    @Nullable
    SavedFold valueBelow(LogView view, long offset) {
        Supplier<LogFold> maker = place.parts().folds();
        if (maker == null || offset < view.baseOffset()) {
            return null;
        }
        try {
            return value(view, offset, maker);
        } catch (IOException | RuntimeException unreadable) {
            LOGGER.warn("{}: what goes below offset {} cannot be folded", place.name(), offset, unreadable);
            return null;
        }
    }

    private static void walk(SegmentSpan span, long upperOffset, LogFold fold) throws IOException {
        if (!span.reachesAbove(span.baseOffset())) {
            return;
        }
        SegmentCursor cursor = SegmentCursor.at(span, 0, 0);
        try {
            while (cursor.next() && cursor.batchEndOffset() <= upperOffset) {
                fold.onBatch(cursor.batch());
            }
        } catch (InternalError fault) {
            throw Unreadable.of(fault);
        } finally {
            cursor.release();
        }
    }
}
