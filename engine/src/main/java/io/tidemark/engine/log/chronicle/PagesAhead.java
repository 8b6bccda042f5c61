// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.BytesStore;
import org.jspecify.annotations.Nullable;

/**
 * Lets another thread bring in the pages of the mapping that the next records are copied to, many at once: the first touch
 * of each page costs more than the copy of a small record, and waits for the file system's journal when that is busy. Owner
 * thread only.
 */
final class PagesAhead {
    private static final long AHEAD_BYTES = 256 << 10;
    private static final long PAGE_BYTES = 4096;
    /** A small segment is not worth it. */
    private static final long FROM_BYTES = 1 << 20;

    private final SpaceSource source;
    private final Executor thread;
    private final AtomicBoolean busy = new AtomicBoolean();
    private @Nullable BytesStore<?, ?> mapping;
    private long reachedTo;

    PagesAhead(SpaceSource source, Executor thread) {
        this.source = source;
        this.thread = thread;
    }

    /**
     * A record was written.
     *
     * @param current the mapping it was written to
     * @param position where it ends
     * @param allocatedTo how far the file has blocks; no page is brought in beyond
     */
    void written(BytesStore<?, ?> current, long position, long allocatedTo) {
        if (current != mapping) {
            mapping = current;
            reachedTo = position;
        }
        if (position < FROM_BYTES || position + AHEAD_BYTES / 2 < reachedTo) {
            return;
        }
        long from = (Math.max(position, reachedTo) + PAGE_BYTES - 1) & -PAGE_BYTES;
        long to = Math.min(position + AHEAD_BYTES, Math.min(current.safeLimit(), allocatedTo)) & -PAGE_BYTES;
        if (to > from && busy.compareAndSet(false, true)) {
            reachedTo = to;
            request(current.addressForWrite(from), to - from);
        }
    }

    /** The mapping may be gone by then; that changes nothing but the time it takes. */
    private void request(long address, long lengthBytes) {
        try {
            thread.execute(() -> {
                try {
                    source.populate(address, lengthBytes);
                } finally {
                    busy.set(false);
                }
            });
        } catch (RejectedExecutionException closing) {
            busy.set(false);
        }
    }
}
