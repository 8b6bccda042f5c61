// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogSlice;
import java.nio.ByteBuffer;
import java.util.List;

/** Batches on the heap; the garbage collector keeps them. */
record MemorySlice(List<ByteBuffer> buffers, int sizeBytes, long endOffset) implements LogSlice {
    @Override
    public void close() {
        // Nothing is reserved.
    }
}
