// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of real blocks that is given up when the disk fills, and a watch over what is free. Ratis loses the vote, and the
 * voter with it, when it must write a term to a full disk; so the node stops while there is still room, and gives up the
 * file so that it can start again and that whoever makes room can work. Used by one thread at a time.
 */
final class QuorumReserve {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumReserve.class);
    private static final int CHUNK_BYTES = 1 << 16;

    private final Path file;
    private final long reserveBytes;
    private final LongSupplier usableBytes;
    private final FatalHandler fatalHandler;
    private boolean told;

    /**
     * A reserve of so many bytes in the node's directory.
     *
     * @param usableBytes what is free where the directory lies
     */
    QuorumReserve(Path directory, long reserveBytes, LongSupplier usableBytes, FatalHandler fatalHandler) {
        this.file = directory.resolve("quorum-reserve");
        this.reserveBytes = reserveBytes;
        this.usableBytes = usableBytes;
        this.fatalHandler = fatalHandler;
    }

    /** What is free in the file system of a directory, in bytes; a lot when that cannot be told. */
    static long usableBytes(Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            LOG.debug("what is free in {} cannot be told", directory, e);
            return Long.MAX_VALUE;
        }
    }

    /** Takes the space, if it is not taken yet. */
    void take() throws IOException {
        if (Files.exists(file) && Files.size(file) == reserveBytes) {
            return;
        }
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer zeros = ByteBuffer.allocate(CHUNK_BYTES);
            for (long written = 0; written < reserveBytes; written += zeros.limit()) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, reserveBytes - written));
                while (zeros.hasRemaining()) {
                    channel.write(zeros);
                }
            }
            channel.force(true);
        }
    }

    /** Stops the node when less than half of the reserve is free besides it. */
    void check() {
        long free = usableBytes.getAsLong();
        if (free < reserveBytes / 2 && !told) {
            told = true;
            release();
            fatalHandler.onFatal(
                    "only " + (free >> 10) + " KiB are free in " + file.getParent()
                            + ": the quorum node stops before its vote is lost; make room and start it again",
                    null);
        }
    }

    /** Gives the space up: the node will not go on. */
    void release() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be given up", file, e);
        }
    }
}
