// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log of one partition: record batches in format v2, stored as given, found by offset.
 *
 * <p>One owner thread calls the methods that change the log ({@link #append}, {@link #appendEpoch}, {@link #truncateTo},
 * {@link #trimTo}, {@link #close}). {@link #read}, {@link #offsetForTime}, {@link #fold} and {@link #flush} may be called
 * from other threads at the same time.
 *
 * <p>After the first failed change that may have left bytes behind, the log is failed: every later change throws {@link
 * LogFailedException}, reads of what was stored before go on. A change that is refused before its first byte (no space)
 * throws {@link DiskFullException} and leaves the log usable.
 */
public interface PartitionLog extends Closeable {
    /** First offset of the log. */
    long logStartOffset();

    /** Offset after the last record. */
    long logEndOffset();

    /** End of what is on disk for certain; at most the log end offset. */
    long flushedEndOffset();

    /** Bytes of live batches, for retention. */
    long sizeBytes();

    /**
     * Leader epochs in the log with the offset each begins at, strictly increasing in epoch, including a trailing epoch
     * that has no records yet.
     */
    List<EpochStart> epochs();

    /**
     * Appends one whole batch, as it is. Its base offset must be the log end offset, or above it when {@code
     * previousEndOffset} says that the gap was compacted away on the leader.
     *
     * @param batch from position to limit one batch with offsets and leader epoch set; not changed, not kept
     * @param previousEndOffset end offset of the batch before it in the leader's log; equal to the log end offset
     */
    void append(ByteBuffer batch, long previousEndOffset) throws IOException;

    /** Notes that {@code leaderEpoch} begins at the log end offset. An epoch not above the last one is ignored. */
    void appendEpoch(int leaderEpoch) throws IOException;

    /**
     * Reads whole batches from the batch that holds {@code offset}, as long as they end at or below {@code
     * upperOffset}, up to {@code maxBytes} but at least one batch. Empty when {@code offset} is at or above {@code
     * upperOffset} or the log end.
     *
     * @throws OffsetOutOfRangeException if the offset is below the log start or above the log end
     * @throws DamagedLogException if the batches cannot be told apart
     */
    LogSlice read(long offset, int maxBytes, long upperOffset) throws IOException;

    /**
     * As {@link #read}, of what may have been on a disk for long: brings it into memory, for which it may wait, and verifies
     * each batch's checksums. It ends before the first batch that is damaged.
     *
     * @throws OffsetOutOfRangeException if the offset is below the log start or above the log end
     * @throws DamagedLogException if the first batch is damaged, or the batches cannot be told apart
     */
    LogSlice readVerified(long offset, int maxBytes, long upperOffset) throws IOException;

    /**
     * Cuts the log: {@code endOffset}, which must be a batch boundary or lie below the log end, becomes its end. A
     * batch that spans it is cut away whole, so that the end may become lower than asked. Cut to its start, the log still
     * knows what was below it; below that, it may not.
     *
     * @param leaderEpoch epoch of the leader that asked for the cut, for the record
     * @return the new log end offset
     */
    long truncateTo(long endOffset, int leaderEpoch) throws IOException;

    /**
     * Drops everything and starts empty at {@code offset}, which may be above the log end: the leader's log begins
     * later than this one ends.
     *
     * @param folded what all below {@code offset} folds to, in the leader's log, as {@link LogFold#save} gives it; null when
     *     nothing is known of it
     */
    void restartAt(long offset, @Nullable ByteBuffer folded) throws IOException;

    /** Raises the log start offset; storage wholly below it is deleted later. Lower values are ignored. */
    void trimTo(long logStartOffset) throws IOException;

    /**
     * Applies retention by size and time to whole segments below {@code upperOffset}.
     *
     * @return the log start offset that retention asks for; the caller passes it to {@link #trimTo}
     */
    long retainedStart(RetentionPolicy policy, long nowMs, long upperOffset);

    /**
     * Forces what was appended before the call to disk. Blocks; runs on a flusher thread.
     *
     * @return the flushed end offset
     */
    long flush() throws IOException;

    /**
     * First offset within {@code [logStart, upperOffset)} whose record's timestamp is at or after {@code timestampMs};
     * null when there is none.
     */
    @Nullable
    TimestampedOffset offsetForTime(long timestampMs, long upperOffset) throws IOException;

    /** Walks the headers of all live batches from the one that holds {@code fromOffset} on. */
    void scan(long fromOffset, BatchVisitor visitor) throws IOException;

    /**
     * Folds all batches into a value, also those that were trimmed: what was saved where a segment ended stands for those
     * below, and goes on doing so when they are deleted. What a cut took away does not count, and what a log was told when it
     * started over does.
     *
     * @return false when nothing is known of the batches below the first that is left: then only the others are in the value
     */
    default boolean fold(LogFold fold) throws IOException {
        return fold(fold, Long.MAX_VALUE);
    }

    /**
     * As {@link #fold(LogFold)}, of the batches that end at or below an offset only.
     *
     * @throws OffsetOutOfRangeException if what is deleted reaches above the offset, so that its batches cannot be told apart
     */
    boolean fold(LogFold fold, long upperOffset) throws IOException;

    /**
     * Of records with the same key keeps only the last, in sealed segments below {@code upperOffset}. Blocks for long; runs on
     * a thread of its own, one at a time for one log. A change of the log meanwhile is never undone.
     *
     * @param upperOffset nothing at or above it is looked at: what is not committed must not push out what is
     */
    default CompactionReport compact(CompactionPolicy policy, long nowMs, long upperOffset) throws IOException {
        return CompactionReport.nothing(logStartOffset());
    }

    /** Changes settings from the next append on. Owner thread. */
    default void configure(LogConfig config) {
        // Settings are those of the open.
    }

    /**
     * Lets go of files and memory if nothing used the log since the last call; the next use takes them again. Called now and
     * then, by the owner thread.
     */
    default void restWhenIdle() throws IOException {
        // Nothing is held.
    }

    /** Lets go of files and memory now; the next use takes them again. Owner thread. */
    default void rest() throws IOException {
        // Nothing is held.
    }

    /** Flushes and closes; the next open finds a clean log. */
    @Override
    void close() throws IOException;

    /** Sees one batch. The buffer, from position to limit the whole batch, is valid only during the call. */
    @FunctionalInterface
    interface BatchVisitor {
        /** Called for each batch in order of offset. */
        void onBatch(ByteBuffer batch) throws IOException;
    }
}
