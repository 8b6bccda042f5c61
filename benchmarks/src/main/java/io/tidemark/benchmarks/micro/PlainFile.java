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

/** Bytes appended to plain files that are begun and removed as the logs' segments are: the limit for a log. */
final class PlainFile implements Closeable {
    private final Path base;
    private final long segmentBytes;
    private final int kept;
    private final ArrayDeque<Path> files = new ArrayDeque<>();
    private FileChannel channel;
    private long position;
    private int count;

    PlainFile(Path base, long segmentBytes, long keptBytes) throws IOException {
        this.base = base;
        this.segmentBytes = segmentBytes;
        this.kept = (int) (keptBytes / segmentBytes);
        this.channel = next();
    }

    private FileChannel next() throws IOException {
        Path path = base.resolveSibling(base.getFileName() + "-" + count++);
        files.add(path);
        if (files.size() > kept) {
            Files.delete(files.remove());
        }
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    long append(ByteBuffer batch) throws IOException {
        if (position + batch.remaining() > segmentBytes) {
            channel.close();
            channel = next();
            position = 0;
        }
        int start = batch.position();
        position += channel.write(batch, position);
        batch.position(start);
        return position;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
