// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.BytesStore;
import org.jspecify.annotations.Nullable;

/**
 * Lets another thread bring in the pages of the mapping that the next records are copied to, many at once: the first touch
 * of each page costs more than what is copied to it, and waits for the file system's journal when that is busy. Owner
 * thread only.
 *
 * <p>What is brought in goes to disk as zeros with the next force. So a log that is forced after every few records is left
 * alone, and how far ahead depends on the writer: {@link #AHEAD_MIN_BYTES} for one that never catches up, up to {@link
 * #AHEAD_MAX_BYTES} for one that does.
 */
final class PagesAhead {
    private static final long AHEAD_MIN_BYTES = 256 << 10;
    private static final long AHEAD_MAX_BYTES = 2 << 20;
    /** The writer goes on while the other thread begins: it is left this much, so that they do not meet. */
    private static final long HEAD_START_BYTES = 64 << 10;

    /** While pages come in nobody can map or unmap a file, and behind one who waits for that no page fault is served. */
    private static final long PIECE_BYTES = 64 << 10;

    private static final long PAGE_BYTES = 4096;
    /** A small segment is not worth it. */
    private static final long FROM_BYTES = 1 << 20;

    private final SpaceSource source;
    private final Executor thread;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Runnable bringIn = this::bringIn;
    private @Nullable BytesStore<?, ?> mapping;
    private long aheadBytes = AHEAD_MIN_BYTES;
    private long reachedTo;

    /** Belong to the other thread while {@link #busy}. */
    private long address;

    private long lengthBytes;

    PagesAhead(SpaceSource source, Executor thread) {
        this.source = source;
        this.thread = thread;
    }

    /**
     * A record was copied to the mapping.
     *
     * @param current the mapping
     * @param position where the record ends
     * @param forcedTo up to where the file was forced
     * @param allocatedTo how far the file has blocks; no page is brought in beyond
     */
    void written(BytesStore<?, ?> current, long position, long forcedTo, long allocatedTo) {
        if (current != mapping) {
            mapping = current;
            reachedTo = position + HEAD_START_BYTES;
        }
        boolean worthIt = position >= FROM_BYTES && position - forcedTo >= AHEAD_MIN_BYTES;
        if (worthIt && position + aheadBytes / 2 >= reachedTo && !busy.get()) {
            ask(current, position, allocatedTo);
        }
    }

    private void ask(BytesStore<?, ?> current, long position, long allocatedTo) {
        if (position >= reachedTo) {
            aheadBytes = Math.min(aheadBytes * 2, AHEAD_MAX_BYTES);
            reachedTo = position + HEAD_START_BYTES;
        }
        long from = (reachedTo + PAGE_BYTES - 1) & -PAGE_BYTES;
        long to = Math.min(from + aheadBytes, Math.min(current.safeLimit(), allocatedTo)) & -PAGE_BYTES;
        if (to > from) {
            reachedTo = to;
            address = current.addressForWrite(from);
            lengthBytes = to - from;
            request();
        }
    }

    private void request() {
        busy.set(true);
        try {
            thread.execute(bringIn);
        } catch (RejectedExecutionException closing) {
            busy.set(false);
        }
    }

    /** On the other thread. The mapping may be gone by then; that changes nothing but the time it takes. */
    private void bringIn() {
        try {
            for (long done = 0; done < lengthBytes; done += PIECE_BYTES) {
                source.populate(address + done, Math.min(PIECE_BYTES, lengthBytes - done));
            }
        } finally {
            busy.set(false);
        }
    }
}
