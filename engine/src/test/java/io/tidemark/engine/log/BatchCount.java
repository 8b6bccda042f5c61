// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;

/** A fold for tests: counts batches and sums up their base offsets. */
public final class BatchCount implements LogFold {
    private long batches;
    private long offsets;
    private long replayed;

    /** As if it had taken so many batches. */
    public static BatchCount of(long batches, long offsets) {
        BatchCount count = new BatchCount();
        count.batches = batches;
        count.offsets = offsets;
        return count;
    }

    @Override
    public void clear() {
        batches = 0;
        offsets = 0;
        replayed = 0;
    }

    @Override
    public void restore(ByteBuffer saved) {
        batches = saved.getLong(saved.position());
        offsets = saved.getLong(saved.position() + Long.BYTES);
    }

    @Override
    public void onBatch(ByteBuffer batch) {
        batches++;
        replayed++;
        offsets += RecordBatch.baseOffset(batch);
    }

    @Override
    public ByteBuffer save() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(batches)
                .putLong(offsets)
                .flip();
    }

    public long batches() {
        return batches;
    }

    public long offsets() {
        return offsets;
    }

    /** How many batches were not in what was saved. */
    public long replayed() {
        return replayed;
    }
}
