// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.LogFold;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slow work of one log away from its owner thread: force and checkpoint of segments, the manifest, deletion of dropped
 * segments. What a crash keeps from happening here recovery does without or finds again.
 */
final class Housekeeping {
    private static final Logger LOGGER = LoggerFactory.getLogger(Housekeeping.class);
    private static final long PAGE_BYTES = 4096;
    private static final long END_MARK_BYTES = 64;

    private final LogPlace place;
    private final LogState state;
    private final SegmentCheckpoint checkpoints;
    private final FoldFiles folds;
    private final BaseFolds bases;
    private final FoldReplay replay;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Covered> toCheckpoint = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Segment> toDelete = new ConcurrentLinkedQueue<>();
    private NavigableMap<Integer, Manifest.Entry> listed;
    private long listedCleanedEndOffset;
    private long listedBaseOffset;
    private boolean closed;
    private volatile boolean listingStale;
    private volatile boolean basesStale = true;

    private record Covered(Segment segment, SegmentSnapshot snapshot, boolean sealed) {}

    /** @param listed the segments in the manifest on disk */
    Housekeeping(LogPlace place, LogState state, BaseFolds bases, NavigableMap<Integer, Manifest.Entry> listed) {
        this.place = place;
        this.state = state;
        this.checkpoints = new SegmentCheckpoint(place.files(), place.identity());
        this.folds = new FoldFiles(place.files(), place.identity());
        this.bases = bases;
        this.replay = new FoldReplay(place, bases);
        this.listed = listed;
        this.listedCleanedEndOffset = state.cleanedEndOffset();
    }

    /** The segment takes no more appends. */
    void seal(Segment segment) {
        toCheckpoint.add(new Covered(segment, segment.snapshot(), true));
        request();
    }

    /** The open segment grew by so much that recovery should not have to read it all. */
    void checkpoint(Segment segment) {
        toCheckpoint.add(new Covered(segment, segment.snapshot(), false));
        request();
    }

    /** The segments are no longer part of the view. */
    void delete(List<Segment> segments) {
        if (toDelete.addAll(segments)) {
            basesStale = true;
            request();
        }
    }

    /** Asks for what is outstanding: segments that are not wanted any more, and what failed before, which may free a full disk. */
    void catchUp() {
        boolean isBehind =
                !toDelete.isEmpty() || !toCheckpoint.isEmpty() || state.view().trimmedSpans() > 0;
        if (isBehind) {
            request();
        }
    }

    private void request() {
        if (requested.compareAndSet(false, true)) {
            try {
                place.background().execute(this::runLater);
            } catch (RejectedExecutionException e) {
                // The store is closing; closing the log does the rest.
                requested.set(false);
            }
        }
    }

    private void runLater() {
        requested.set(false);
        try {
            run();
        } catch (IOException e) {
            LOGGER.warn("{}: housekeeping failed and is tried again later", state.name(), e);
        }
    }

    /** Does what is outstanding now. */
    synchronized void run() throws IOException {
        if (closed) {
            return;
        }
        try {
            tidyWhateverIsFree();
        } finally {
            place.parts().reserve().restore();
        }
    }

    private void tidyWhateverIsFree() throws IOException {
        SpaceReserve reserve = place.parts().reserve();
        try {
            tidy();
        } catch (IOException e) {
            if (state.isFailed() || !reserve.giveUp()) {
                throw e;
            }
            try {
                // On a full disk only this makes the deletions possible that free it: they come first.
                deleteTrimmed();
                tidy();
            } finally {
                reserve.takeBack();
            }
        }
    }

    private void tidy() throws IOException {
        for (Covered next = toCheckpoint.peek(); next != null; next = toCheckpoint.peek()) {
            save(next);
            toCheckpoint.poll();
        }
        deleteTrimmed();
    }

    private void deleteTrimmed() throws IOException {
        dropTrimmed();
        int deletable = toDelete.size();
        saveManifest();
        for (; deletable > 0; deletable--) {
            deleteNext();
        }
        deleteOldBases();
    }

    private void save(Covered covered) throws IOException {
        Segment segment = covered.segment();
        if (toDelete.contains(segment) || segment.isRetired()) {
            return;
        }
        force(segment);
        checkpoints.save(segment, covered.snapshot());
        saveFold(segment, covered.snapshot());
        if (covered.sealed()) {
            long end = covered.snapshot().endPosition() + END_MARK_BYTES;
            place.space().release(segment.file().path(), (end + PAGE_BYTES - 1) & -PAGE_BYTES);
            segment.file().release();
        }
        state.forceMark();
    }

    /** Only for what nothing was added to since, so that what is saved stands for the whole segment. */
    private void saveFold(Segment segment, SegmentSnapshot snapshot) throws IOException {
        Supplier<LogFold> maker = place.parts().folds();
        LogView view = state.view();
        int at = view.indexOf(segment);
        if (maker == null || at < 0 || segment.endPosition() != snapshot.endPosition()) {
            return;
        }
        if (view.spans().get(at).isWhole()) {
            try {
                folds.save(segment, snapshot, replay.value(view, snapshot.endOffset(), maker));
            } catch (DamagedLogException found) {
                // It only saves work, and deletions must not wait for a log that is whole again.
                LOGGER.warn("{}: nothing is saved at the end of segment {}", state.name(), segment.number(), found);
                state.foundDamage();
            }
        }
    }

    /**
     * Takes the first segments out of the view when they are not wanted any more. What they fold to is put on disk before:
     * whoever folds the log, and whenever the process ends, finds either the segments or that.
     */
    private void dropTrimmed() throws IOException {
        LogView view = state.view();
        int count = view.trimmedSpans();
        if (count == 0) {
            return;
        }
        SegmentSpan next = view.spans().get(count);
        bases.save(next.baseOffset(), replay.valueBelow(view, next.baseOffset()));
        if (!state.structure().tryLock()) {
            // Whoever changes the log may be about to wait for this work: it is not waited for.
            request();
            return;
        }
        try {
            LogView now = state.view();
            // Cut or compacted meanwhile: the next time, if it still matters.
            if (now.indexOf(next.segment()) == count) {
                state.append(now.withoutFirst(count));
                delete(now.spans().subList(0, count).stream()
                        .map(SegmentSpan::segment)
                        .toList());
            }
        } finally {
            state.structure().unlock();
        }
    }

    /** The markers that replace dropped segments must be on disk before the manifest no longer lists those. */
    private void saveManifest() throws IOException {
        // In this order: what is said to be compacted is at most what the view holds.
        long cleanedEndOffset = state.cleanedEndOffset();
        LogView view = state.view();
        listedBaseOffset = view.baseOffset();
        NavigableMap<Integer, Manifest.Entry> entries = Manifest.entries(view);
        if (entries.equals(listed) && cleanedEndOffset == listedCleanedEndOffset) {
            return;
        }
        SegmentSpan last = view.last();
        if (last != null && !last.segment().isForced()) {
            force(last.segment());
        }
        state.forceMark();
        Manifest.of(place.identity(), place.topic(), view, cleanedEndOffset)
                .save(place.files().manifest());
        listed = entries;
        listedCleanedEndOffset = cleanedEndOffset;
    }

    private void force(Segment segment) throws IOException {
        try {
            segment.force();
        } catch (IOException e) {
            throw state.fail("cannot force segment " + segment.number(), e);
        }
    }

    private void deleteNext() throws IOException {
        Segment segment = toDelete.peek();
        if (segment != null && !isListed(segment)) {
            segment.retire();
            Files.deleteIfExists(segment.file().path());
            Files.deleteIfExists(place.files().checkpoint(segment.number(), segment.generation()));
            Files.deleteIfExists(place.files().fold(segment));
            toDelete.poll();
            listingStale = true;
        }
    }

    /** Once no crash can bring back what they stood for, and nobody reads it any more. */
    private void deleteOldBases() throws IOException {
        boolean isSettled =
                toDelete.isEmpty() && listedBaseOffset == state.view().baseOffset();
        if (basesStale && isSettled) {
            bases.deleteAllBut(listedBaseOffset);
            basesStale = false;
        }
    }

    private boolean isListed(Segment segment) {
        Manifest.Entry entry = listed.get(segment.number());
        return entry != null && entry.generation() == segment.generation();
    }

    /** Whether segments were deleted since the last call. */
    boolean takeListingStale() {
        boolean stale = listingStale;
        listingStale = false;
        return stale;
    }

    /** Later requests do nothing; waits for one that runs. */
    synchronized void close() {
        closed = true;
    }
}
