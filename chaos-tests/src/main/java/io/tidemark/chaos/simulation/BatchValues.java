// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads values back out of stored batches. */
final class BatchValues {
    private BatchValues() {}

    /** Adds the records at or above an offset; gives the offset after the batch. */
    static long readInto(List<Seen> seen, ByteBuffer batch, long fromOffset) {
        for (RecordView record : BatchRecords.of(batch.duplicate())) {
            ByteBuffer value = record.value();
            long number = value == null ? -1 : value.getLong(value.position());
            if (value != null && record.offset() >= fromOffset) {
                seen.add(new Seen(record.offset(), number));
            }
        }
        return RecordBatch.endOffset(batch);
    }
}
