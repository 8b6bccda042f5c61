// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps the newest {@link LogMark} in one of two slots, so that a torn write leaves the other. Thread-safe. */
final class MarkFile implements Closeable {
    private static final int SLOT_BYTES = 512;

    private final FileChannel channel;
    private @Nullable LogMark newest;
    private long sequence;

    private MarkFile(FileChannel channel) {
        this.channel = channel;
    }

    static MarkFile open(Path path) throws IOException {
        MarkFile file = new MarkFile(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        file.load(0);
        file.load(1);
        return file;
    }

    private void load(int slot) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LogMark.BYTES);
        channel.read(bytes, (long) slot * SLOT_BYTES);
        LogMark mark = LogMark.decode(bytes.flip());
        if (mark != null && LogMark.sequence(bytes) > sequence) {
            newest = mark;
            sequence = LogMark.sequence(bytes);
        }
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
        while (bytes.hasRemaining()) {
            channel.write(bytes, slot * SLOT_BYTES + bytes.position());
        }
        newest = mark;
    }

    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
