// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.RetainedSegment;
import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A run of batches that is dropped as a whole. */
final class MemorySegment {
    private final long baseOffset;
    private final List<ByteBuffer> batches = new ArrayList<>();
    private long sizeBytes;
    private long createdMs;
    private long lastAppendMs;
    private boolean begun;

    MemorySegment(long baseOffset) {
        this.baseOffset = baseOffset;
    }

    /** Notes the time of the first record; later calls do nothing. */
    void begin(long nowMs) {
        if (!begun) {
            begun = true;
            createdMs = nowMs;
            lastAppendMs = nowMs;
        }
    }

    void touch(long nowMs) {
        lastAppendMs = nowMs;
    }

    List<ByteBuffer> batches() {
        return batches;
    }

    long baseOffset() {
        return baseOffset;
    }

    long createdMs() {
        return createdMs;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    long endOffset() {
        return isEmpty() ? baseOffset : RecordBatch.endOffset(batches.get(batches.size() - 1));
    }

    void add(ByteBuffer batch, long nowMs) {
        batches.add(batch);
        sizeBytes += batch.remaining();
        lastAppendMs = nowMs;
    }

    void removeLast() {
        sizeBytes -= batches.remove(batches.size() - 1).remaining();
    }

    /** Puts other batches in the place of all there are. */
    void replaceAll(List<ByteBuffer> others) {
        batches.clear();
        batches.addAll(others);
        sizeBytes = others.stream().mapToLong(ByteBuffer::remaining).sum();
    }

    RetainedSegment retained() {
        long maxTimestampMs = -1;
        for (ByteBuffer batch : batches) {
            maxTimestampMs = Math.max(maxTimestampMs, RecordBatch.maxTimestampMs(batch));
        }
        return new RetainedSegment(endOffset(), sizeBytes, maxTimestampMs, lastAppendMs);
    }
}
