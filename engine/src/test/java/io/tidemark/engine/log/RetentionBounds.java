// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What retention may drop and what it must, by the batches of a log alone: the model knows no segments, only how large and how
 * old one may become.
 */
final class RetentionBounds {
    private final LogConfig config;
    private final NavigableMap<Long, Long> appendMs = new TreeMap<>();
    /** Largest timestamp of what was ever appended at a time. */
    private final NavigableMap<Long, Long> largestTimestampMs = new TreeMap<>();

    private long lastEpochMs;
    private boolean wasCompacted;

    RetentionBounds(LogConfig config) {
        this.config = config;
    }

    void appended(ByteBuffer batch, long nowMs) {
        appendMs.put(RecordBatch.baseOffset(batch), nowMs);
        largestTimestampMs.merge(nowMs, RecordBatch.maxTimestampMs(batch), Math::max);
    }

    /** That counts as a use of the segment it is in. */
    void epochAppended(long nowMs) {
        lastEpochMs = nowMs;
    }

    /** Segments of different ages were put together. */
    void compacted() {
        wasCompacted = true;
    }

    /** @param start where the log wants to start, which retention in the model did not yet raise */
    void check(LogModel model, RetentionPolicy policy, long nowMs, long upperOffset, long start) {
        assertThat(start).isBetween(model.start(), Math.max(model.start(), upperOffset));
        assertThat(start).isLessThanOrEqualTo(model.end());
        List<ByteBuffer> dropped = model.batches().stream()
                .filter(batch -> start > model.start() && RecordBatch.baseOffset(batch) < start)
                .toList();
        List<ByteBuffer> kept =
                model.batches().subList(dropped.size(), model.batches().size());
        assertThat(dropped).allMatch(batch -> RecordBatch.endOffset(batch) <= start);
        long keptBytes = kept.stream().mapToLong(ByteBuffer::remaining).sum();
        checkDropped(dropped, keptBytes, policy, nowMs);
        if (upperOffset >= model.end() && !kept.isEmpty()) {
            checkKept(kept, keptBytes, policy, nowMs);
        }
    }

    private void checkDropped(List<ByteBuffer> dropped, long keptBytes, RetentionPolicy policy, long nowMs) {
        long bytesBehind = keptBytes;
        for (int i = dropped.size() - 1; i >= 0; i--) {
            ByteBuffer batch = dropped.get(i);
            boolean mayGoForSize = policy.retentionBytes() >= 0 && bytesBehind >= policy.retentionBytes();
            long newestMs = Math.min(RecordBatch.maxTimestampMs(batch), appendMs(batch));
            boolean mayGoForAge = policy.retentionMs() >= 0 && nowMs - newestMs > policy.retentionMs();
            assertThat(mayGoForSize || mayGoForAge || RecordBatch.count(batch) == 0)
                    .as("%s drops the batch at %d at %d", policy, RecordBatch.baseOffset(batch), nowMs)
                    .isTrue();
            bytesBehind += batch.remaining();
        }
    }

    private void checkKept(List<ByteBuffer> kept, long keptBytes, RetentionPolicy policy, long nowMs) {
        ByteBuffer first = kept.get(0);
        long largestSegment = Math.max(config.segmentBytes(), first.remaining());
        if (policy.retentionBytes() >= 0) {
            assertThat(keptBytes - policy.retentionBytes())
                    .as("%s keeps less than a segment more", policy)
                    .isLessThan(largestSegment);
        }
        if (policy.retentionMs() >= 0 && !wasCompacted) {
            assertThat(nowMs - newestMs(appendMs(first)))
                    .as("%s at %d: age of the segment of the batch at %d", policy, nowMs, RecordBatch.baseOffset(first))
                    .isLessThanOrEqualTo(policy.retentionMs());
        }
    }

    /** At most that new is the segment that takes a batch at a time: it takes no others but those of about that time. */
    private long newestMs(long atMs) {
        long lastUseMs = Math.max(atMs + config.segmentMs(), lastEpochMs);
        long timestampMs =
                largestTimestampMs
                        .subMap(atMs - config.segmentMs(), true, atMs + config.segmentMs(), true)
                        .values()
                        .stream()
                        .max(Long::compare)
                        .orElse(Long.MAX_VALUE);
        return Math.min(lastUseMs, timestampMs);
    }

    private long appendMs(ByteBuffer batch) {
        return appendMs.floorEntry(RecordBatch.baseOffset(batch)).getValue();
    }
}
