// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.CompactionReport;
import io.tidemark.engine.log.Compactor;
import io.tidemark.engine.log.DenseBatches;
import io.tidemark.record.BatchSubset;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts one log: writes sealed segments anew, several small ones into one, and puts them in the place of the old. The old
 * files go once the manifest lists the new; a crash before leaves the log as it was. A thread of the caller's, one at a time.
 */
final class LogCleaner {
    private static final Logger LOGGER = LoggerFactory.getLogger(LogCleaner.class);
    private static final long NOT_KNOWN = -1;

    private final LogPlace place;
    private final LogState state;
    private final Housekeeping housekeeping;
    private final SegmentCheckpoint checkpoints;
    private final FoldFiles folds;
    private final Envelope envelope;
    /** When the first deletion in what was compacted may go; {@link #NOT_KNOWN} until it was looked for. */
    private long nextHorizonMs = NOT_KNOWN;

    LogCleaner(LogPlace place, LogState state, Housekeeping housekeeping) {
        this.place = place;
        this.state = state;
        this.housekeeping = housekeeping;
        this.checkpoints = new SegmentCheckpoint(place.files(), place.identity());
        this.folds = new FoldFiles(place.files(), place.identity());
        this.envelope = new Envelope(place.identity());
    }

    /** @param segmentBytes small segments are put together up to this size */
    synchronized CompactionReport run(CompactionPolicy policy, long segmentBytes, long nowMs, long upperOffset)
            throws IOException {
        state.requireUsable();
        LogView view = state.view();
        long dirtyOffset = state.cleanedEndOffset();
        List<SegmentSpan> sealed = sealed(view, upperOffset);
        Pace pace = new Pace(policy.bytesPerSecond());
        if (!isDirty(sealed, dirtyOffset, policy) && nextHorizonMs(sealed, dirtyOffset, pace) > nowMs) {
            return CompactionReport.nothing(dirtyOffset);
        }
        nextHorizonMs = NOT_KNOWN;
        Compactor compactor = new Compactor(policy, dirtyOffset, nowMs);
        map(sealed, compactor, pace);
        long bytesBefore = 0;
        long bytesAfter = 0;
        List<SegmentSpan> left = sealed;
        while (!left.isEmpty() && left.get(0).baseOffset() < compactor.mappedEndOffset()) {
            List<SegmentSpan> group = new ArrayList<>();
            long[] sizes = clean(left, group, segmentBytes, new Pass(compactor, pace));
            left = left.subList(group.size(), left.size());
            if (sizes.length == 0) {
                return new CompactionReport(state.cleanedEndOffset(), bytesBefore, bytesAfter);
            }
            bytesBefore += sizes[0];
            bytesAfter += sizes[1];
        }
        nextHorizonMs = compactor.nextHorizonMs();
        state.cleaned(compactor.mappedEndOffset(), view.cuts());
        // Here and now: a crash before would undo the work, and this thread may wait.
        housekeeping.run();
        LOGGER.info(
                "{}: compacted up to offset {}, {} bytes of {} are left",
                state.name(),
                compactor.mappedEndOffset(),
                bytesAfter,
                bytesBefore);
        return new CompactionReport(state.cleanedEndOffset(), bytesBefore, bytesAfter);
    }

    private static List<SegmentSpan> sealed(LogView view, long upperOffset) {
        List<SegmentSpan> sealed = new ArrayList<>();
        List<SegmentSpan> live = view.live();
        for (SegmentSpan span : live.subList(0, Math.max(0, live.size() - 1))) {
            if (span.endOffset() > upperOffset) {
                break;
            }
            sealed.add(span);
        }
        return sealed;
    }

    /** Whether so much is new that it is worth the work. */
    private static boolean isDirty(List<SegmentSpan> sealed, long dirtyOffset, CompactionPolicy policy) {
        long bytes = 0;
        long dirtyBytes = 0;
        for (SegmentSpan span : sealed) {
            bytes += span.sizeBytes();
            dirtyBytes += span.endOffset() > dirtyOffset ? span.sizeBytes() : 0;
        }
        return dirtyBytes > 0 && (double) dirtyBytes / bytes >= policy.minDirtyShare();
    }

    /** Deletions whose time has come are worth it too, however little is new. */
    private long nextHorizonMs(List<SegmentSpan> sealed, long dirtyOffset, Pace pace) throws IOException {
        if (nextHorizonMs == NOT_KNOWN) {
            long[] first = {Long.MAX_VALUE};
            for (SegmentSpan span : sealed) {
                forEach(span, span.baseOffset(), at -> {
                    ByteBuffer batch = at.batch();
                    pace.used(RecordBatch.HEADER_BYTES);
                    long horizonMs = BatchSubset.deleteHorizonMs(batch);
                    boolean cleaned = RecordBatch.endOffset(batch) <= dirtyOffset;
                    first[0] = cleaned && horizonMs >= 0 ? Math.min(first[0], horizonMs) : first[0];
                    return cleaned;
                });
            }
            nextHorizonMs = first[0];
        }
        return nextHorizonMs;
    }

    private void map(List<SegmentSpan> sealed, Compactor compactor, Pace pace) throws IOException {
        for (SegmentSpan span : sealed) {
            boolean[] full = {false};
            forEach(span, compactor.mappedEndOffset(), at -> {
                pace.used(at.batchBytes());
                full[0] = !compactor.map(copyOf(at));
                return !full[0];
            });
            if (full[0]) {
                return;
            }
        }
    }

    private record Pass(Compactor compactor, Pace pace) {}

    /**
     * Writes as many segments anew as fit into one.
     *
     * @param group where those are put
     * @return bytes before and after; empty when the log changed so that they are not part of it any more
     */
    private long[] clean(List<SegmentSpan> left, List<SegmentSpan> group, long segmentBytes, Pass pass)
            throws IOException {
        Segment first = left.get(0).segment();
        int generation = first.generation() + 1;
        SegmentFile file = new SegmentFile(place.files().segment(first.number(), generation), generation);
        Segment cleaned = new Segment(
                place.identity(), first.number(), file, first.baseOffset(), first.marker(), first.createdMs());
        boolean placed = false;
        try {
            boolean changed = write(left, group, cleaned, segmentBytes, pass);
            long bytesBefore = group.stream().mapToLong(SegmentSpan::sizeBytes).sum();
            SegmentSpan last = group.get(group.size() - 1);
            // Cut down to a gap and nothing else: no batch can say where that ends, only what was cut away behind it.
            boolean isAllGap = cleaned.endOffset() < last.endOffset();
            if (isAllGap || (group.size() == 1 && !changed)) {
                return new long[] {bytesBefore, bytesBefore};
            }
            checkpoints.save(cleaned, cleaned.snapshot());
            SavedFold folded = last.isWhole() ? folds.load(last.segment()) : null;
            if (folded != null) {
                folds.save(cleaned, cleaned.snapshot(), folded);
            }
            placed = replace(group, cleaned);
            return placed ? new long[] {bytesBefore, cleaned.batchBytes()} : new long[0];
        } finally {
            if (!placed) {
                cleaned.retire();
                Files.deleteIfExists(file.path());
                Files.deleteIfExists(place.files().checkpoint(first.number(), generation));
                Files.deleteIfExists(place.files().fold(cleaned));
            }
        }
    }

    /**
     * A segment that begins with a marker is not put behind another: the marker cuts what is before it.
     *
     * @return whether any batch became another
     */
    private boolean write(
            List<SegmentSpan> left, List<SegmentSpan> group, Segment cleaned, long segmentBytes, Pass pass)
            throws IOException {
        TailMarker marker = cleaned.marker();
        long[] appendMs = {cleaned.createdMs()};
        boolean changed = false;
        try (CleanedWriter writer = new CleanedWriter(cleaned, place.identity(), pass.pace())) {
            if (marker != null) {
                writer.addMarker(marker, cleaned.createdMs());
            }
            DenseBatches dense = new DenseBatches(cleaned.baseOffset(), batch -> writer.addBatch(batch, appendMs[0]));
            for (SegmentSpan span : left) {
                boolean fits = cleaned.batchBytes() + span.sizeBytes() <= segmentBytes
                        && span.segment().marker() == null
                        && span.baseOffset() < pass.compactor().mappedEndOffset();
                if (!group.isEmpty() && !fits) {
                    break;
                }
                group.add(span);
                writer.beginSpan(span);
                changed |= filter(span, dense, pass, appendMs);
                dense.finish(span.endOffset());
                writer.endSpan(appendMs[0]);
            }
            writer.finish();
        }
        return changed;
    }

    private boolean filter(SegmentSpan span, DenseBatches dense, Pass pass, long[] appendMs) throws IOException {
        boolean[] changed = {!span.isWhole()};
        forEach(span, span.baseOffset(), at -> {
            ByteBuffer batch = copyOf(at);
            pass.pace().used(batch.remaining());
            ByteBuffer left = pass.compactor().filter(batch);
            appendMs[0] = at.appendMs();
            changed[0] |= !batch.equals(left);
            if (left == null) {
                dense.drop(batch);
            } else {
                dense.keep(left);
            }
            return true;
        });
        return changed[0];
    }

    /** What is looked into and written anew; what its own checksum leaves out must not get a new one when it is damaged. */
    private ByteBuffer copyOf(SegmentCursor at) throws IOException {
        if (!at.isSealedBy(envelope)) {
            throw at.damaged("bad checksum of the batch that ends at offset " + at.batchEndOffset());
        }
        return at.copyOfBatch();
    }

    private boolean replace(List<SegmentSpan> group, Segment cleaned) {
        List<Segment> old = group.stream().map(SegmentSpan::segment).toList();
        state.structure().lock();
        try {
            LogView view = state.view();
            int at = view.indexOf(old.get(0));
            if (state.isClosed() || at < 0 || !holds(view, at, group)) {
                return false;
            }
            List<SegmentSpan> spans = new ArrayList<>(view.spans().subList(0, at));
            spans.add(SegmentSpan.open(cleaned).frozen());
            spans.addAll(view.spans().subList(at + group.size(), view.spans().size()));
            state.append(new LogView(view.logStartOffset(), view.emptyEndOffset(), spans, view.cuts()));
        } finally {
            state.structure().unlock();
        }
        housekeeping.delete(old);
        return true;
    }

    /** Never the last span, which takes appends. */
    private static boolean holds(LogView view, int at, List<SegmentSpan> group) {
        if (at + group.size() >= view.spans().size()) {
            return false;
        }
        for (int i = 0; i < group.size(); i++) {
            SegmentSpan now = view.spans().get(at + i);
            if (now.segment() != group.get(i).segment()
                    || now.endOffset() != group.get(i).endOffset()) {
                return false;
            }
        }
        return true;
    }

    /** Takes the batch at a cursor; false to see no more. */
    @FunctionalInterface
    private interface BatchTaker {
        boolean take(SegmentCursor at) throws IOException;
    }

    private static void forEach(SegmentSpan span, long fromOffset, BatchTaker taker) throws IOException {
        if (!span.reachesAbove(fromOffset)) {
            return;
        }
        int entry = Math.max(0, span.segment().index().floor(fromOffset));
        SegmentCursor cursor = SegmentCursor.at(span, entry, 0);
        try {
            boolean more = true;
            while (more && cursor.next()) {
                if (cursor.batchEndOffset() > fromOffset) {
                    more = taker.take(cursor);
                }
            }
        } catch (InternalError fault) {
            throw Unreadable.of(fault);
        } finally {
            cursor.release();
        }
    }
}
