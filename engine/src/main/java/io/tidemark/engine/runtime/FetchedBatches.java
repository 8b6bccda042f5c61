// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Checks what a leader sent before it goes near a log: whole batches, each with its right CRC-32C. */
final class FetchedBatches {
    private FetchedBatches() {}

    /** What is wrong, in a few words; null when nothing is. The buffer is left as it was. */
    static @Nullable String faultOf(ByteBuffer batches) {
        ByteBuffer rest = batches.duplicate();
        while (rest.hasRemaining()) {
            int sizeBytes = rest.remaining() < RecordBatch.HEADER_BYTES ? -1 : RecordBatch.sizeBytes(rest);
            if (sizeBytes < RecordBatch.HEADER_BYTES || sizeBytes > rest.remaining()) {
                return "a torn batch";
            }
            ByteBuffer batch = rest.slice(rest.position(), sizeBytes);
            if (RecordBatch.magic(batch) != RecordBatch.MAGIC) {
                return "a batch of unknown format";
            }
            if (Crc.compute(batch) != RecordBatch.crc(batch)) {
                return "a batch with a wrong CRC at offset " + RecordBatch.baseOffset(batch);
            }
            rest.position(rest.position() + sizeBytes);
        }
        return null;
    }
}
