// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.LogSlice;
import java.nio.ByteBuffer;
import java.util.List;

/** Nothing read: the answer to a fetch whose share of the bytes is used up. */
record EmptySlice(long endOffset) implements LogSlice {
    static LogSlice at(long offset) {
        return new EmptySlice(offset);
    }

    @Override
    public List<ByteBuffer> buffers() {
        return List.of();
    }

    @Override
    public int sizeBytes() {
        return 0;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
