// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogSlice;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Batches in place in the mapped files; the mappings are held until it is closed. */
final class MappedSlice implements LogSlice {
    private final List<ByteBuffer> buffers;
    private final List<MappedWindow> holds;
    private final int sizeBytes;
    private final long endOffset;
    private final AtomicBoolean closed = new AtomicBoolean();

    MappedSlice(List<ByteBuffer> buffers, List<MappedWindow> holds, int sizeBytes, long endOffset) {
        this.buffers = buffers;
        this.holds = holds;
        this.sizeBytes = sizeBytes;
        this.endOffset = endOffset;
    }

    static LogSlice empty(long offset) {
        return new MappedSlice(List.of(), List.of(), 0, offset);
    }

    @Override
    public List<ByteBuffer> buffers() {
        if (closed.get()) {
            throw new IllegalStateException("the slice is closed");
        }
        return buffers;
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
        if (closed.compareAndSet(false, true)) {
            holds.forEach(MappedWindow::release);
        }
    }
}
