// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A read-only mapping of a part of a segment file. Born with one hold, the segment's; lets go of the file with the last
 * release. The addresses stay valid until no buffer refers to them, since a reader may keep one for too long. Thread-safe.
 */
final class MappedWindow {
    private final MappedByteBuffer bytes;
    private final long start;
    private final AtomicInteger holds = new AtomicInteger(1);

    MappedWindow(MappedByteBuffer bytes, long start) {
        this.bytes = bytes;
        this.start = start;
    }

    boolean covers(long position, int lengthBytes) {
        return position >= start && position + lengthBytes <= start + bytes.capacity();
    }

    /** Place among the segment's windows. */
    long number() {
        return start / SegmentWindows.WINDOW_BYTES;
    }

    /** The mapping; only absolute access. */
    MappedByteBuffer bytes() {
        return bytes;
    }

    /** Index in the mapping of a position in the file. */
    int indexOf(long position) {
        return (int) (position - start);
    }

    /** Takes a hold; false when the mapping is gone. */
    boolean hold() {
        for (int count = holds.get(); count > 0; count = holds.get()) {
            if (holds.compareAndSet(count, count + 1)) {
                return true;
            }
        }
        return false;
    }

    void release() {
        if (holds.decrementAndGet() == 0) {
            ZeroPages.replace(bytes);
        }
    }
}
