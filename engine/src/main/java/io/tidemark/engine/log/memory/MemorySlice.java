// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogSlice;
import java.nio.ByteBuffer;
import java.util.List;

/** Batches on the heap; the garbage collector keeps them. */
final class MemorySlice implements LogSlice {
    private final List<ByteBuffer> buffers;
    private final int sizeBytes;
    private final long endOffset;
    private volatile boolean closed;

    MemorySlice(List<ByteBuffer> buffers, int sizeBytes, long endOffset) {
        this.buffers = buffers;
        this.sizeBytes = sizeBytes;
        this.endOffset = endOffset;
    }

    @Override
    public List<ByteBuffer> buffers() {
        if (closed) {
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
        closed = true;
    }
}
