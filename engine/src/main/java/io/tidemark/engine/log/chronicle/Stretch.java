// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A held window and the records in it that are of use: from the header of the first to the end of the last. Several make a
 * chain. One thread adds to it; complete, any may read.
 */
final class Stretch {
    private final MappedWindow window;
    private @Nullable Stretch other;
    private long from = -1;
    private long to = -1;

    /**
     * @param window held already; let go of with the chain
     * @param before the chain so far
     */
    Stretch(MappedWindow window, @Nullable Stretch before) {
        this.window = window;
        this.other = before;
    }

    /** Adds a record behind those that are in. */
    void include(long headerPosition, long endPosition) {
        if (from < 0) {
            from = headerPosition;
        }
        to = endPosition;
    }

    /** Turns a chain that leads from its last part to its first around. */
    static @Nullable Stretch inOrder(@Nullable Stretch last) {
        Stretch next = null;
        Stretch at = last;
        while (at != null) {
            Stretch before = at.other;
            at.other = next;
            next = at;
            at = before;
        }
        return next;
    }

    @Nullable
    Stretch next() {
        return other;
    }

    /** Lets go of every window of a chain. */
    static void release(@Nullable Stretch chain) {
        for (Stretch at = chain; at != null; at = at.other) {
            at.window.release();
        }
    }

    /** Shows each batch to a visitor, as a range of the mapping. */
    void forEachBatch(BatchRange visitor) {
        ByteBuffer bytes = window.bytes();
        long headerPosition = from;
        while (headerPosition < to) {
            int header = Integer.reverseBytes(bytes.getInt(window.indexOf(headerPosition)));
            int at = window.indexOf(headerPosition + DocumentHeader.BYTES);
            if (!DocumentHeader.isMeta(header) && Envelope.kind(bytes, at) == Envelope.BATCH) {
                visitor.onBatch(bytes, at + Envelope.BYTES, DocumentHeader.lengthBytes(header) - Envelope.BYTES);
            }
            headerPosition = DocumentHeader.next(headerPosition, header);
        }
    }

    /** Sees where a batch lies. */
    @FunctionalInterface
    interface BatchRange {
        /** A batch of {@code count} bytes at an index of a mapping. */
        void onBatch(ByteBuffer mapping, int index, int count);
    }
}
