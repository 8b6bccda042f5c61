// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest {@link LogMark} in one of two slots, so that a torn write leaves the other. Opens its file when it is
 * needed. Thread-safe.
 */
final class MarkFile implements Closeable {
    private static final int SLOT_BYTES = 512;

    private final Path path;
    private @Nullable FileChannel channel;
    private @Nullable LogMark newest;
    private long sequence;
    private boolean closed;

    private MarkFile(Path path) {
        this.path = path;
    }

    /** The newest mark of a file that is only looked at; null without one. */
    static @Nullable LogMark read(Path path) throws IOException {
        if (Files.notExists(path)) {
            return null;
        }
        try (MarkFile file = new MarkFile(path)) {
            file.channel = FileChannel.open(path, StandardOpenOption.READ);
            file.load(0);
            file.load(1);
            return file.newest();
        }
    }

    static MarkFile open(Path path) throws IOException {
        MarkFile file = new MarkFile(path);
        file.load(0);
        file.load(1);
        return file;
    }

    private synchronized void load(int slot) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LogMark.BYTES);
        channel().read(bytes, (long) slot * SLOT_BYTES);
        LogMark mark = LogMark.decode(bytes.flip());
        if (mark != null && LogMark.sequence(bytes) > sequence) {
            newest = mark;
            sequence = LogMark.sequence(bytes);
        }
    }

    private FileChannel channel() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            open = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    /** The newest mark; null when there is none that is whole. */
    synchronized @Nullable LogMark newest() {
        return newest;
    }

    /** Writes a mark; it survives the process from now on, a power cut only after {@link #force}. */
    synchronized void write(LogMark mark) throws IOException {
        sequence++;
        ByteBuffer bytes = mark.encode(sequence);
        long slot = sequence & 1;
        FileChannel target = channel();
        while (bytes.hasRemaining()) {
            target.write(bytes, slot * SLOT_BYTES + bytes.position());
        }
        newest = mark;
    }

    void force() throws IOException {
        FileChannel target;
        synchronized (this) {
            target = channel();
        }
        try {
            target.force(true);
        } catch (ClosedChannelException e) {
            // It was let go of meanwhile; another channel forces the same file.
            forceAgain(e);
        }
    }

    private synchronized void forceAgain(ClosedChannelException first) throws IOException {
        if (closed || Thread.currentThread().isInterrupted()) {
            throw first;
        }
        channel().force(true);
    }

    /** Holds no file until it is needed again. */
    synchronized void rest() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        rest();
    }
}
