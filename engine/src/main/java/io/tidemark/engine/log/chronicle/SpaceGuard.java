// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DiskFullException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps real blocks ahead of the appends of one log. Owner thread only. */
final class SpaceGuard {
    private static final long PAGE_BYTES = 4096;
    private static final long FIRST_CHUNK_BYTES = 64 << 10;
    private static final long LAST_CHUNK_BYTES = 16 << 20;
    /** The queue's header and the first page of its index. */
    private static final long NEW_FILE_BYTES = 4096 + 16L * SegmentCycle.INDEX_COUNT;
    /** Index pages that the queue may add beside any record, and its end-of-file mark. */
    private static final long SLACK_BYTES = 64 + 2 * (8L * SegmentCycle.INDEX_COUNT + 256);

    private final SpaceSource source;
    private Path file = Path.of("");
    private long allocatedTo;
    private long chunkBytes = FIRST_CHUNK_BYTES;

    SpaceGuard(SpaceSource source) {
        this.source = source;
    }

    /**
     * Makes sure that a record can be written.
     *
     * @param endPosition end of what is in the file; 0 for a new file
     * @throws DiskFullException if there is no space; nothing was written
     */
    void reserve(Path target, long endPosition, int recordBytes) throws IOException {
        if (!target.equals(file)) {
            file = target;
            allocatedTo = endPosition & -PAGE_BYTES;
            chunkBytes = FIRST_CHUNK_BYTES;
        }
        long need = endPosition + recordBytes + SLACK_BYTES + (endPosition == 0 ? NEW_FILE_BYTES : 0);
        if (need > allocatedTo) {
            grow(roundUp(need), endPosition == 0);
        }
    }

    private void grow(long need, boolean isNew) throws IOException {
        long ahead = Math.max(need, allocatedTo + chunkBytes);
        if (source.allocate(file, allocatedTo, ahead - allocatedTo)) {
            allocatedTo = ahead;
            chunkBytes = Math.min(chunkBytes * 2, LAST_CHUNK_BYTES);
        } else if (source.allocate(file, allocatedTo, need - allocatedTo)) {
            allocatedTo = need;
        } else {
            if (isNew) {
                Files.deleteIfExists(file);
            }
            Path refused = file;
            file = Path.of("");
            throw new DiskFullException("no space for " + need + " bytes in " + refused);
        }
    }

    private static long roundUp(long bytes) {
        return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }
}
