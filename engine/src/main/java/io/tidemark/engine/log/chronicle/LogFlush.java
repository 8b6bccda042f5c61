// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.TimeUnit;

/** Forces the log to disk. Any thread, also several at once. */
final class LogFlush {
    private static final long MARK_FORCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LogState state;
    private volatile long markForcedNanos = System.nanoTime();

    LogFlush(LogState state) {
        this.state = state;
    }

    long flush() throws IOException {
        state.requireUsable();
        LogView view = state.view();
        long endOffset = view.logEndOffset();
        try {
            for (SegmentSpan span : view.spans()) {
                if (!span.segment().isForced()) {
                    span.segment().force();
                }
            }
            state.flushed(view, endOffset);
            forceMarkNowAndThen();
        } catch (ClosedByInterruptException e) {
            InterruptedIOException interrupted = new InterruptedIOException("interrupted in a flush");
            interrupted.initCause(e);
            throw interrupted;
        } catch (IOException e) {
            throw state.fail("cannot flush", e);
        }
        return state.flushedEndOffset();
    }

    /** The mark only says how far the data reached; written with each flush, a power cut may cost its last second. */
    private void forceMarkNowAndThen() throws IOException {
        long nowNanos = System.nanoTime();
        if (nowNanos - markForcedNanos >= MARK_FORCE_NANOS) {
            markForcedNanos = nowNanos;
            state.forceMark();
        }
    }
}
