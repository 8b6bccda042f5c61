// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.BatchCheck;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.record.RecordBatch;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the log. Owner thread only.
 *
 * <p>Order of each change: reserve space (may be refused, nothing happened), write the record, then show it. A failure
 * after the first byte latches the log; the next recovery sorts out what the file holds.
 */
final class LogAppender implements Closeable {
    /** Distance between checkpoints inside the open segment. */
    private static final long CHECKPOINT_BYTES = 64L << 20;
    /** Below what the queue can index in one cycle. */
    private static final long SEGMENT_RECORDS_MAX = 1L << 25;

    private static final Logger LOGGER = LoggerFactory.getLogger(LogAppender.class);

    private final LogPlace place;
    private LogConfig config;
    private final LogState state;
    private final Housekeeping housekeeping;
    private final BaseFolds bases;
    private final FoldReplay folds;
    private final Envelope envelope;
    private final SpaceGuard space;

    private @Nullable SegmentWriter writer;
    private @Nullable Segment current;
    private int lastNumber;
    private int preparedAfter = -1;
    private long checkpointPosition;

    /** @param lastNumber largest segment number ever used */
    LogAppender(
            LogPlace place,
            LogConfig config,
            LogState state,
            Housekeeping housekeeping,
            BaseFolds bases,
            int lastNumber) {
        this.place = place;
        this.config = config;
        this.state = state;
        this.housekeeping = housekeeping;
        this.bases = bases;
        this.folds = new FoldReplay(place, bases);
        this.envelope = new Envelope(place.identity());
        this.space = new SpaceGuard(place.space(), place.parts().ahead());
        this.lastNumber = lastNumber;
        SegmentSpan last = state.view().last();
        this.current = last == null || state.rollNext() ? null : last.segment();
        this.checkpointPosition = current == null ? 0 : current.endPosition();
    }

    void append(ByteBuffer batch, long previousEndOffset) throws IOException {
        state.requireUsable();
        BatchCheck.requireContinues(batch, previousEndOffset, state.view().logEndOffset(), config.maxBatchBytes());
        beginRecord();
        long nowMs = place.clockMs().getAsLong();
        Segment open = current;
        if (open != null && mustRoll(open, batch.remaining(), nowMs)) {
            current = null;
        }
        int leaderEpoch = RecordBatch.leaderEpoch(batch);
        Segment segment = target(previousEndOffset, null, nowMs);
        long position = write(segment, Envelope.BATCH, previousEndOffset, leaderEpoch, nowMs, batch);
        state.epochs().assign(leaderEpoch, RecordBatch.baseOffset(batch));
        segment.addBatch(batch, position, nowMs);
        show(segment);
        checkpointWhenDue(segment);
        prepareNext(segment);
    }

    private boolean mustRoll(Segment open, int batchBytes, long nowMs) {
        boolean allBelowStart =
                open.batchBytes() > 0 && open.endOffset() <= state.view().logStartOffset();
        return allBelowStart
                || open.recordCount() >= SEGMENT_RECORDS_MAX
                || config.rollsBefore(batchBytes, open.batchBytes(), nowMs - open.createdMs());
    }

    void appendEpoch(int leaderEpoch) throws IOException {
        state.requireUsable();
        if (leaderEpoch <= state.epochs().lastEpoch()) {
            return;
        }
        beginRecord();
        long nowMs = place.clockMs().getAsLong();
        long endOffset = state.view().logEndOffset();
        Segment segment = target(endOffset, null, nowMs);
        long position = write(segment, Envelope.EPOCH, endOffset, leaderEpoch, nowMs, Envelope.NO_BODY);
        state.epochs().assign(leaderEpoch, endOffset);
        segment.addEpoch(leaderEpoch, position + Envelope.BYTES, nowMs);
        show(segment);
    }

    long truncateTo(long endOffset, int leaderEpoch) throws IOException {
        state.structure().lock();
        try {
            return truncate(endOffset, leaderEpoch);
        } finally {
            state.structure().unlock();
        }
    }

    private long truncate(long endOffset, int leaderEpoch) throws IOException {
        state.requireUsable();
        LogView view = state.view();
        long logEndOffset = view.logEndOffset();
        boolean epochsGo =
                state.epochs().lastEpochBelow(endOffset) != state.epochs().lastEpoch();
        if (endOffset >= logEndOffset && !epochsGo) {
            return logEndOffset;
        }
        long target = Math.min(endOffset, logEndOffset);
        long startOffset = view.logStartOffset();
        SpanCut cut = target <= startOffset ? SpanCut.all(view.spans(), target) : SpanCut.of(view.spans(), target);
        // At or below the start nothing is left; epochs known only from trimmed batches must not come back.
        boolean startsOver = cut.endOffset() <= startOffset;
        if (startsOver) {
            bases.saveAhead(cut.endOffset(), folds.valueBelow(view, cut.endOffset()));
        }
        cutTo(startsOver ? SpanCut.all(view.spans(), cut.endOffset()) : cut, leaderEpoch, startsOver);
        return cut.endOffset();
    }

    void restartAt(long offset, @Nullable ByteBuffer folded) throws IOException {
        state.structure().lock();
        try {
            state.requireUsable();
            bases.saveAhead(offset, folded == null ? null : new SavedFold(folded, true));
            cutTo(SpanCut.all(state.view().spans(), offset), -1, true);
        } finally {
            state.structure().unlock();
        }
    }

    private void cutTo(SpanCut cut, int leaderEpoch, boolean restart) throws IOException {
        openWriter();
        int lastEpoch = restart ? -1 : state.epochs().lastEpochBelow(cut.endOffset());
        Segment segment = writeMarker(new TailMarker(cut.endOffset(), lastEpoch, restart), leaderEpoch);
        state.epochs().truncateFromEnd(restart ? Long.MIN_VALUE : cut.endOffset());
        showCut(cut, segment, restart);
    }

    private void showCut(SpanCut cut, Segment segment, boolean restart) {
        LogView view = state.view();
        long endOffset = cut.endOffset();
        List<SegmentSpan> spans = new ArrayList<>(cut.kept());
        spans.add(SegmentSpan.open(segment));
        long startOffset = restart ? endOffset : Math.min(view.logStartOffset(), endOffset);
        state.cut(new LogView(startOffset, endOffset, spans, view.cuts() + 1));
        if (!cut.kept().isEmpty()) {
            housekeeping.seal(cut.kept().get(cut.kept().size() - 1).segment());
        }
        housekeeping.delete(cut.gone());
    }

    private Segment writeMarker(TailMarker marker, int leaderEpoch) throws IOException {
        long nowMs = place.clockMs().getAsLong();
        ByteBuffer body = marker.toBody();
        Segment before = current;
        current = null;
        Segment segment = target(marker.endOffset(), marker, nowMs);
        try {
            long position = write(segment, Envelope.TRUNCATE, marker.endOffset(), leaderEpoch, nowMs, body);
            segment.addMarker(position + Envelope.BYTES + body.remaining());
        } catch (DiskFullException e) {
            current = before;
            throw e;
        }
        state.rollNext(false);
        return segment;
    }

    void trimTo(long startOffset) throws IOException {
        state.structure().lock();
        try {
            trim(startOffset);
        } finally {
            state.structure().unlock();
        }
    }

    private void trim(long startOffset) throws IOException {
        state.requireUsable();
        LogView view = state.view();
        if (startOffset > view.logEndOffset()) {
            throw new IllegalArgumentException("log start " + startOffset + " above log end " + view.logEndOffset());
        }
        if (startOffset > view.logStartOffset()) {
            LogView raised = view.withStart(startOffset);
            try {
                state.raiseStart(raised);
            } catch (IOException e) {
                throw state.fail("cannot note log start " + startOffset, e);
            }
            state.epochs().truncateFromStart(startOffset);
            housekeeping.catchUp();
        }
    }

    /** After an unclean stop the first record begins a segment that says where the log ends. */
    private void beginRecord() throws IOException {
        openWriter();
        if (state.rollNext()) {
            state.structure().lock();
            try {
                rollAndMark();
            } finally {
                state.structure().unlock();
            }
        }
    }

    private void rollAndMark() throws IOException {
        LogView view = state.view();
        SpanCut cut = SpanCut.of(view.spans(), view.logEndOffset());
        boolean startsOver = view.spans().isEmpty();
        TailMarker marker = new TailMarker(cut.endOffset(), state.epochs().lastEpoch(), startsOver);
        showCut(cut, writeMarker(marker, -1), startsOver);
    }

    private void openWriter() throws IOException {
        openWriter(true);
    }

    private void openWriter(boolean mayHide) throws IOException {
        if (writer != null) {
            return;
        }
        Segment open = current;
        int number = open == null ? lastNumber + 1 : open.number();
        long blockBytes = BlockSize.forBatches(config.maxBatchBytes());
        try {
            space.mapsBy(blockBytes);
            if (open != null) {
                space.opens(open.file().path(), open.endPosition());
            }
            SegmentWriter opened = SegmentWriter.open(place.files(), place.parts(), number, blockBytes);
            writer = opened;
            if (open != null && !opened.continues(open)) {
                current = null;
                state.rollNext(true);
            }
        } catch (DiskFullException full) {
            housekeeping.catchUp();
            throw full;
        } catch (IOException | RuntimeException | Error e) {
            // The queue throws checked exceptions, too, that it does not declare.
            if (!mayHide) {
                throw state.fail("cannot open the queue", e);
            }
            LOGGER.warn("{}: the queue does not open; its older files are hidden from it", state.name(), e);
            hideFromQueue();
            openWriter(false);
        }
    }

    /**
     * The queue opens its newest file, and so not at all when that file's own header is damaged, though the records in it,
     * which it does not check and we do, may be whole. Written anew under another name they are ours alone.
     */
    private void hideFromQueue() throws IOException {
        state.structure().lock();
        try {
            LogView view = state.view();
            List<SegmentSpan> spans = new ArrayList<>(view.spans());
            List<Segment> hidden = new ArrayList<>();
            for (int i = 0; i < spans.size(); i++) {
                SegmentSpan span = spans.get(i);
                if (span.segment().generation() == 0) {
                    hidden.add(span.segment());
                    spans.set(
                            i,
                            new SegmentSpan(span.segment().linked(place.files()), span.endOffset(), span.deadBytes()));
                }
            }
            state.append(new LogView(view.logStartOffset(), view.emptyEndOffset(), spans, view.cuts()));
            current = null;
            state.rollNext(true);
            housekeeping.delete(hidden);
        } finally {
            state.structure().unlock();
        }
        housekeeping.run();
    }

    /** The segment that takes the next record: the open one, or a new one that is not part of the log yet. */
    private Segment target(long baseOffset, @Nullable TailMarker marker, long nowMs) {
        Segment open = current;
        if (open != null) {
            return open;
        }
        int number = lastNumber + 1;
        return new Segment(
                place.identity(), number, new SegmentFile(place.files().segment(number)), baseOffset, marker, nowMs);
    }

    private long write(Segment segment, byte kind, long previousEndOffset, int leaderEpoch, long nowMs, ByteBuffer body)
            throws IOException {
        SegmentWriter to = writer;
        if (to == null) {
            throw new IllegalStateException("the queue is not open");
        }
        reserve(segment, Envelope.BYTES + body.remaining());
        try {
            if (segment.number() > lastNumber) {
                begin(to, segment.number());
            }
            ByteBuffer head = envelope.seal(kind, previousEndOffset, leaderEpoch, nowMs, body);
            long position = to.write(segment, head, body, space.allocatedTo());
            if (position < segment.endPosition()) {
                throw new IllegalStateException("written at " + position + ", below " + segment.endPosition());
            }
            lastNumber = segment.number();
            current = segment;
            state.changed();
            return position;
        } catch (IOException | RuntimeException | Error e) {
            throw state.fail("cannot append to segment " + segment.number(), e);
        }
    }

    private void reserve(Segment segment, int recordBytes) throws IOException {
        try {
            space.reserve(segment.file().path(), segment.endPosition(), recordBytes);
        } catch (DiskFullException full) {
            housekeeping.catchUp();
            throw full;
        } catch (IOException e) {
            throw state.fail("cannot get space for segment " + segment.number(), e);
        }
    }

    private void begin(SegmentWriter to, int number) throws IOException {
        Files.deleteIfExists(place.files().checkpoint(number));
        Files.deleteIfExists(place.files().foldOf(number));
        if (housekeeping.takeListingStale()) {
            to.refresh();
        }
    }

    /** Makes a new segment part of the log; the one before takes no more. */
    private void show(Segment segment) {
        SegmentSpan last = state.view().last();
        if (last == null || last.segment() != segment) {
            state.structure().lock();
            try {
                showNew(segment, last);
            } finally {
                state.structure().unlock();
            }
        }
    }

    private void showNew(Segment segment, @Nullable SegmentSpan last) {
        state.append(state.view().withSegment(segment));
        if (last != null) {
            housekeeping.seal(last.segment());
        }
        housekeeping.catchUp();
        checkpointPosition = 0;
    }

    /** From the next record on; another size of blocks takes another queue. */
    void configure(LogConfig changed) {
        if (BlockSize.forBatches(changed.maxBatchBytes()) != BlockSize.forBatches(config.maxBatchBytes())) {
            close();
        }
        config = changed;
    }

    private void prepareNext(Segment segment) {
        boolean nearEnd = segment.batchBytes() > config.segmentBytes() - config.segmentBytes() / 4;
        if (nearEnd && preparedAfter != segment.number()) {
            preparedAfter = segment.number();
            space.prepare(place.files().segment(segment.number() + 1), config.segmentBytes());
        }
    }

    private void checkpointWhenDue(Segment segment) {
        if (segment.endPosition() - checkpointPosition >= CHECKPOINT_BYTES) {
            checkpointPosition = segment.endPosition();
            housekeeping.checkpoint(segment);
        }
    }

    /** Checkpoints the open segment, for the next open to read nothing again. */
    void checkpoint() {
        if (current != null) {
            housekeeping.checkpoint(current);
        }
    }

    /** Holds no file until the next record. */
    void rest() throws IOException {
        close();
        preparedAfter = -1;
        space.rest();
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }
}
