// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.BytesStore;
import org.jspecify.annotations.Nullable;

/**
 * Brings in the pages of the mapping that the next records are copied to, many at once: the first touch of a page alone
 * costs many times what it costs among its neighbours, and more than what is copied to it. Another thread does it, since it
 * waits for the file system's journal when that is busy; a writer that catches up with that thread brings in a few for
 * itself, which is still cheaper than to touch them one by one. Owner thread only.
 *
 * <p>What is brought in goes to disk as zeros with the next force. So a log that is forced after every few records is left
 * alone, and how far ahead depends on the writer: {@link #AHEAD_MIN_BYTES} for one that never catches up, up to {@link
 * #AHEAD_MAX_BYTES} for one that does.
 */
final class PagesAhead {
    private static final long AHEAD_MIN_BYTES = 256 << 10;
    private static final long AHEAD_MAX_BYTES = 2 << 20;
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

    /** Pages up to here are there. */
    private long presentTo;

    /** Pages up to here are there or asked for. */
    private long askedTo;

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
     * @param bytes its length; the next one is taken to be as long
     * @param forcedTo up to where the file was forced
     * @param allocatedTo how far the file has blocks; no page is brought in beyond
     */
    void written(BytesStore<?, ?> current, long position, int bytes, long forcedTo, long allocatedTo) {
        boolean worthIt = position >= FROM_BYTES && position - forcedTo >= AHEAD_MIN_BYTES;
        if (!worthIt) {
            return;
        }
        long limit = Math.min(current.safeLimit(), allocatedTo) & -PAGE_BYTES;
        boolean idle = !busy.get();
        if (current != mapping) {
            mapping = current;
            askedTo = nextPage(position);
            presentTo = askedTo;
        } else if (idle) {
            presentTo = askedTo;
        }
        if (position + bytes > presentTo) {
            bringInFew(current, position, limit);
        }
        if (idle && position + aheadBytes / 2 >= askedTo) {
            ask(current, limit);
        }
    }

    private void bringInFew(BytesStore<?, ?> current, long position, long limit) {
        boolean overtook = position > askedTo;
        if (overtook) {
            aheadBytes = Math.min(aheadBytes * 2, AHEAD_MAX_BYTES);
        }
        long from = Math.max(presentTo, nextPage(position));
        long to = Math.min(from + PIECE_BYTES, limit);
        if (to > from) {
            source.populate(current.addressForWrite(from), to - from);
            presentTo = to;
            askedTo = Math.max(askedTo, to);
        }
    }

    private static long nextPage(long position) {
        return (position + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    private void ask(BytesStore<?, ?> current, long limit) {
        long from = askedTo;
        long to = Math.min(from + aheadBytes, limit);
        if (to > from) {
            askedTo = to;
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
