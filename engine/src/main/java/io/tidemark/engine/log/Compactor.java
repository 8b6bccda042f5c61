// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchRecords;
import io.tidemark.record.BatchSubset;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what compaction keeps. First it is shown the batches that are new, in order of offset, until memory is used up;
 * then it filters all batches below where that ended.
 *
 * <p>Offsets stay covered without a gap, by batches without records where need be: whoever copies the log sees every offset
 * go by, and the leader epochs begin where they began. The last batch of a producer keeps its header, for its sequence.
 * Records without a key are never removed. One thread.
 */
public final class Compactor {
    /** What is kept of a producer takes the memory of so many keys. */
    private static final int KEYS_PER_PRODUCER = 4;

    private final KeyOffsets keys;
    private final CompactionPolicy policy;
    private final long nowMs;
    private final Map<Long, Long> lastBatches = new HashMap<>();
    private final List<RecordView> kept = new ArrayList<>();
    private long mappedEndOffset;
    private long nextHorizonMs = Long.MAX_VALUE;

    /**
     * For one compaction.
     *
     * @param dirtyOffset where what is new begins
     * @param nowMs wall clock, milliseconds since 1970-01-01 UTC
     */
    public Compactor(CompactionPolicy policy, long dirtyOffset, long nowMs) {
        this.policy = policy;
        this.keys = new KeyOffsets(policy.memoryBytes());
        this.nowMs = nowMs;
        this.mappedEndOffset = dirtyOffset;
    }

    /** Looks at a batch that is new; false when there is no memory for it, and so for none after it. */
    public boolean map(ByteBuffer batch) throws IOException {
        int producers = KEYS_PER_PRODUCER * (lastBatches.size() + 1);
        if (!keys.hasRoomFor(RecordBatch.count(batch) + producers)) {
            return false;
        }
        try {
            // A flipped key would push out the record of another.
            Crc.requireMatch(batch);
            for (RecordView record : BatchRecords.of(batch)) {
                ByteBuffer key = record.key();
                if (key != null) {
                    keys.put(key, record.offset());
                }
            }
        } catch (CorruptBatchException e) {
            throw new DamagedLogException("batch at offset " + RecordBatch.baseOffset(batch) + " is damaged", e);
        }
        if (RecordBatch.producerId(batch) != RecordBatch.NO_PRODUCER_ID) {
            lastBatches.put(RecordBatch.producerId(batch), RecordBatch.baseOffset(batch));
        }
        mappedEndOffset = RecordBatch.endOffset(batch);
        return true;
    }

    /** End of what was looked at; batches above it are not filtered. */
    public long mappedEndOffset() {
        return mappedEndOffset;
    }

    /**
     * When the first of the deletions that were kept may go, milliseconds since 1970-01-01 UTC; {@link Long#MAX_VALUE} when
     * none was kept.
     */
    public long nextHorizonMs() {
        return nextHorizonMs;
    }

    /** Whether deletions in a batch have had their time, so that it is worth compacting again. */
    public static boolean isDue(ByteBuffer batch, long nowMs) {
        long horizonMs = BatchSubset.deleteHorizonMs(batch);
        return horizonMs >= 0 && horizonMs <= nowMs;
    }

    /** What stays of a batch: itself, a smaller one, or a header; null when nothing needs to. */
    public @Nullable ByteBuffer filter(ByteBuffer batch) throws IOException {
        if (RecordBatch.endOffset(batch) > mappedEndOffset) {
            return batch;
        }
        kept.clear();
        long horizonMs = BatchSubset.deleteHorizonMs(batch);
        boolean mayDelete = horizonMs >= 0 && nowMs >= horizonMs;
        boolean deletes = false;
        try {
            // What is left of a batch gets a checksum of its own.
            Crc.requireMatch(batch);
            for (RecordView record : BatchRecords.of(batch)) {
                if (isKept(record, mayDelete)) {
                    kept.add(record);
                    deletes |= record.key() != null && record.value() == null;
                }
            }
        } catch (CorruptBatchException e) {
            throw new DamagedLogException("batch at offset " + RecordBatch.baseOffset(batch) + " is damaged", e);
        }
        long horizonAfterMs = deletes ? horizonAfter(horizonMs) : -1;
        nextHorizonMs = deletes ? Math.min(nextHorizonMs, horizonAfterMs) : nextHorizonMs;
        if (kept.isEmpty()) {
            return isLastOfProducer(batch) ? BatchSubset.of(batch, kept, -1) : null;
        }
        boolean same = kept.size() == RecordBatch.count(batch) && (horizonAfterMs < 0 || horizonAfterMs == horizonMs);
        return same ? batch : BatchSubset.of(batch, kept, horizonAfterMs);
    }

    private long horizonAfter(long horizonMs) {
        if (horizonMs >= 0) {
            return horizonMs;
        }
        long horizon = nowMs + policy.deleteRetentionMs();
        return horizon < nowMs ? Long.MAX_VALUE : horizon;
    }

    private boolean isKept(RecordView record, boolean mayDelete) {
        ByteBuffer key = record.key();
        if (key == null) {
            return true;
        }
        boolean superseded = keys.lastOffset(key) > record.offset();
        return !superseded && !(mayDelete && record.value() == null);
    }

    private boolean isLastOfProducer(ByteBuffer batch) {
        long producerId = RecordBatch.producerId(batch);
        long baseOffset = RecordBatch.baseOffset(batch);
        return producerId != RecordBatch.NO_PRODUCER_ID
                && lastBatches.getOrDefault(producerId, baseOffset) == baseOffset;
    }
}
