// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochList;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file of the log: records back to back, only ever added to. Which part of it is live says {@link SegmentSpan}. The
 * owner thread adds; other threads see a batch once {@link #endOffset()}, written last, passed it.
 */
final class Segment {
    private final LogIdentity identity;
    private final int number;
    private final SegmentFile file;
    private final SegmentWindows windows;
    private final SegmentIndex index = new SegmentIndex();
    private final EpochList epochs = new EpochList();
    private final long baseOffset;
    private final @Nullable TailMarker marker;
    private final long createdMs;

    private long recordCount;
    private long batchBytes;
    private long maxTimestampMs = -1;
    private long lastAppendMs;
    private volatile long endOffset;
    private volatile long endPosition;
    private volatile long forcedPosition;
    private volatile boolean retired;

    Segment(
            LogIdentity identity,
            int number,
            SegmentFile file,
            long baseOffset,
            @Nullable TailMarker marker,
            long createdMs) {
        this.identity = identity;
        this.number = number;
        this.file = file;
        this.windows = new SegmentWindows(file);
        this.baseOffset = baseOffset;
        this.marker = marker;
        this.createdMs = createdMs;
        this.lastAppendMs = createdMs;
        this.endOffset = baseOffset;
    }

    /** A segment as a checkpoint saved it; its index entries are added by the caller. */
    static Segment restore(LogIdentity identity, int number, SegmentFile file, SegmentSnapshot saved) {
        Segment segment = new Segment(identity, number, file, saved.baseOffset(), saved.marker(), saved.createdMs());
        segment.endPosition = saved.endPosition();
        segment.recordCount = saved.recordCount();
        segment.batchBytes = saved.batchBytes();
        segment.maxTimestampMs = saved.maxTimestampMs();
        segment.lastAppendMs = saved.lastAppendMs();
        saved.epochs().forEach(entry -> segment.epochs.assign(entry.leaderEpoch(), entry.startOffset()));
        segment.endOffset = saved.endOffset();
        segment.forcedPosition = saved.endPosition();
        return segment;
    }

    SegmentSnapshot snapshot() {
        return new SegmentSnapshot(
                baseOffset,
                marker,
                createdMs,
                endOffset,
                endPosition,
                recordCount,
                batchBytes,
                maxTimestampMs,
                lastAppendMs,
                epochs.entries(),
                index.size());
    }

    /**
     * Adds a batch that is on file.
     *
     * @param batch the batch alone
     * @param position where its envelope begins
     */
    void addBatch(ByteBuffer batch, long position, long appendMs) {
        long maxMs = RecordBatch.maxTimestampMs(batch);
        index.add(RecordBatch.baseOffset(batch), position, maxMs);
        epochs.assign(RecordBatch.leaderEpoch(batch), RecordBatch.baseOffset(batch));
        maxTimestampMs = Math.max(maxTimestampMs, maxMs);
        batchBytes += batch.remaining();
        countRecord(position + Envelope.BYTES + batch.remaining(), appendMs);
        endOffset = RecordBatch.endOffset(batch);
    }

    /** Adds the beginning of a leader epoch that is on file. */
    void addEpoch(int leaderEpoch, long recordEnd, long appendMs) {
        epochs.assign(leaderEpoch, endOffset);
        countRecord(recordEnd, appendMs);
    }

    /** Counts the marker the segment begins with. */
    void addMarker(long recordEnd) {
        countRecord(recordEnd, createdMs);
    }

    private void countRecord(long recordEnd, long appendMs) {
        endPosition = recordEnd;
        recordCount++;
        lastAppendMs = appendMs;
    }

    LogIdentity identity() {
        return identity;
    }

    int number() {
        return number;
    }

    /** How often it was written anew; 0 for a file of the queue. */
    int generation() {
        return file.generation();
    }

    SegmentFile file() {
        return file;
    }

    SegmentWindows windows() {
        return windows;
    }

    SegmentIndex index() {
        return index;
    }

    int lastEpoch() {
        return epochs.lastEpoch();
    }

    List<EpochStart> epochs() {
        return epochs.entries();
    }

    long baseOffset() {
        return baseOffset;
    }

    @Nullable
    TailMarker marker() {
        return marker;
    }

    long createdMs() {
        return createdMs;
    }

    long endOffset() {
        return endOffset;
    }

    long endPosition() {
        return endPosition;
    }

    long recordCount() {
        return recordCount;
    }

    long batchBytes() {
        return batchBytes;
    }

    long maxTimestampMs() {
        return maxTimestampMs;
    }

    long lastAppendMs() {
        return lastAppendMs;
    }

    /** The same segment under a name that the queue does not know. */
    Segment linked(SegmentFiles files) throws IOException {
        Path path = files.segment(number, 1);
        Files.deleteIfExists(path);
        Files.createLink(path, file.path());
        SegmentSnapshot all = snapshot();
        Segment linked = restore(identity, number, new SegmentFile(path, 1), all);
        for (int i = 0; i < all.indexEntries(); i++) {
            linked.index.addEntry(index.offset(i), index.position(i), index.newestMs(i));
        }
        linked.forcedPosition = 0;
        linked.force();
        linked.file.release();
        return linked;
    }

    boolean isForced() {
        return forcedPosition >= endPosition;
    }

    /** What was added up to here is on disk for certain. */
    long forcedPosition() {
        return forcedPosition;
    }

    /** Forces what was added before the call. */
    void force() throws IOException {
        long covered = endPosition;
        file.force();
        synchronized (this) {
            forcedPosition = Math.max(forcedPosition, covered);
        }
    }

    /** Holds no file and no memory of it until it is used again. */
    void rest() throws IOException {
        windows.rest();
        file.release();
    }

    boolean isRetired() {
        return retired;
    }

    /** Ends reading and writing: the file is about to go. */
    void retire() throws IOException {
        retired = true;
        windows.retire();
        file.retire();
    }
}
