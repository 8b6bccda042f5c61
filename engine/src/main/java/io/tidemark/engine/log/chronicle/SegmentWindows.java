// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DamagedLogException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The mappings through which one segment is read, made when first needed. Thread-safe. */
final class SegmentWindows {
    /** Virtual size of a window; only touched pages are resident. */
    static final long WINDOW_BYTES = 64L << 20;

    private final SegmentFile file;
    private final Map<Long, MappedWindow> windows = new HashMap<>();
    private boolean retired;

    SegmentWindows(SegmentFile file) {
        this.file = file;
    }

    /**
     * A held window that covers the bytes at a position; the caller releases it.
     *
     * @param overlapBytes how far records may reach beyond the window they begin in
     */
    synchronized MappedWindow hold(long position, int lengthBytes, int overlapBytes) throws IOException {
        if (retired) {
            throw new SegmentGoneException(file.path());
        }
        long number = position / WINDOW_BYTES;
        MappedWindow window = windows.get(number);
        if (window == null || !window.covers(position, lengthBytes)) {
            MappedWindow wider = map(number * WINDOW_BYTES, position + lengthBytes, overlapBytes);
            if (window != null) {
                window.release();
            }
            windows.put(number, wider);
            window = wider;
        }
        if (!window.hold()) {
            throw new IllegalStateException("a window of " + file.path() + " was released too often");
        }
        return window;
    }

    private MappedWindow map(long start, long mustCover, int overlapBytes) throws IOException {
        long end = Math.min(file.sizeBytes(), Math.max(mustCover, start + WINDOW_BYTES + overlapBytes));
        if (end < mustCover) {
            throw new DamagedLogException(file.path() + " is shorter than " + mustCover + " bytes");
        }
        return new MappedWindow(file.map(start, end - start), start);
    }

    /** Drops the mappings; those in use stay until their readers are done, and others may be made again. */
    synchronized void rest() {
        windows.values().forEach(MappedWindow::release);
        windows.clear();
    }

    /** Drops the mappings for good. */
    synchronized void retire() {
        retired = true;
        rest();
    }
}
