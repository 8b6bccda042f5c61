// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.record.BatchRecords;
import io.tidemark.record.RecordBatch;
import io.tidemark.record.RecordView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a log must hold, in the plainest way: a list of batches. */
final class LogModel {
    private final List<ByteBuffer> batches = new ArrayList<>();
    private final List<EpochStart> epochs = new ArrayList<>();
    private BatchCount below = new BatchCount();
    private boolean knowsBelow = true;
    private long start;
    private long end;

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    List<EpochStart> epochs() {
        return List.copyOf(epochs);
    }

    int lastEpoch() {
        return epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).leaderEpoch();
    }

    void append(ByteBuffer batch) {
        batches.add(batch);
        epoch(RecordBatch.leaderEpoch(batch), RecordBatch.baseOffset(batch));
        end = RecordBatch.endOffset(batch);
    }

    void epoch(int leaderEpoch, long offset) {
        if (leaderEpoch > lastEpoch()) {
            epochs.removeIf(entry -> entry.startOffset() >= offset);
            epochs.add(new EpochStart(leaderEpoch, offset));
        }
    }

    /** What a fold must give of the batches that end at or below an offset, not below the start; trimmed ones count. */
    BatchCount folded(long upperOffset) {
        BatchCount all = new BatchCount();
        all.restore(below.save());
        batches.stream()
                .filter(batch -> RecordBatch.endOffset(batch) <= upperOffset)
                .forEach(all::onBatch);
        return all;
    }

    /** Whether all that was trimmed is known: not after a cut below the start, and batches are not counted in compacted logs. */
    boolean knowsBelow() {
        return knowsBelow;
    }

    void truncate(long offset) {
        boolean wasBelow = offset < end;
        knowsBelow &= offset >= start;
        if (wasBelow) {
            end = offset;
            if (offset <= start) {
                batches.clear();
            }
            while (!batches.isEmpty() && RecordBatch.endOffset(last()) > offset) {
                end = Math.min(end, RecordBatch.baseOffset(last()));
                batches.remove(batches.size() - 1);
            }
            start = Math.min(start, end);
        }
        long cut = wasBelow ? end : offset;
        epochs.removeIf(entry -> entry.startOffset() >= cut);
    }

    void restart(long offset, @Nullable BatchCount folded) {
        below = folded == null ? new BatchCount() : folded;
        knowsBelow = true;
        batches.clear();
        epochs.clear();
        start = offset;
        end = offset;
    }

    void trim(long offset) {
        if (offset > start) {
            start = offset;
            while (!batches.isEmpty() && RecordBatch.endOffset(batches.get(0)) <= offset) {
                below.onBatch(batches.remove(0));
            }
            EpochStart floor = null;
            for (EpochStart entry : epochs) {
                floor = entry.startOffset() <= offset ? entry : floor;
            }
            epochs.removeIf(entry -> entry.startOffset() <= offset);
            if (floor != null) {
                epochs.add(0, new EpochStart(floor.leaderEpoch(), offset));
            }
        }
    }

    void compact(List<ByteBuffer> others) {
        knowsBelow = false;
        batches.clear();
        batches.addAll(others);
    }

    List<ByteBuffer> batches() {
        return batches;
    }

    List<ByteBuffer> read(long offset, int maxBytes, long upperOffset) {
        List<ByteBuffer> found = new ArrayList<>();
        int bytes = 0;
        for (ByteBuffer batch : batches) {
            if (RecordBatch.endOffset(batch) <= offset) {
                continue;
            }
            boolean fits = found.isEmpty() || bytes + batch.remaining() <= maxBytes;
            if (offset >= upperOffset || RecordBatch.endOffset(batch) > upperOffset || !fits) {
                break;
            }
            found.add(batch);
            bytes += batch.remaining();
        }
        return found;
    }

    @Nullable
    TimestampedOffset offsetForTime(long timestampMs, long upperOffset) {
        for (ByteBuffer batch : batches) {
            for (RecordView record : BatchRecords.of(batch)) {
                if (record.timestampMs() >= timestampMs && record.offset() >= start) {
                    return record.offset() < upperOffset
                            ? new TimestampedOffset(record.timestampMs(), record.offset())
                            : null;
                }
            }
        }
        return null;
    }

    private ByteBuffer last() {
        return batches.get(batches.size() - 1);
    }
}
