// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.DiskFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the batches below a log's first segment fold to: of what was deleted nothing else is left. Each value has a file that
 * names the offset it stands for, and is written before the change that makes a segment begin there: a crash between leaves
 * the value of before in its place, beside one that nothing asks for. Thread-safe.
 */
final class BaseFolds {
    private static final int MAGIC = 0x544d4231;
    private static final int MAGIC_OF_A_PART = 0x544d4250;
    private static final int HEAD_BYTES = Integer.BYTES + LogIdentity.BYTES + Long.BYTES;
    private static final long NONE = -1;

    private final LogPlace place;
    /** The value that the log is about to need, if its owner's last restart comes about. */
    private long ahead = NONE;

    BaseFolds(LogPlace place) {
        this.place = place;
    }

    /**
     * Puts on disk what all below an offset folds to. What frees a full disk waits for it, so it may take what is kept back.
     *
     * @param saved null when it is not known; then nothing that was saved before for this offset counts either
     */
    synchronized void save(long offset, @Nullable SavedFold saved) throws IOException {
        Path path = place.files().base(offset);
        if (saved == null) {
            if (Files.deleteIfExists(path)) {
                SegmentFiles.forceDirectory(place.files().directory());
            }
            return;
        }
        saved.save(path, whole -> head(offset, whole));
    }

    /**
     * As {@link #save}, for a restart at the offset, which the owner thread is about to carry out.
     *
     * @throws DiskFullException if there is no space but what is kept back; what was saved before stays
     */
    synchronized void saveAhead(long offset, @Nullable SavedFold saved) throws IOException {
        ahead = offset;
        if (saved != null) {
            requireSpace(offset, HEAD_BYTES + saved.value().remaining());
        }
        save(offset, saved);
    }

    private void requireSpace(long offset, int sizeBytes) throws IOException {
        Path path = place.files().base(offset);
        Path fresh = path.resolveSibling(path.getFileName() + CheckedFile.FRESH_SUFFIX);
        if (!place.space().allocate(fresh, 0, sizeBytes)) {
            Files.deleteIfExists(fresh);
            throw new DiskFullException("no space for " + path);
        }
    }

    /** What all below an offset folds to; null when that was not saved. */
    @Nullable
    SavedFold load(long offset) throws IOException {
        return SavedFold.load(place.files().base(offset), whole -> head(offset, whole));
    }

    /** Removes all but the one that the log needs, and the one of the owner's last restart, which may be under way. */
    synchronized void deleteAllBut(long offset) throws IOException {
        Path needed = place.files().base(offset);
        Path wanted = place.files().base(ahead);
        for (Path path : place.files().bases()) {
            if (!path.equals(needed) && !path.equals(wanted)) {
                Files.deleteIfExists(path);
            }
        }
    }

    private ByteBuffer head(long offset, boolean whole) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putInt(whole ? MAGIC : MAGIC_OF_A_PART);
        return place.identity().putTo(head).putLong(offset).flip();
    }
}
