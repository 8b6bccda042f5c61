// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that only holds disk blocks. On a full disk they are given up, so that what is to be deleted can be noted, and with
 * it deleted. Until they are held again appends get no blocks, for they would take these. Thread-safe.
 */
final class SpaceReserve {
    static final long BYTES = 1 << 20;

    private static final Logger LOGGER = LoggerFactory.getLogger(SpaceReserve.class);
    /** More than most of what is noted takes. */
    private static final long PROBE_BYTES = 64 << 10;

    private final Path file;
    private final Path probe;
    private final SpaceSource source;
    /** Read: blocks are got for appends. Write: the reserve's own come and go. */
    private final ReadWriteLock blocks = new ReentrantReadWriteLock();

    private volatile State state = State.NOT_MADE;
    private int users;

    private enum State {
        /** Not yet, or the disk failed; not known to be for want of space. */
        NOT_MADE,
        HELD,
        OUT
    }

    SpaceReserve(Path directory, SpaceSource source) {
        this.file = directory.resolve(".reserve");
        this.probe = directory.resolve(".reserve-probe");
        this.source = source;
    }

    /** Takes the blocks again if they are there to take and nobody uses them. */
    void restore() {
        // Looked for: whoever sees a full disk may have removed it.
        if (state == State.HELD && Files.exists(file)) {
            return;
        }
        blocks.writeLock().lock();
        try {
            if (users == 0) {
                become(isWhole() || source.allocate(file, 0, BYTES) ? State.HELD : State.OUT);
            }
        } catch (IOException e) {
            LOGGER.warn("cannot reserve {} bytes in {}", BYTES, file, e);
        } finally {
            blocks.writeLock().unlock();
        }
    }

    /** What a crash left of one that was being made has its blocks only in part. */
    private boolean isWhole() throws IOException {
        return Files.exists(file) && Files.size(file) == BYTES;
    }

    private void become(State next) throws IOException {
        State before = state;
        state = next;
        if (next == State.OUT) {
            if (before != State.OUT) {
                LOGGER.warn("no space: appends are refused until there are {} bytes for {}", BYTES, file);
            }
            Files.deleteIfExists(file);
        } else if (before == State.OUT) {
            LOGGER.info("there is space again: {} has its {} bytes", file, BYTES);
        }
    }

    /**
     * Gives the blocks up for one who found no space, until {@link #takeBack}. When they are out already, others are kept
     * from taking what there is.
     *
     * @return false, and nothing to take back, when there is space: it was not for want of it that something failed
     */
    boolean giveUp() {
        blocks.writeLock().lock();
        try {
            if (state != State.OUT && hasSpace()) {
                return false;
            }
            become(State.OUT);
            users++;
            return true;
        } catch (IOException e) {
            LOGGER.warn("cannot give up {}", file, e);
            return false;
        } finally {
            blocks.writeLock().unlock();
        }
    }

    /** Asks the disk: the text of a failure depends on the language, and the space that is left tells of no missing inode. */
    private boolean hasSpace() throws IOException {
        Files.deleteIfExists(probe);
        try {
            return source.allocate(probe, 0, PROBE_BYTES);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** Ends what {@link #giveUp} began. */
    void takeBack() {
        blocks.writeLock().lock();
        try {
            users--;
        } finally {
            blocks.writeLock().unlock();
        }
        restore();
    }

    /**
     * Gives a file blocks beside those of the reserve.
     *
     * @return false when there are none, or the reserve is out and there are not enough for it
     */
    boolean allocate(Path target, long position, long lengthBytes) throws IOException {
        if (state == State.OUT) {
            restore();
        }
        blocks.readLock().lock();
        try {
            return state != State.OUT && source.allocate(target, position, lengthBytes);
        } finally {
            blocks.readLock().unlock();
        }
    }
}
