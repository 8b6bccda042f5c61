// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets disk blocks for one log on another thread before its owner needs them. One request at a time; what it got is a help,
 * never needed. Thread-safe.
 */
final class SpaceAhead {
    private static final Logger LOGGER = LoggerFactory.getLogger(SpaceAhead.class);

    private final SpaceSource source;
    private final Executor thread;
    private final Map<Path, Long> allocatedTo = new HashMap<>();
    /** Held while blocks are got, which moves the end of the file. */
    private final Object fileEnd = new Object();

    private boolean busy;

    SpaceAhead(SpaceSource source, Executor thread) {
        this.source = source;
        this.thread = thread;
    }

    /** Asks for blocks; does nothing while an earlier request is under way. */
    synchronized void request(Path file, long position, long lengthBytes) {
        if (busy) {
            return;
        }
        busy = true;
        try {
            thread.execute(() -> allocate(file, position, lengthBytes));
        } catch (RejectedExecutionException closing) {
            busy = false;
        }
    }

    private void allocate(Path file, long position, long lengthBytes) {
        boolean given = false;
        try {
            synchronized (fileEnd) {
                given = source.allocate(file, position, lengthBytes);
            }
        } catch (IOException | RuntimeException e) {
            LOGGER.warn("cannot get blocks for {} ahead", file, e);
        } finally {
            done(file, given ? position + lengthBytes : 0);
        }
    }

    private synchronized void done(Path file, long reached) {
        busy = false;
        if (reached > 0) {
            allocatedTo.merge(file, reached, Math::max);
        }
        notifyAll();
    }

    /** Makes a file at least so long; waits for blocks that are being got just now, but not for a request that waits itself. */
    void lengthen(Path file, long lengthBytes) throws IOException {
        synchronized (fileEnd) {
            source.lengthen(file, lengthBytes);
        }
    }

    /** How far the file has blocks by what was asked for here; 0 when nothing was. */
    synchronized long take(Path file) {
        Long reached = allocatedTo.remove(file);
        return reached == null ? 0 : reached;
    }

    /** Removes a file that was made here and is not in use, so that nobody finds a segment without a beginning. */
    synchronized void discard(Path unused) throws IOException {
        await();
        if (allocatedTo.remove(unused) != null && isBlank(unused)) {
            Files.deleteIfExists(unused);
        }
    }

    /** Whatever anyone believes, a file that something was written to is not removed. */
    private static boolean isBlank(Path file) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(Long.BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(first);
        }
        return first.getLong(0) == 0;
    }

    /** Waits until no request is under way. */
    synchronized void await() {
        boolean interrupted = false;
        while (busy) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
