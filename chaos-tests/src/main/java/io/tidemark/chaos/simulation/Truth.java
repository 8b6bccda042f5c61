// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was ever committed of one partition: every batch below the highest high watermark that any leader had. Only a
 * recorded unclean election takes something back.
 */
final class Truth {
    private final List<Committed> batches = new ArrayList<>();
    private final Map<Long, Integer> nextSequences = new HashMap<>();
    private long highWatermark;
    private long unseenFrom;
    private long unseenTo;
    private int lossEpoch = -1;
    private long losses;
    private long latestAnswered = -1;

    /** One committed batch. */
    record Committed(long baseOffset, long endOffset, int crc, int leaderEpoch) {}

    long highWatermark() {
        return highWatermark;
    }

    /** Leader epoch of the last unclean election that is accounted for; -1 when there was none. */
    int lossEpoch() {
        return lossEpoch;
    }

    long losses() {
        return losses;
    }

    void lossSettled(int uncleanEpoch) {
        lossEpoch = Math.max(lossEpoch, uncleanEpoch);
    }

    long latestAnswered() {
        return latestAnswered;
    }

    void answeredLatest(long offset) {
        latestAnswered = Math.max(latestAnswered, offset);
    }

    /** How the log differs from what was committed within the range; null when it does not. */
    @Nullable
    String difference(PartitionLog log, long from, long to) {
        long start = Math.max(from, log.logStartOffset());
        long end = Math.min(to, highWatermark);
        if (start >= end) {
            return null;
        }
        if (log.logEndOffset() < end) {
            return "log ends at " + log.logEndOffset() + " below " + end;
        }
        int[] index = {indexOf(start)};
        String[] found = {null};
        scan(log, start, batch -> {
            long base = RecordBatch.baseOffset(batch);
            if (found[0] != null || base >= end || isUnseen(base, RecordBatch.endOffset(batch))) {
                return;
            }
            if (index[0] >= batches.size() || !matches(batches.get(index[0]), batch)) {
                found[0] = "at offset " + base + " epoch " + RecordBatch.leaderEpoch(batch) + " differs from committed "
                        + (index[0] < batches.size() ? batches.get(index[0]) : "nothing");
            }
            index[0]++;
        });
        return found[0];
    }

    private boolean isUnseen(long baseOffset, long endOffset) {
        return baseOffset >= unseenFrom && endOffset <= unseenTo;
    }

    private static boolean matches(Committed committed, java.nio.ByteBuffer batch) {
        return committed.baseOffset() == RecordBatch.baseOffset(batch)
                && committed.crc() == RecordBatch.crc(batch)
                && committed.leaderEpoch() == RecordBatch.leaderEpoch(batch);
    }

    /** Takes in what a leader committed; the fault found in it, or null. */
    @Nullable
    String extend(PartitionLog log, long to) {
        String[] fault = {null};
        long from = highWatermark;
        if (log.logStartOffset() > from) {
            // Committed and deleted within one step: nobody can say any more what it was.
            unseenFrom = from;
            unseenTo = Math.min(to, log.logStartOffset());
            nextSequences.clear();
        }
        scan(log, from, batch -> {
            long base = RecordBatch.baseOffset(batch);
            if (base < from || RecordBatch.endOffset(batch) > to) {
                return;
            }
            if (base != highWatermark && log.logStartOffset() < base) {
                fault[0] = "I17 offsets are dense: " + base + " follows " + highWatermark;
            }
            batches.add(new Committed(
                    base, RecordBatch.endOffset(batch), RecordBatch.crc(batch), RecordBatch.leaderEpoch(batch)));
            highWatermark = RecordBatch.endOffset(batch);
            String sequence = sequenceFault(batch);
            if (sequence != null) {
                fault[0] = sequence;
            }
        });
        highWatermark = Math.max(highWatermark, to);
        return fault[0];
    }

    private @Nullable String sequenceFault(java.nio.ByteBuffer batch) {
        long producerId = RecordBatch.producerId(batch);
        if (producerId < 0) {
            return null;
        }
        long producer = producerId << 16 | RecordBatch.producerEpoch(batch);
        int first = RecordBatch.baseSequence(batch);
        Integer expected = nextSequences.put(producer, first + RecordBatch.lastOffsetDelta(batch) + 1);
        int wanted = expected == null ? 0 : expected;
        return wanted == first || (expected == null && (losses > 0 || unseenTo > 0))
                ? null
                : "I15 sequences are contiguous: producer " + producerId + " epoch " + RecordBatch.producerEpoch(batch)
                        + " has sequence " + first + " at offset " + RecordBatch.baseOffset(batch) + " instead of "
                        + wanted;
    }

    /** An unclean election lost what the new leader's log does not hold. */
    void cutTo(PartitionLog log, int uncleanEpoch) {
        List<Committed> kept = new ArrayList<>();
        int[] index = {indexOf(log.logStartOffset())};
        kept.addAll(batches.subList(0, Math.min(index[0], batches.size())));
        boolean[] same = {true};
        scan(log, log.logStartOffset(), batch -> {
            same[0] = same[0] && index[0] < batches.size() && matches(batches.get(index[0]), batch);
            if (same[0]) {
                kept.add(batches.get(index[0]++));
            }
        });
        batches.clear();
        batches.addAll(kept);
        highWatermark = batches.isEmpty()
                ? Math.min(highWatermark, log.logStartOffset())
                : batches.get(batches.size() - 1).endOffset();
        // Their offsets are given out again.
        unseenTo = Math.min(unseenTo, highWatermark);
        nextSequences.clear();
        latestAnswered = -1;
        lossSettled(uncleanEpoch);
        losses++;
    }

    /** A leader of an unclean election may bring back what an earlier such election had lost. */
    @Nullable
    String adopt(PartitionLog log, long leaderHighWatermark) {
        if (leaderHighWatermark <= highWatermark) {
            return null;
        }
        nextSequences.clear();
        losses++;
        return extend(log, leaderHighWatermark);
    }

    /** Whether the batch at the offset was committed as it is, or was deleted before it could be seen. */
    boolean holds(long baseOffset, long endOffset, int crc) {
        if (isUnseen(baseOffset, endOffset)) {
            return true;
        }
        int index = indexOf(baseOffset);
        if (index >= batches.size()) {
            return false;
        }
        Committed committed = batches.get(index);
        return committed.baseOffset() == baseOffset && committed.endOffset() == endOffset && committed.crc() == crc;
    }

    /** Index of the batch that holds the offset or is the first after it. */
    private int indexOf(long offset) {
        int low = 0;
        int high = batches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (batches.get(middle).endOffset() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void scan(PartitionLog log, long from, PartitionLog.BatchVisitor visitor) {
        try {
            log.scan(from, visitor);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
