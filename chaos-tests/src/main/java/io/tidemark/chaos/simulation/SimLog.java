// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.CompactionPolicy;
import io.tidemark.engine.log.CompactionReport;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogFailedException;
import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.RetentionPolicy;
import io.tidemark.engine.log.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log as one life of a process has it: the stored one, behind the moods of its disk. */
final class SimLog implements PartitionLog {
    private final PartitionLog stored;
    private final SimDisk disk;
    private final World world;
    private @Nullable IOException failure;
    private boolean closed;

    SimLog(PartitionLog stored, SimDisk disk, World world) {
        this.stored = stored;
        this.disk = disk;
        this.world = world;
    }

    PartitionLog stored() {
        return stored;
    }

    boolean isClosed() {
        return closed;
    }

    boolean hasFailed() {
        return failure != null;
    }

    @Override
    public long logStartOffset() {
        return stored.logStartOffset();
    }

    @Override
    public long logEndOffset() {
        return stored.logEndOffset();
    }

    @Override
    public long flushedEndOffset() {
        return stored.flushedEndOffset();
    }

    @Override
    public long sizeBytes() {
        return stored.sizeBytes();
    }

    @Override
    public List<EpochStart> epochs() {
        return stored.epochs();
    }

    @Override
    public void append(ByteBuffer batch, long previousEndOffset) throws IOException {
        requireUsable();
        requireSpace("append refused by a full disk");
        stored.append(batch, previousEndOffset);
        world.reached("effect AppendBatch");
    }

    @Override
    public void appendEpoch(int leaderEpoch) throws IOException {
        requireUsable();
        requireSpace("epoch refused by a full disk");
        stored.appendEpoch(leaderEpoch);
        world.reached("effect AppendEpoch");
    }

    private void requireSpace(String refused) throws IOException {
        if (disk.isFull()) {
            world.reached(refused);
            throw new DiskFullException("the simulated disk is full");
        }
    }

    private void requireUsable() throws IOException {
        IOException earlier = failure;
        if (earlier != null) {
            throw new LogFailedException("failed earlier", earlier);
        }
        if (disk.isFailing()) {
            world.reached("append fails");
            IOException now = new IOException("a simulated I/O error");
            failure = now;
            throw now;
        }
    }

    @Override
    public LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException {
        return stored.read(offset, maxBytes, upperOffset);
    }

    @Override
    public LogSlice readVerified(long offset, int maxBytes, long upperOffset) throws IOException {
        return stored.readVerified(offset, maxBytes, upperOffset);
    }

    @Override
    public long truncateTo(long endOffset, int leaderEpoch) throws IOException {
        requireUsable();
        requireSpace("cut refused by a full disk");
        world.reached("effect TruncateLog");
        return stored.truncateTo(endOffset, leaderEpoch);
    }

    @Override
    public void restartAt(long offset, @Nullable ByteBuffer folded) throws IOException {
        requireUsable();
        requireSpace("cut refused by a full disk");
        world.reached("effect RestartLog");
        stored.restartAt(offset, folded);
    }

    @Override
    public void trimTo(long logStartOffset) throws IOException {
        requireUsable();
        world.reached("effect TrimLog");
        stored.trimTo(logStartOffset);
    }

    @Override
    public long retainedStart(RetentionPolicy policy, long nowMs, long upperOffset) {
        return stored.retainedStart(policy, nowMs, upperOffset);
    }

    @Override
    public long flush() throws IOException {
        requireUsable();
        world.reached("effect FlushLog");
        return stored.flush();
    }

    @Override
    public @Nullable TimestampedOffset offsetForTime(long timestampMs, long upperOffset) throws IOException {
        return stored.offsetForTime(timestampMs, upperOffset);
    }

    @Override
    public void scan(long fromOffset, BatchVisitor visitor) throws IOException {
        stored.scan(fromOffset, visitor);
    }

    @Override
    public boolean fold(LogFold fold, long upperOffset) throws IOException {
        return stored.fold(fold, upperOffset);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        if (disk.failsToClose() || failure != null) {
            world.reached("log fails to close");
            closed = true;
            disk.letGo(this);
            throw new IOException("a simulated failure to close");
        }
        closed = true;
        stored.close();
    }

    @Override
    public CompactionReport compact(CompactionPolicy policy, long nowMs, long upperOffset) throws IOException {
        return stored.compact(policy, nowMs, upperOffset);
    }
}
