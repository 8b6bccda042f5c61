// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogSlice;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Batches in place in the mapped files; the mappings are held until it is closed. It knows where they begin and end, and
 * finds each one by its header when it is asked for: an object for every small batch costs more than that.
 */
final class MappedSlice implements LogSlice {
    private static final AtomicIntegerFieldUpdater<MappedSlice> CLOSED =
            AtomicIntegerFieldUpdater.newUpdater(MappedSlice.class, "closed");

    private final @Nullable Stretch first;
    private final int sizeBytes;
    private final long endOffset;
    private volatile int closed;

    /** @param first the chain of what was read, in order, which it takes over; null for nothing */
    MappedSlice(@Nullable Stretch first, int sizeBytes, long endOffset) {
        this.first = first;
        this.sizeBytes = sizeBytes;
        this.endOffset = endOffset;
    }

    @Override
    public List<ByteBuffer> buffers() {
        List<ByteBuffer> buffers = new ArrayList<>();
        forEachBatch((mapping, index, count) -> buffers.add(mapping.slice(index, count)));
        return Collections.unmodifiableList(buffers);
    }

    @Override
    public void copyTo(ByteBuffer target) {
        forEachBatch((mapping, index, count) -> {
            target.put(target.position(), mapping, index, count);
            target.position(target.position() + count);
        });
    }

    /** Shows each batch where it lies, with its envelope before it. */
    void forEachBatch(Stretch.BatchRange visitor) {
        if (closed != 0) {
            throw new IllegalStateException("the slice is closed");
        }
        try {
            for (Stretch at = first; at != null; at = at.next()) {
                at.forEachBatch(visitor);
            }
        } catch (InternalError fault) {
            throw new UncheckedIOException(Unreadable.of(fault));
        }
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public long endOffset() {
        return endOffset;
    }

    @Override
    public void close() {
        if (CLOSED.compareAndSet(this, 0, 1)) {
            Stretch.release(first);
        }
    }
}
