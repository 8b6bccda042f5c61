// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Whole batches that were read. The bytes stay valid until {@link #close}, also when the log is truncated, trimmed or
 * closed meanwhile. Closing twice does nothing; any thread may close.
 */
public interface LogSlice extends AutoCloseable {
    /**
     * The batches in order, each in a read-only buffer of its own; empty when nothing was there.
     *
     * <p>A buffer that is read after {@link #close} shows the batch or zeros, and does no other harm.
     *
     * @throws java.io.UncheckedIOException if the log's files cannot be read
     * @throws IllegalStateException once the slice is closed
     */
    List<ByteBuffer> buffers();

    /**
     * Copies the batches, back to back, to a buffer's position and moves it on by {@link #sizeBytes}: what {@link #buffers}
     * would do without an object for each.
     *
     * @throws java.io.UncheckedIOException if the log's files cannot be read
     * @throws java.nio.BufferOverflowException or {@link IndexOutOfBoundsException} if there is no room
     * @throws IllegalStateException once the slice is closed
     */
    default void copyTo(ByteBuffer target) {
        buffers().forEach(batch -> target.put(batch.duplicate()));
    }

    /** The batches, back to back, in an array of their own that outlives the slice. */
    default byte[] copy() {
        byte[] bytes = new byte[sizeBytes()];
        copyTo(ByteBuffer.wrap(bytes));
        return bytes;
    }

    /** Sum of the buffers' bytes. */
    int sizeBytes();

    /** Offset after the last record of the slice; the asked offset when it is empty. */
    long endOffset();

    @Override
    void close();
}
