// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;

/**
 * Bytes appended to plain files that are begun where the logs' segments are: the limit for a log. What the logs do with a full
 * segment in the background is done in {@link #retain}, so that an append is a write and nothing else.
 */
final class PlainFile implements Closeable {
    private final Path base;
    private final long segmentBytes;
    private final long keptBytes;
    private final ArrayDeque<Path> full = new ArrayDeque<>();
    private final ArrayDeque<FileChannel> unforced = new ArrayDeque<>();
    private Path path;
    private FileChannel channel;
    private long position;
    private int count;

    PlainFile(Path base, long segmentBytes, long keptBytes) throws IOException {
        this.base = base;
        this.segmentBytes = segmentBytes;
        this.keptBytes = keptBytes;
        this.path = nextPath();
        this.channel = open(path);
    }

    private Path nextPath() {
        return base.resolveSibling(base.getFileName() + "-" + count++);
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    long append(ByteBuffer batch) throws IOException {
        if (position + batch.remaining() > segmentBytes) {
            full.add(path);
            unforced.add(channel);
            path = nextPath();
            channel = open(path);
            position = 0;
        }
        int start = batch.position();
        position += channel.write(batch, position);
        batch.position(start);
        return position;
    }

    void force() throws IOException {
        channel.force(false);
    }

    /** Puts full files on disk and removes the oldest as long as what is left holds the bytes to keep, as Kafka counts. */
    void retain() throws IOException {
        while (!unforced.isEmpty()) {
            try (FileChannel done = unforced.remove()) {
                done.force(false);
            }
        }
        while (!full.isEmpty() && (full.size() - 1) * segmentBytes + position >= keptBytes) {
            Files.delete(full.remove());
        }
    }

    @Override
    public void close() throws IOException {
        retain();
        channel.close();
    }
}
