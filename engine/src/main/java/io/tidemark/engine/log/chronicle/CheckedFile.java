// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Small files that are replaced as a whole, with a CRC-32C at the end. */
final class CheckedFile {
    /** Of a file that is being written. */
    static final String FRESH_SUFFIX = ".new";

    private CheckedFile() {}

    /** Writes and forces a new file, then renames it over the old one and forces the name. */
    static void save(Path path, ByteBuffer content) throws IOException {
        save(path, ByteBuffer.allocate(0), content);
    }

    /** As {@link #save(Path, ByteBuffer)}, with a head that says what the content is for. */
    static void save(Path path, ByteBuffer head, ByteBuffer content) throws IOException {
        try (Writer writer = new Writer(path)) {
            writer.put(head).put(content).commit();
        }
    }

    /** The content; null when the file is not whole. */
    static @Nullable ByteBuffer load(Path path) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
        int contentBytes = all.capacity() - Integer.BYTES;
        if (contentBytes < Integer.BYTES) {
            return null;
        }
        ByteBuffer content = all.slice(0, contentBytes);
        return all.getInt(contentBytes) == checksum(content) ? content : null;
    }

    /** The content behind a head; null when the head is another, the file not whole, or not there (any more). */
    static @Nullable ByteBuffer loadBehind(Path path, ByteBuffer head) throws IOException {
        ByteBuffer all;
        try {
            all = load(path);
        } catch (NoSuchFileException gone) {
            return null;
        }
        int headBytes = head.remaining();
        boolean isMeant = all != null
                && all.remaining() >= headBytes
                && all.slice(0, headBytes).equals(head);
        return isMeant && all != null ? all.position(headBytes).slice() : null;
    }

    private static int checksum(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }

    /**
     * Writes one file front to back, big endian; it takes the place of the old one with {@link #commit}, and without that
     * never. One thread, and one at a time on it.
     */
    static final class Writer implements Closeable {
        private static final int CHUNK_BYTES = 32 << 10;

        /** Of the thread, so that a large index is not held in memory a second time while it is saved. */
        private static final ThreadLocal<ByteBuffer> CHUNK =
                ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(CHUNK_BYTES));

        private final Path path;
        private final Path fresh;
        private final FileChannel channel;
        private final ByteBuffer chunk = CHUNK.get().clear();
        private final CRC32C crc = new CRC32C();

        Writer(Path path) throws IOException {
            this.path = path;
            this.fresh = path.resolveSibling(path.getFileName() + FRESH_SUFFIX);
            // Not cut short: it may have been given the blocks that it needs.
            this.channel = FileChannel.open(fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        Writer putByte(int value) throws IOException {
            room(Byte.BYTES).put((byte) value);
            return this;
        }

        Writer putInt(int value) throws IOException {
            room(Integer.BYTES).putInt(value);
            return this;
        }

        Writer putLong(long value) throws IOException {
            room(Long.BYTES).putLong(value);
            return this;
        }

        /** Adds what is left of a buffer, whose position stays. */
        Writer put(ByteBuffer content) throws IOException {
            ByteBuffer from = content.duplicate();
            int limit = from.limit();
            while (from.position() < limit) {
                ByteBuffer to = room(1);
                from.limit(Math.min(limit, from.position() + to.remaining()));
                to.put(from);
            }
            return this;
        }

        private ByteBuffer room(int bytes) throws IOException {
            if (chunk.remaining() < bytes) {
                drain();
            }
            return chunk;
        }

        private void drain() throws IOException {
            chunk.flip();
            crc.update(chunk);
            writeAll();
        }

        private void writeAll() throws IOException {
            chunk.rewind();
            while (chunk.hasRemaining()) {
                channel.write(chunk);
            }
            chunk.clear();
        }

        /** Ends the file, puts it on disk and in the place of the old one. */
        void commit() throws IOException {
            drain();
            chunk.putInt((int) crc.getValue()).flip();
            writeAll();
            channel.truncate(channel.position());
            channel.force(true);
            channel.close();
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Path parent = path.getParent();
            if (parent != null) {
                SegmentFiles.forceDirectory(parent);
            }
        }

        /** What was not committed does not keep its blocks: on a full disk others need them. */
        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                channel.close();
                Files.deleteIfExists(fresh);
            }
        }
    }
}
