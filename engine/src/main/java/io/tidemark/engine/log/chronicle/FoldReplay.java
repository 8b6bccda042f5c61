// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogFold;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Folds a log: from the newest value that was saved, then batch by batch. Any thread. */
final class FoldReplay {
    private final FoldFiles files;

    FoldReplay(FoldFiles files) {
        this.files = files;
    }

    /** Folds the first {@code spanCount} spans of a view. */
    void replay(LogView view, int spanCount, LogFold fold) throws IOException {
        fold.clear();
        int from = spanCount;
        @Nullable ByteBuffer saved = null;
        while (from > 0 && saved == null) {
            SegmentSpan span = view.spans().get(from - 1);
            saved = span.isWhole() ? files.load(span.segment()) : null;
            from -= saved == null ? 1 : 0;
        }
        if (saved != null) {
            fold.restore(saved);
        }
        for (SegmentSpan span : view.spans().subList(from, spanCount)) {
            walk(span, view.logStartOffset(), fold);
        }
    }

    private static void walk(SegmentSpan span, long logStartOffset, LogFold fold) throws IOException {
        if (!span.reachesAbove(logStartOffset)) {
            return;
        }
        int entry = span.segment().index().floor(logStartOffset);
        SegmentCursor cursor = SegmentCursor.at(span, entry, 0);
        try {
            while (cursor.next()) {
                if (cursor.batchEndOffset() > logStartOffset) {
                    fold.onBatch(cursor.batch());
                }
            }
        } finally {
            cursor.release();
        }
    }
}
