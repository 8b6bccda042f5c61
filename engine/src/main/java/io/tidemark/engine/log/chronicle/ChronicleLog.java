// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of one partition on Chronicle Queue, one excerpt per batch, one cycle per segment. */
final class ChronicleLog implements PartitionLog {
    private final LogState state;
    private final LogReader reader;
    private final LogAppender appender;
    private final LogFlush flush;
    private final Housekeeping housekeeping;
    private final Runnable onClosed;

    ChronicleLog(LogPlace place, LogConfig config, LogState state, Recovery recovery, Runnable onClosed) {
        this.state = state;
        this.onClosed = onClosed;
        this.reader = new LogReader(state::view, BlockSize.forBatches(config.maxBatchBytes()));
        this.housekeeping = new Housekeeping(place, state, recovery.listed());
        this.appender = new LogAppender(place, config, state, housekeeping, recovery.lastNumber());
        this.flush = new LogFlush(state);
        housekeeping.delete(recovery.superseded());
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
        appender.append(batch, previousEndOffset);
    }

    @Override
    public void appendEpoch(int leaderEpoch) throws IOException {
        appender.appendEpoch(leaderEpoch);
    }

    @Override
    public LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        return reader.read(offset, maxBytes, upperOffset);
    }

    @Override
    public long truncateTo(long endOffset, int leaderEpoch) throws IOException {
        return appender.truncateTo(endOffset, leaderEpoch);
    }

    @Override
    public void restartAt(long offset) throws IOException {
        appender.restartAt(offset);
    }

    @Override
    public void trimTo(long logStartOffset) throws IOException {
        appender.trimTo(logStartOffset);
    }

    @Override
    public long retainedStart(RetentionPolicy policy, long nowMs, long upperOffset) {
        LogView view = state.view();
        return policy.retainedStart(
                view.spans().stream().map(SegmentSpan::retained).toList(), view.logStartOffset(), nowMs, upperOffset);
    }

    @Override
    public long flush() throws IOException {
        return flush.flush();
    }

    @Override
    public @Nullable TimestampedOffset offsetForTime(long timestampMs, long upperOffset) throws IOException {
        return reader.offsetForTime(timestampMs, upperOffset);
    }

    @Override
    public void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        reader.scan(fromOffset, visitor);
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
                appender.close();
                state.mark(true);
                state.forceMark();
            }
        } finally {
            release();
        }
    }

    /** Lets go of everything and leaves the files as they are, as the end of the process does. */
    void release() throws IOException {
        housekeeping.close();
        appender.close();
        for (SegmentSpan span : state.view().spans()) {
            span.segment().retire();
        }
        state.close();
        onClosed.run();
    }
}
