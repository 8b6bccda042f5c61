// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BootId;
import io.tidemark.engine.log.EpochList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a log from its files: segments in order, truncation markers replayed, what does not fit left out and told.
 * Changes nothing on disk.
 */
final class LogScan {
    private static final long NOT_KNOWN = -1;

    private final SegmentFiles files;
    private final LogIdentity identity;
    private final @Nullable Manifest manifest;
    private final @Nullable LogMark mark;
    private final @Nullable SegmentCheckpoint checkpoints;

    private final EpochList epochs = new EpochList();
    private final List<SegmentSpan> spans = new ArrayList<>();
    private final List<Segment> superseded = new ArrayList<>();
    private final List<Path> unreachable = new ArrayList<>();
    private final List<Path> dropped = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    private long logEndOffset = NOT_KNOWN;
    private long logStartOffset;
    private long promisedOffset;
    private long cleanedEndOffset;
    private boolean hole;
    private boolean tailInDoubt;
    private @Nullable SegmentScan tail;
    private int lastNumber;

    /** Damage that was found while the log was open lies in what a checkpoint covers: none is trusted then, or if that is not known. */
    LogScan(SegmentFiles files, LogIdentity identity, @Nullable Manifest manifest, @Nullable LogMark mark) {
        this(files, identity, manifest, mark, mark != null && !mark.damaged());
    }

    /** @param trusting whether what a checkpoint covers is not read again */
    LogScan(
            SegmentFiles files,
            LogIdentity identity,
            @Nullable Manifest manifest,
            @Nullable LogMark mark,
            boolean trusting) {
        this.files = files;
        this.identity = identity;
        this.manifest = manifest;
        this.mark = mark;
        this.checkpoints = trusting ? new SegmentCheckpoint(files, identity) : null;
        this.cleanedEndOffset = manifest == null ? 0 : manifest.cleanedEndOffset();
        this.logStartOffset = mark == null ? NOT_KNOWN : mark.logStartOffset();
        this.lastNumber = mark == null ? -1 : mark.segmentNumber();
        this.promisedOffset = mark == null ? 0 : mark.flushedEndOffset();
    }

    ScannedLog run() throws IOException {
        try {
            return scanAll();
        } catch (IOException | RuntimeException e) {
            for (SegmentSpan span : spans) {
                span.segment().retire();
            }
            if (checkpoints != null) {
                // What a checkpoint covers may be damaged: without them each segment is read for what it is.
                return new LogScan(files, identity, manifest, mark, false).run();
            }
            throw e;
        }
    }

    private ScannedLog scanAll() throws IOException {
        FoundSegments found = FoundSegments.in(files, manifest);
        noteMissingRecords(found.files());
        dropped.addAll(found.dropped());
        unreachable.addAll(found.doubtful());
        TreeSet<Integer> numbers = new TreeSet<>(found.files().keySet());
        if (manifest != null) {
            numbers.addAll(manifest.entries().keySet());
        }
        for (int number : numbers) {
            SegmentFile file = found.files().get(number);
            if (file == null) {
                noteMissing(number);
            } else {
                take(number, file);
            }
        }
        checkTail();
        return result();
    }

    private void noteMissingRecords(NavigableMap<Integer, SegmentFile> found) {
        if (!found.isEmpty() && manifest == null) {
            faults.add("the manifest is missing or damaged");
        }
        if (!found.isEmpty() && mark == null) {
            faults.add("the mark is missing or damaged");
        }
    }

    private void noteMissing(int number) {
        lastNumber = Math.max(lastNumber, number);
        faults.add("segment " + number + " is missing");
        if (logEndOffset == NOT_KNOWN && manifest != null) {
            Manifest.Entry entry = manifest.entries().get(number);
            logEndOffset = entry == null ? 0 : entry.baseOffset();
        }
        hole = true;
    }

    private void take(int number, SegmentFile file) throws IOException {
        lastNumber = Math.max(lastNumber, number);
        Segment known = checkpoints == null ? null : checkpoints.load(number, file);
        SegmentScan scan = new SegmentScan(number, file, identity, known);
        scan.run();
        Segment segment = scan.segment();
        file.release();
        if (segment == null) {
            takeEmpty(number, file.path(), scan.hasRecordsBeyond());
            file.retire();
            return;
        }
        if (place(segment, file.path())) {
            tail = scan;
        }
    }

    /**
     * What follows a segment tells whether all of it was read; only the last one that holds records has nothing that
     * follows. A file that was made for a segment to come says nothing.
     */
    private void checkTail() throws IOException {
        Segment segment = tail == null ? null : tail.segment();
        if (tail == null || segment == null || endsAsMarked(segment)) {
            return;
        }
        String fault = tail.fault();
        if (fault.isEmpty() && tail.hasRecordsBeyond()) {
            fault = "records lie behind the end at offset " + segment.endOffset();
        }
        segment.file().release();
        tailInDoubt = !fault.isEmpty();
        if (tailInDoubt) {
            faults.add("segment " + segment.number() + ": " + fault);
        }
    }

    private boolean endsAsMarked(Segment segment) {
        return mark != null
                && mark.clean()
                && mark.segmentNumber() == segment.number()
                && mark.endPosition() == segment.endPosition();
    }

    /** A crash while a segment is begun leaves a file without records; anything else without records is damage. */
    private void takeEmpty(int number, Path path, boolean beyond) {
        boolean listed = manifest != null && manifest.entries().containsKey(number);
        if (beyond || listed) {
            faults.add("segment " + number + " has no readable beginning");
            unreachable.add(path);
            hole = true;
        } else {
            dropped.add(path);
        }
    }

    /** False for a segment that lies behind a hole. */
    private boolean place(Segment segment, Path path) throws IOException {
        TailMarker marker = segment.marker();
        if (logEndOffset == NOT_KNOWN) {
            if (isBehindALostBeginning(segment, marker)) {
                refuse(segment, path, "begins at offset " + segment.baseOffset() + ", and what was before is lost");
                return false;
            }
            logEndOffset = segment.baseOffset();
        }
        if (marker != null && (marker.restart() || marker.endOffset() <= logEndOffset)) {
            replay(segment, marker);
        } else if (hole || marker != null || segment.baseOffset() != logEndOffset) {
            refuse(segment, path, "begins at offset " + segment.baseOffset() + " but the log ends at " + logEndOffset);
            return false;
        }
        segment.epochs().forEach(entry -> epochs.assign(entry.leaderEpoch(), entry.startOffset()));
        spans.add(SegmentSpan.open(segment));
        logEndOffset = segment.endOffset();
        return true;
    }

    /**
     * A log that went on without its beginning would be in sync once it had fetched its end, and others would delete theirs when
     * it leads: it is a hole like any other, and the log is what was before it, which is nothing.
     */
    private boolean isBehindALostBeginning(Segment segment, @Nullable TailMarker marker) {
        boolean startsOver = marker != null && marker.restart();
        boolean beginsLate = logStartOffset != NOT_KNOWN && segment.baseOffset() > logStartOffset;
        return !startsOver && (hole || beginsLate);
    }

    private void refuse(Segment segment, Path path, String why) throws IOException {
        faults.add("segment " + segment.number() + " " + why);
        hole = true;
        unreachable.add(path);
        segment.retire();
    }

    private void replay(Segment segment, TailMarker marker) throws IOException {
        if (marker.restart()) {
            spans.forEach(span -> superseded.add(span.segment()));
            spans.clear();
            epochs.clear();
            faults.clear();
        } else {
            SpanCut cut = SpanCut.of(spans, marker.endOffset());
            spans.clear();
            spans.addAll(cut.kept());
            superseded.addAll(cut.gone());
            epochs.truncateFromEnd(marker.endOffset());
        }
        epochs.assign(marker.lastEpoch(), marker.endOffset());
        logEndOffset = marker.endOffset();
        hole = false;
        if (segment.generation() == 0) {
            cleanedEndOffset = Math.min(cleanedEndOffset, marker.endOffset());
        }
        if (mark != null && segment.number() > mark.segmentNumber()) {
            promisedOffset = Math.min(promisedOffset, marker.endOffset());
            logStartOffset = marker.restart() ? marker.endOffset() : Math.min(logStartOffset, marker.endOffset());
        }
    }

    private ScannedLog result() {
        long firstOffset =
                spans.isEmpty() ? Math.max(0, logStartOffset) : spans.get(0).baseOffset();
        long start = logStartOffset == NOT_KNOWN ? firstOffset : logStartOffset;
        if (logEndOffset < start) {
            spans.forEach(span -> superseded.add(span.segment()));
            spans.clear();
            // They belong to what is gone: nothing here ends at the start.
            epochs.clear();
            logEndOffset = start;
        }
        epochs.truncateFromStart(start);
        LogView view = new LogView(start, logEndOffset, spans, 0);
        boolean asClosed = isAsClosed(view);
        if (logEndOffset < promisedOffset) {
            faults.add("the log ends at offset " + logEndOffset + " but reached " + promisedOffset);
        }
        return new ScannedLog(
                view,
                epochs,
                lastNumber,
                Math.min(promisedOffset, logEndOffset),
                Math.min(cleanedEndOffset, logEndOffset),
                asClosed,
                isDamaged(asClosed),
                faults,
                new ScannedLog.Leftovers(superseded, unreachable, dropped));
    }

    private boolean isAsClosed(LogView view) {
        SegmentSpan last = view.last();
        int number = last == null ? -1 : last.segment().number();
        long endPosition = last == null ? 0 : last.segment().endPosition();
        return mark != null
                && mark.clean()
                && mark.segmentNumber() == number
                && mark.endPosition() == endPosition
                && mark.flushedEndOffset() == view.logEndOffset()
                && !tailInDoubt
                && !hole;
    }

    /**
     * Within the kernel's life in which the log was written nothing can be missing, so every fault is damage. After a
     * power cut what was not flushed may be gone; only a log that ends below what was promised is damaged.
     */
    private boolean isDamaged(boolean asClosed) {
        if (mark == null || manifest == null) {
            return !faults.isEmpty();
        }
        boolean sameLife = mark.bootId() != BootId.UNKNOWN && mark.bootId() == BootId.current();
        boolean shortened = logEndOffset < promisedOffset;
        return mark.damaged() || shortened || (sameLife && !asClosed && !faults.isEmpty());
    }
}
