// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The file of one segment beside the queue's own use of it: positioned reads and writes, force. Thread-safe. */
final class SegmentFile {
    private final Path path;
    private final int generation;
    private @Nullable FileChannel channel;
    private volatile boolean nameForced;
    private boolean retired;

    SegmentFile(Path path) {
        this(path, 0);
    }

    /** @param generation how often the segment was written anew */
    SegmentFile(Path path, int generation) {
        this.path = path;
        this.generation = generation;
    }

    int generation() {
        return generation;
    }

    Path path() {
        return path;
    }

    synchronized long sizeBytes() throws IOException {
        return channel().size();
    }

    /** Reads at a position until the buffer is full or the file ends. */
    void read(ByteBuffer into, long position) throws IOException {
        FileChannel source = channel();
        long at = position;
        while (into.hasRemaining()) {
            int count = source.read(into, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    /** Writes all of a buffer at a position; the buffer's position is as before afterwards. */
    void write(ByteBuffer from, long position) throws IOException {
        FileChannel target = channel();
        int start = from.position();
        try {
            while (from.hasRemaining()) {
                target.write(from, position + from.position() - start);
            }
        } finally {
            from.position(start);
        }
    }

    /** Forces content, and the first time the file's name as well, to disk; nothing to do once retired. */
    void force() throws IOException {
        boolean first = !nameForced;
        while (true) {
            FileChannel target = channelUnlessRetired();
            if (target == null) {
                return;
            }
            try {
                target.force(first);
                break;
            } catch (ClosedChannelException e) {
                if (e instanceof ClosedByInterruptException) {
                    throw e;
                }
                // The segment was sealed meanwhile; a new channel forces the same file.
            }
        }
        if (first) {
            SegmentFiles.forceDirectory(parent());
            nameForced = true;
        }
    }

    private synchronized @Nullable FileChannel channelUnlessRetired() throws IOException {
        return retired ? null : channel();
    }

    /** Maps a part of the file to read. */
    synchronized MappedByteBuffer map(long start, long lengthBytes) throws IOException {
        return channel().map(FileChannel.MapMode.READ_ONLY, start, lengthBytes);
    }

    private Path parent() {
        Path parent = path.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private synchronized FileChannel channel() throws IOException {
        if (retired) {
            throw new SegmentGoneException(path);
        }
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            open = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    /** Closes the channel until it is needed again: sealed segments hold no file descriptor. */
    synchronized void release() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    synchronized void retire() throws IOException {
        retired = true;
        release();
    }
}
