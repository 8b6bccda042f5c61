// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.BatchCheck;
import io.tidemark.engine.log.BatchTimes;
import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.CompactionReport;
import io.tidemark.engine.log.Compactor;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.DenseBatches;
import io.tidemark.engine.log.EpochList;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.OffsetOutOfRangeException;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TimestampedOffset;
import io.tidemark.record.Crc;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The log on the heap: what every other implementation must behave like. All methods may be called by any thread. */
public final class MemoryLog implements PartitionLog {
    private LogConfig config;
    private final LongSupplier clockMs;
    private final @Nullable Supplier<LogFold> folds;
    private final EpochList epochs = new EpochList();
    private final List<MemorySegment> segments = new ArrayList<>();
    private long logStartOffset;
    private long flushedEndOffset;
    private long cleanedEndOffset;
    /** Of the batches below it only what they fold to is left; nothing lies between it and the first segment. */
    private long baseOffset;

    /** What they fold to; null when that is not known. */
    private @Nullable ByteBuffer base;

    /** Whether it is known of all that was below. */
    private boolean baseIsWhole = true;

    /** The log before restarts that were not flushed: what a power cut brings back. */
    private @Nullable Former former;

    private boolean rollNext;
    private boolean closed;

    /** @param folds makes the value that is kept of what is deleted; null for none */
    MemoryLog(LogConfig config, LongSupplier clockMs, @Nullable Supplier<LogFold> folds) {
        this.config = config;
        this.clockMs = clockMs;
        this.folds = folds;
        segments.add(new MemorySegment(0));
    }

    @Override
    public synchronized long logStartOffset() {
        return logStartOffset;
    }

    @Override
    public synchronized long logEndOffset() {
        return last().endOffset();
    }

    @Override
    public synchronized long flushedEndOffset() {
        return flushedEndOffset;
    }

    @Override
    public synchronized long sizeBytes() {
        return segments.stream().mapToLong(MemorySegment::sizeBytes).sum();
    }

    @Override
    public List<EpochStart> epochs() {
        return epochs.entries();
    }

    @Override
    public synchronized void append(ByteBuffer batch, long previousEndOffset) throws IOException {
        requireOpen();
        BatchCheck.requireContinues(batch, previousEndOffset, logEndOffset(), config.maxBatchBytes());
        long nowMs = clockMs.getAsLong();
        beginRecord(nowMs);
        if (mustRoll(batch.remaining(), nowMs)) {
            startSegmentAt(logEndOffset());
        }
        epochs.assign(RecordBatch.leaderEpoch(batch), RecordBatch.baseOffset(batch));
        last().add(copyOf(batch), nowMs);
        dropBelowStart();
    }

    private boolean mustRoll(int batchBytes, long nowMs) {
        boolean allBelowStart = !last().isEmpty() && last().endOffset() <= logStartOffset;
        long ageMs = nowMs - last().createdMs();
        return allBelowStart || config.rollsBefore(batchBytes, last().sizeBytes(), ageMs);
    }

    /** A segment's age counts from its first record; after a crash a record begins a segment. */
    private void beginRecord(long nowMs) {
        if (rollNext) {
            long end = logEndOffset();
            dropEmptyTail();
            startSegmentAt(end);
        }
        last().begin(nowMs);
    }

    private void dropEmptyTail() {
        while (!segments.isEmpty() && last().isEmpty()) {
            segments.remove(segments.size() - 1);
        }
    }

    @Override
    public synchronized void appendEpoch(int leaderEpoch) throws IOException {
        requireOpen();
        if (leaderEpoch > epochs.lastEpoch()) {
            long nowMs = clockMs.getAsLong();
            beginRecord(nowMs);
            last().touch(nowMs);
            epochs.assign(leaderEpoch, logEndOffset());
        }
    }

    @Override
    public synchronized LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        long end = logEndOffset();
        if (offset < logStartOffset || offset > end) {
            throw new OffsetOutOfRangeException(offset, logStartOffset, end);
        }
        List<ByteBuffer> found = new ArrayList<>();
        int sizeBytes = 0;
        long endOffset = offset;
        for (ByteBuffer batch : batchesFrom(offset)) {
            long batchEnd = RecordBatch.endOffset(batch);
            boolean fits = found.isEmpty() || sizeBytes + batch.remaining() <= maxBytes;
            if (offset >= upperOffset || batchEnd > upperOffset || !fits) {
                break;
            }
            found.add(batch.duplicate());
            sizeBytes += batch.remaining();
            endOffset = batchEnd;
        }
        return new MemorySlice(List.copyOf(found), sizeBytes, endOffset);
    }

    @Override
    public LogSlice readVerified(long offset, int maxBytes, long upperOffset) throws IOException {
        long wholeEndOffset = offset;
        try (LogSlice slice = read(offset, maxBytes, upperOffset)) {
            for (ByteBuffer batch : slice.buffers()) {
                if (!Crc.matches(batch)) {
                    break;
                }
                wholeEndOffset = RecordBatch.endOffset(batch);
            }
            if (wholeEndOffset == offset && slice.sizeBytes() > 0) {
                throw new DamagedLogException("the batch at offset " + offset + " has another checksum");
            }
        }
        return read(offset, maxBytes, Math.min(upperOffset, wholeEndOffset));
    }

    private List<ByteBuffer> batchesFrom(long offset) {
        List<ByteBuffer> from = new ArrayList<>();
        for (MemorySegment segment : segments) {
            if (segment.endOffset() > offset) {
                segment.batches().stream()
                        .filter(batch -> RecordBatch.endOffset(batch) > offset)
                        .forEach(from::add);
            }
        }
        return from;
    }

    @Override
    public synchronized long truncateTo(long endOffset, int leaderEpoch) throws IOException {
        requireOpen();
        boolean epochsCut = epochs.truncateFromEnd(endOffset);
        if (endOffset >= logEndOffset()) {
            long end = logEndOffset();
            if (epochsCut) {
                cutBatches(end);
                startSegmentAt(end);
            }
            return end;
        }
        long newEnd = cutBatches(endOffset);
        epochs.truncateFromEnd(newEnd);
        logStartOffset = Math.min(logStartOffset, newEnd);
        flushedEndOffset = Math.min(flushedEndOffset, newEnd);
        cleanedEndOffset = Math.min(cleanedEndOffset, newEnd);
        startSegmentAt(newEnd);
        return newEnd;
    }

    /** Where a batch was cut the end becomes its base; otherwise the end is the one asked for. */
    private long cutBatches(long endOffset) throws IOException {
        long newEnd = endOffset;
        if (endOffset <= logStartOffset) {
            beginAtValueBelow(endOffset);
            segments.clear();
        }
        while (!segments.isEmpty()) {
            MemorySegment segment = last();
            while (!segment.isEmpty() && segment.endOffset() > endOffset) {
                ByteBuffer cut = segment.batches().get(segment.batches().size() - 1);
                newEnd = Math.min(newEnd, RecordBatch.baseOffset(cut));
                segment.removeLast();
            }
            if (!segment.isEmpty()) {
                break;
            }
            segments.remove(segments.size() - 1);
        }
        return newEnd;
    }

    private void startSegmentAt(long offset) {
        MemorySegment segment = new MemorySegment(offset);
        segment.begin(clockMs.getAsLong());
        segments.add(segment);
        rollNext = false;
    }

    @Override
    public synchronized void restartAt(long offset, @Nullable ByteBuffer folded) throws IOException {
        requireOpen();
        if (former == null) {
            former = new Former(
                    List.copyOf(segments),
                    epochs.entries(),
                    logStartOffset,
                    flushedEndOffset,
                    cleanedEndOffset,
                    baseOffset,
                    base,
                    baseIsWhole);
        }
        beginAt(offset, folded == null ? null : copyOf(folded), folded != null);
        segments.clear();
        epochs.clear();
        logStartOffset = offset;
        flushedEndOffset = Math.min(flushedEndOffset, offset);
        cleanedEndOffset = Math.min(cleanedEndOffset, offset);
        startSegmentAt(offset);
    }

    @Override
    public synchronized void trimTo(long newStartOffset) throws IOException {
        requireOpen();
        if (newStartOffset > logEndOffset()) {
            throw new IllegalArgumentException("log start " + newStartOffset + " above log end " + logEndOffset());
        }
        if (newStartOffset > logStartOffset) {
            logStartOffset = newStartOffset;
            epochs.truncateFromStart(newStartOffset);
            dropBelowStart();
        }
    }

    private void dropBelowStart() throws IOException {
        int dropped = 0;
        while (dropped < segments.size() - 1 && segments.get(dropped).endOffset() <= logStartOffset) {
            dropped++;
        }
        if (dropped > 0) {
            long offset = segments.get(dropped - 1).endOffset();
            beginAtValueBelow(offset);
            segments.subList(0, dropped).clear();
        }
    }

    private void beginAt(long offset, @Nullable ByteBuffer foldedBelow, boolean whole) {
        baseOffset = offset;
        base = foldedBelow;
        baseIsWhole = whole || offset == 0;
    }

    private void beginAtValueBelow(long offset) throws IOException {
        if (folds == null || offset < baseOffset) {
            beginAt(offset, null, false);
            return;
        }
        LogFold fold = folds.get();
        boolean whole = fold(fold, offset);
        beginAt(offset, fold.save(), whole);
    }

    @Override
    public synchronized long retainedStart(RetentionPolicy policy, long nowMs, long upperOffset) {
        return policy.retainedStart(
                segments.stream().map(MemorySegment::retained).toList(), logStartOffset, nowMs, upperOffset);
    }

    @Override
    public synchronized long flush() throws IOException {
        requireOpen();
        flushedEndOffset = logEndOffset();
        former = null;
        return flushedEndOffset;
    }

    @Override
    public synchronized @Nullable TimestampedOffset offsetForTime(long timestampMs, long upperOffset)
            throws IOException {
        for (ByteBuffer batch : batchesFrom(logStartOffset)) {
            TimestampedOffset found = BatchTimes.firstAtOrAfter(batch, timestampMs, logStartOffset);
            if (found != null) {
                return found.offset() < upperOffset ? found : null;
            }
        }
        return null;
    }

    @Override
    public void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        List<ByteBuffer> batches;
        synchronized (this) {
            batches = batchesFrom(Math.max(fromOffset, logStartOffset));
        }
        for (ByteBuffer batch : batches) {
            visitor.onBatch(batch.duplicate());
        }
    }

    @Override
    public synchronized boolean fold(LogFold fold, long upperOffset) throws IOException {
        if (upperOffset < baseOffset) {
            throw new OffsetOutOfRangeException(upperOffset, baseOffset, logEndOffset());
        }
        fold.clear();
        if (base != null) {
            fold.restore(base.duplicate());
        }
        for (MemorySegment segment : segments) {
            for (ByteBuffer batch : segment.batches()) {
                if (RecordBatch.endOffset(batch) <= upperOffset) {
                    fold.onBatch(batch.duplicate());
                }
            }
        }
        return baseIsWhole;
    }

    @Override
    public synchronized CompactionReport compact(CompactionPolicy policy, long nowMs, long upperOffset)
            throws IOException {
        requireOpen();
        List<MemorySegment> sealed = segments.stream()
                .limit(segments.size() - 1L)
                .takeWhile(segment -> segment.endOffset() <= upperOffset)
                .filter(segment -> !segment.isEmpty())
                .toList();
        long bytesBefore = sealed.stream().mapToLong(MemorySegment::sizeBytes).sum();
        long dirtyBytes = sealed.stream()
                .filter(segment -> segment.endOffset() > cleanedEndOffset)
                .mapToLong(MemorySegment::sizeBytes)
                .sum();
        boolean isDirty = dirtyBytes > 0 && (double) dirtyBytes / bytesBefore >= policy.minDirtyShare();
        if (!isDirty && !holdsDueDeletions(sealed, nowMs)) {
            return CompactionReport.nothing(cleanedEndOffset);
        }
        Compactor compactor = new Compactor(policy, cleanedEndOffset, nowMs);
        mapDirty(sealed, compactor);
        for (MemorySegment segment : sealed) {
            filter(segment, compactor);
        }
        cleanedEndOffset = compactor.mappedEndOffset();
        long bytesAfter = sealed.stream().mapToLong(MemorySegment::sizeBytes).sum();
        return new CompactionReport(cleanedEndOffset, bytesBefore, bytesAfter);
    }

    private boolean holdsDueDeletions(List<MemorySegment> sealed, long nowMs) {
        return sealed.stream()
                .flatMap(segment -> segment.batches().stream())
                .anyMatch(batch -> RecordBatch.endOffset(batch) <= cleanedEndOffset && Compactor.isDue(batch, nowMs));
    }

    private static void mapDirty(List<MemorySegment> sealed, Compactor compactor) throws IOException {
        for (MemorySegment segment : sealed) {
            for (ByteBuffer batch : segment.batches()) {
                boolean dirty = RecordBatch.endOffset(batch) > compactor.mappedEndOffset();
                if (dirty && !compactor.map(batch)) {
                    return;
                }
            }
        }
    }

    private static void filter(MemorySegment segment, Compactor compactor) throws IOException {
        List<ByteBuffer> kept = new ArrayList<>();
        DenseBatches dense = new DenseBatches(
                segment.baseOffset(), batch -> kept.add(batch.duplicate().asReadOnlyBuffer()));
        long endOffset = segment.endOffset();
        for (ByteBuffer batch : segment.batches()) {
            ByteBuffer left = compactor.filter(batch);
            if (left == null) {
                dense.drop(batch);
            } else {
                dense.keep(left);
            }
        }
        dense.finish(endOffset);
        segment.replaceAll(kept);
    }

    @Override
    public synchronized void configure(LogConfig changed) {
        config = changed;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            flushedEndOffset = logEndOffset();
            former = null;
            closed = true;
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Opens the same log again; after a crash the next append begins a segment, as recovery does on disk. */
    synchronized void reopen(boolean clean) {
        closed = false;
        rollNext |= !clean;
    }

    /** Loses what was not flushed, as a power cut does. */
    synchronized void loseUnflushed() throws IOException {
        closed = false;
        truncateTo(flushedEndOffset, -1);
    }

    /** Whether it started over and that was not flushed. */
    public synchronized boolean hasUnflushedRestart() {
        return former != null;
    }

    /** Is what it was before it started over, as a power cut makes it when that was not flushed. */
    public synchronized void undoRestart() {
        Former back = former;
        if (back == null) {
            throw new IllegalStateException("no restart that was not flushed");
        }
        former = null;
        segments.clear();
        segments.addAll(back.segments);
        epochs.clear();
        back.epochs.forEach(start -> epochs.assign(start.leaderEpoch(), start.startOffset()));
        logStartOffset = back.logStartOffset;
        flushedEndOffset = back.flushedEndOffset;
        cleanedEndOffset = back.cleanedEndOffset;
        beginAt(back.baseOffset, back.base, back.baseIsWhole);
        rollNext = true;
    }

    private record Former(
            List<MemorySegment> segments,
            List<EpochStart> epochs,
            long logStartOffset,
            long flushedEndOffset,
            long cleanedEndOffset,
            long baseOffset,
            @Nullable ByteBuffer base,
            boolean baseIsWhole) {}

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("the log is closed");
        }
    }

    private MemorySegment last() {
        return segments.get(segments.size() - 1);
    }

    private static ByteBuffer copyOf(ByteBuffer batch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.remaining());
        copy.put(batch.duplicate()).flip();
        return copy.asReadOnlyBuffer();
    }
}
