// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Takes batches that lie back to back apart. */
public final class Batches {
    private static final int MAGIC_END = 17;

    private Batches() {}

    /**
     * Views of the batches between the buffer's position and limit, which stay where they are. Views are big endian,
     * share the bytes, and are read-only or direct as the buffer is. Only length and magic are checked.
     *
     * @throws CorruptBatchException if a length or magic is wrong, or the last batch is cut off
     */
    public static List<ByteBuffer> split(ByteBuffer batches) {
        return split(batches, false);
    }

    /**
     * As {@link #split(ByteBuffer)}, but a last batch that is cut off is left out: for readers whose bytes end anywhere.
     *
     * @throws CorruptBatchException if a length or magic is wrong
     */
    public static List<ByteBuffer> splitWhole(ByteBuffer batches) {
        return split(batches, true);
    }

    private static List<ByteBuffer> split(ByteBuffer batches, boolean cutOffAllowed) {
        List<ByteBuffer> found = new ArrayList<>();
        ByteBuffer rest = batches.slice();
        while (rest.hasRemaining()) {
            int sizeBytes = rest.remaining() < MAGIC_END ? Integer.MAX_VALUE : checkedSize(rest);
            if (sizeBytes > rest.remaining()) {
                if (cutOffAllowed) {
                    break;
                }
                throw new CorruptBatchException("the last batch is cut off at byte " + batches.remaining()
                        + ", it begins at " + rest.position());
            }
            found.add(rest.slice(rest.position(), sizeBytes));
            rest.position(rest.position() + sizeBytes);
        }
        return found;
    }

    private static int checkedSize(ByteBuffer rest) {
        int lengthField = RecordBatch.lengthField(rest);
        if (lengthField < RecordBatch.HEADER_BYTES - RecordBatch.LENGTH_OVERHEAD_BYTES
                || lengthField > Integer.MAX_VALUE - RecordBatch.LENGTH_OVERHEAD_BYTES) {
            throw new CorruptBatchException(
                    "the batch at byte " + rest.position() + " has length " + lengthField + ", not possible");
        }
        if (RecordBatch.magic(rest) != RecordBatch.MAGIC) {
            throw new CorruptBatchException("the batch at byte " + rest.position() + " has magic "
                    + RecordBatch.magic(rest) + ", only 2 is supported");
        }
        return lengthField + RecordBatch.LENGTH_OVERHEAD_BYTES;
    }
}
