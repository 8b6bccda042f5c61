// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BootId;
import io.tidemark.engine.log.EpochList;
import io.tidemark.engine.log.LogFailedException;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the parts of one log share. The owner thread replaces the view; any thread reads it. View, flushed end and mark
 * change together under one lock, which is never held over anything slower than a small write.
 */
final class LogState {
    private static final Logger LOGGER = LoggerFactory.getLogger(LogState.class);

    private final String name;
    private final MarkFile markFile;
    private final EpochList epochs;
    private final long bootId = BootId.current();
    private volatile LogView view;
    private final ReentrantLock structure = new ReentrantLock();
    private volatile long flushedEndOffset;
    private volatile long cleanedEndOffset;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;
    private volatile boolean rollNext;
    private volatile boolean damaged;
    private volatile boolean damageStays;
    private boolean damageIsNoted;

    LogState(String name, MarkFile markFile, ScannedLog scanned) {
        this.name = name;
        this.markFile = markFile;
        this.epochs = scanned.epochs();
        this.view = scanned.view();
        this.flushedEndOffset = scanned.flushedEndOffset();
        this.cleanedEndOffset = scanned.cleanedEndOffset();
        this.damaged = scanned.damaged();
    }

    String name() {
        return name;
    }

    LogView view() {
        return view;
    }

    EpochList epochs() {
        return epochs;
    }

    long flushedEndOffset() {
        return flushedEndOffset;
    }

    /** Whether the next record must begin a segment with a marker, because the last one's tail is not trusted. */
    boolean rollNext() {
        return rollNext;
    }

    void rollNext(boolean value) {
        rollNext = value;
    }

    /** A change was written: what was reported about the former state has been acted on. */
    void changed() throws IOException {
        if (damaged && !damageStays) {
            actedOnDamage();
        }
    }

    /** Damage may have been found meanwhile. */
    private synchronized void actedOnDamage() throws IOException {
        if (!damageStays) {
            damaged = false;
            mark(false);
        }
    }

    /** Damage was found in what was thought whole: told at each start until one repairs it. */
    synchronized void foundDamage() throws IOException {
        if (!damageIsNoted) {
            damageStays = true;
            damaged = true;
            mark(false);
            markFile.force();
            damageIsNoted = true;
        }
    }

    void append(LogView next) {
        view = next;
    }

    /** Cuts: what was flushed above the new end is no longer. */
    synchronized void cut(LogView next) {
        view = next;
        flushedEndOffset = Math.min(flushedEndOffset, next.logEndOffset());
        cleanedEndOffset = Math.min(cleanedEndOffset, next.logEndOffset());
    }

    /**
     * Held while the set of segments changes: by the owner thread for the whole of a change, by compaction only to put its
     * segments in the place of others and by housekeeping to take trimmed ones out, by these never over a use of the disk.
     */
    ReentrantLock structure() {
        return structure;
    }

    /** End of what was compacted. */
    long cleanedEndOffset() {
        return cleanedEndOffset;
    }

    /** Compaction got this far, unless the log was cut meanwhile. */
    synchronized void cleaned(long endOffset, long cutsBefore) {
        if (view.cuts() == cutsBefore) {
            cleanedEndOffset = Math.max(cleanedEndOffset, endOffset);
        }
    }

    /** Raises the log start, written down before it shows. */
    synchronized void raiseStart(LogView next) throws IOException {
        writeMark(next, 0, false);
        view = next;
    }

    /** Everything below {@code endOffset} of the view was forced. */
    synchronized void flushed(LogView forced, long endOffset) throws IOException {
        if (forced.cuts() == view.cuts() && endOffset > flushedEndOffset) {
            flushedEndOffset = endOffset;
            writeMark(view, 0, false);
        }
    }

    synchronized void mark(boolean clean) throws IOException {
        SegmentSpan last = view.last();
        writeMark(view, last == null ? 0 : last.segment().endPosition(), clean);
    }

    void forceMark() throws IOException {
        markFile.force();
    }

    private void writeMark(LogView marked, long endPosition, boolean clean) throws IOException {
        SegmentSpan last = marked.last();
        markFile.write(new LogMark(
                last == null ? -1 : last.segment().number(),
                flushedEndOffset,
                marked.logStartOffset(),
                endPosition,
                bootId,
                clean,
                rollNext,
                damaged));
    }

    void requireUsable() throws IOException {
        Throwable cause = failure;
        if (cause != null) {
            throw new LogFailedException(name + " failed earlier", cause);
        }
        if (closed) {
            throw new IOException(name + " is closed");
        }
    }

    boolean isFailed() {
        return failure != null;
    }

    /** Latches the first failure. */
    LogFailedException fail(String what, Throwable cause) {
        if (failure == null) {
            failure = cause;
            LOGGER.error("{}: {}; the log takes no more changes", name, what, cause);
        }
        return new LogFailedException(name + ": " + what, cause);
    }

    /** Holds no file until the next change. */
    void rest() throws IOException {
        markFile.rest();
    }

    boolean isClosed() {
        return closed;
    }

    void close() throws IOException {
        closed = true;
        markFile.close();
    }
}
