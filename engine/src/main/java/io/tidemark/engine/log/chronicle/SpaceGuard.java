// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DiskFullException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * Keeps real blocks ahead of the appends of one log, most of them from another thread, and files as long as the queue is
 * going to map them. A queue that finds its file too short sets the length, and when meanwhile the other thread has made it
 * longer, cuts off what that got: then there are pages without blocks where all believe in some. Owner thread only.
 */
final class SpaceGuard {
    private static final long PAGE_BYTES = 4096;
    private static final long FIRST_CHUNK_BYTES = 64 << 10;
    /** Half of it, at which more is asked for, is more than the queue maps at a time if batches have the usual limit. */
    private static final long LAST_CHUNK_BYTES = 32 << 20;
    /** The queue's header and the first page of its index. */
    private static final long NEW_FILE_BYTES = 4096 + 16L * SegmentCycle.INDEX_COUNT;
    /** Index pages that the queue may add beside any record, and its end-of-file mark. */
    private static final long SLACK_BYTES = 64 + 2 * (8L * SegmentCycle.INDEX_COUNT + 256);

    private static final Path NO_FILE = Path.of("");

    private final SpaceSource source;
    private final SpaceAhead ahead;
    private Path file = NO_FILE;
    private Path prepared = NO_FILE;
    private long allocatedTo;
    /** Up to here the queue can map the file as it is. */
    private long mappableTo;

    private long blockBytes;
    private long askAt;
    private long chunkBytes = FIRST_CHUNK_BYTES;

    SpaceGuard(SpaceSource source, Executor thread) {
        this.source = source;
        this.ahead = new SpaceAhead(source, thread);
    }

    /** In what blocks the queue maps files that is opened next; to be said before anything is reserved. */
    void mapsBy(long bytes) {
        blockBytes = bytes;
    }

    /** The queue is about to open a file that holds something. */
    void opens(Path target, long endPosition) throws IOException {
        begin(target, endPosition);
        lengthen(endPosition);
    }

    /**
     * Makes sure that a record can be written.
     *
     * @param endPosition end of what is in the file; 0 for a new file
     * @throws DiskFullException if there is no space; nothing was written
     */
    void reserve(Path target, long endPosition, int recordBytes) throws IOException {
        if (target != file && !target.equals(file)) {
            begin(target, endPosition);
        }
        long need = endPosition + recordBytes + SLACK_BYTES + (endPosition == 0 ? NEW_FILE_BYTES : 0);
        if (need > askAt) {
            extend(need, endPosition == 0);
        }
        if (need > mappableTo) {
            lengthen(need);
        }
    }

    private void lengthen(long position) throws IOException {
        long blockEnd = BlockSize.endOf(position, blockBytes);
        long mappedTo = blockEnd + blockBytes / BlockSize.RECORDS_PER_BLOCK;
        if (mappedTo > allocatedTo) {
            ahead.lengthen(file, mappedTo);
        }
        mappableTo = blockEnd - 1;
    }

    /** How far the file of the last record is known to have blocks. */
    long allocatedTo() {
        return allocatedTo;
    }

    private void begin(Path target, long endPosition) {
        ahead.take(file);
        file = target;
        if (target.equals(prepared)) {
            prepared = NO_FILE;
        }
        allocatedTo = Math.max(endPosition & -PAGE_BYTES, endPosition == 0 ? ahead.take(target) : 0);
        chunkBytes = FIRST_CHUNK_BYTES;
        askAt = 0;
        mappableTo = -1;
    }

    private void extend(long need, boolean isNew) throws IOException {
        allocatedTo = Math.max(allocatedTo, ahead.take(file));
        if (need > allocatedTo) {
            grow(roundUp(need), isNew);
        }
        // The half that is left is time for the other thread.
        askAt = allocatedTo - chunkBytes / 2;
        if (need > askAt) {
            ahead.request(file, allocatedTo, chunkBytes);
            chunkBytes = Math.min(chunkBytes * 2, LAST_CHUNK_BYTES);
            askAt = Math.min(allocatedTo, need + chunkBytes / 8);
        }
    }

    private void grow(long need, boolean isNew) throws IOException {
        long wanted = Math.max(need, allocatedTo + chunkBytes);
        if (source.allocate(file, allocatedTo, wanted - allocatedTo)) {
            allocatedTo = wanted;
            chunkBytes = Math.min(chunkBytes * 2, LAST_CHUNK_BYTES);
        } else if (source.allocate(file, allocatedTo, need - allocatedTo)) {
            allocatedTo = need;
        } else {
            Path refused = file;
            file = NO_FILE;
            ahead.await();
            ahead.take(refused);
            if (isNew) {
                Files.deleteIfExists(refused);
            }
            throw new DiskFullException("no space for " + need + " bytes in " + refused);
        }
    }

    /** Gets the first blocks of the segment after this one. */
    void prepare(Path next, long segmentBytes) {
        if (!next.equals(prepared)) {
            prepared = next;
            ahead.request(next, 0, Math.min(LAST_CHUNK_BYTES, roundUp(segmentBytes + NEW_FILE_BYTES + SLACK_BYTES)));
        }
    }

    /** Forgets what it knows of the files: others use them from now on. */
    void rest() throws IOException {
        if (!prepared.equals(NO_FILE)) {
            ahead.discard(prepared);
        }
        ahead.take(file);
        prepared = NO_FILE;
        file = NO_FILE;
    }

    private static long roundUp(long bytes) {
        return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }
}
