// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.CompactionReport;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The log of one partition on Chronicle Queue, one excerpt per batch, one cycle per segment. */
final class ChronicleLog implements PartitionLog {
    private final LogState state;
    private final LogReader reader;
    private final LogAppender appender;
    private final LogFlush flush;
    private final Housekeeping housekeeping;
    private final LogScrub scrub;
    private final LogCleaner cleaner;
    private final FoldReplay folds;
    private final LogPlace place;
    private final AwakeLogs awakeLogs;
    private final Runnable onClosed;
    private final AtomicBoolean awake = new AtomicBoolean();
    private volatile long segmentBytes;
    private volatile boolean used = true;
    private volatile long lastUse;

    ChronicleLog(LogPlace place, LogConfig config, Recovery recovery, AwakeLogs awakeLogs, Runnable onClosed) {
        LogState state = recovery.state();
        this.awakeLogs = awakeLogs;
        this.place = place;
        this.state = state;
        this.scrub = new LogScrub(place, state);
        BaseFolds bases = new BaseFolds(place);
        this.folds = new FoldReplay(place, bases);
        this.onClosed = onClosed;
        this.reader = new LogReader(place.identity(), state::view, BlockSize.forBatches(config.maxBatchBytes()));
        this.housekeeping = new Housekeeping(place, state, bases, recovery.listed());
        this.appender = new LogAppender(place, config, state, housekeeping, bases, recovery.lastNumber());
        this.flush = new LogFlush(state);
        this.segmentBytes = config.segmentBytes();
        this.cleaner = new LogCleaner(place, state, housekeeping);
        housekeeping.delete(recovery.superseded());
        housekeeping.catchUp();
    }

    @Override
    public long logStartOffset() {
        return state.view().logStartOffset();
    }

    @Override
    public long logEndOffset() {
        return state.view().logEndOffset();
    }

    @Override
    public long flushedEndOffset() {
        return state.flushedEndOffset();
    }

    @Override
    public long sizeBytes() {
        return state.view().sizeBytes();
    }

    @Override
    public List<EpochStart> epochs() {
        return state.epochs().entries();
    }

    @Override
    public void append(ByteBuffer batch, long previousEndOffset) throws IOException {
        touch();
        appender.append(batch, previousEndOffset);
    }

    @Override
    public void appendEpoch(int leaderEpoch) throws IOException {
        touch();
        appender.appendEpoch(leaderEpoch);
    }

    @Override
    public LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        touch();
        // Not as the others do: every fetch comes by here, and leaves nothing behind but its slice.
        try {
            return reader.read(offset, maxBytes, upperOffset);
        } catch (DamagedLogException found) {
            throw noted(found);
        }
    }

    @Override
    public LogSlice readVerified(long offset, int maxBytes, long upperOffset) throws IOException {
        touch();
        return noting(() -> reader.readVerified(offset, maxBytes, upperOffset));
    }

    @Override
    public long truncateTo(long endOffset, int leaderEpoch) throws IOException {
        touch();
        return noting(() -> appender.truncateTo(endOffset, leaderEpoch));
    }

    @Override
    public void restartAt(long offset, @Nullable ByteBuffer folded) throws IOException {
        touch();
        appender.restartAt(offset, folded);
    }

    @Override
    public void trimTo(long logStartOffset) throws IOException {
        touch();
        appender.trimTo(logStartOffset);
    }

    @Override
    public long retainedStart(RetentionPolicy policy, long nowMs, long upperOffset) {
        LogView view = state.view();
        return policy.retainedStart(
                view.live().stream().map(SegmentSpan::retained).toList(), view.logStartOffset(), nowMs, upperOffset);
    }

    @Override
    public long flush() throws IOException {
        return flush.flush();
    }

    @Override
    public @Nullable TimestampedOffset offsetForTime(long timestampMs, long upperOffset) throws IOException {
        touch();
        Optional<TimestampedOffset> found = noting(() -> reader.offsetForTime(timestampMs, upperOffset));
        return found.orElse(null);
    }

    @Override
    public void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        touch();
        noting(() -> {
            reader.scan(fromOffset, visitor);
            return true;
        });
    }

    @Override
    public boolean fold(LogFold fold, long upperOffset) throws IOException {
        touch();
        return noting(() -> reader.fold(fold, upperOffset, folds));
    }

    @Override
    public CompactionReport compact(CompactionPolicy policy, long nowMs, long upperOffset) throws IOException {
        touch();
        return noting(() -> cleaner.run(policy, segmentBytes, nowMs, upperOffset));
    }

    /** Anything that walks batches. */
    @FunctionalInterface
    private interface Walk<T> {
        T go() throws IOException;
    }

    private <T> T noting(Walk<T> walk) throws IOException {
        try {
            return walk.go();
        } catch (DamagedLogException found) {
            throw noted(found);
        }
    }

    /** Whoever meets damage makes it known to the next open, as the scrubber does. */
    private DamagedLogException noted(DamagedLogException found) {
        try {
            state.foundDamage();
        } catch (IOException failed) {
            // What was found is what the caller has to know.
            found.addSuppressed(failed);
        }
        return found;
    }

    @Override
    public void configure(LogConfig config) {
        segmentBytes = config.segmentBytes();
        appender.configure(config);
    }

    /** Before any use that may take a file. */
    private void touch() {
        long now = awakeLogs.now();
        if (lastUse != now) {
            lastUse = now;
        }
        if (!used) {
            used = true;
        }
        if (!awake.get() && awake.compareAndSet(false, true)) {
            awakeLogs.add(this);
        }
    }

    /** When it was last used, in {@link AwakeLogs#now} terms. */
    long lastUse() {
        return lastUse;
    }

    @Override
    public void restWhenIdle() throws IOException {
        housekeeping.catchUp();
        if (used || state.isClosed()) {
            used = false;
            return;
        }
        rest();
    }

    @Override
    public void rest() throws IOException {
        if (state.isClosed()) {
            return;
        }
        // Said first: a reader who comes meanwhile takes a file, and is counted.
        awake.set(false);
        awakeLogs.remove(this);
        appender.rest();
        for (SegmentSpan span : state.view().spans()) {
            span.segment().rest();
        }
        state.rest();
    }

    String name() {
        return state.name();
    }

    StoredLog stored() {
        return new StoredLog(
                place.topic(), place.identity().topicId(), place.identity().partition());
    }

    /** Reads sealed segments again; on the scrubber's thread. */
    void scrub(Pace pace, LogScrub.FaultListener found) throws IOException {
        scrub.run(pace, found);
    }

    @Override
    public void close() throws IOException {
        if (state.isClosed()) {
            return;
        }
        try {
            if (!state.isFailed()) {
                flush.flush();
                appender.checkpoint();
                housekeeping.run();
                appender.rest();
                state.mark(true);
                state.forceMark();
            }
        } finally {
            release();
        }
    }

    /** Lets go of everything and leaves the files as they are, as the end of the process does. */
    void release() throws IOException {
        try {
            awakeLogs.remove(this);
            housekeeping.close();
            appender.close();
            for (SegmentSpan span : state.view().spans()) {
                span.segment().retire();
            }
            state.close();
        } finally {
            // Whatever fails on the way, the log counts as closed: else it could not be opened again before the next
            // start.
            onClosed.run();
        }
    }
}
