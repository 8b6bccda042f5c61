// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;

/** What the machine itself can do, each with one thread a side: nothing that a log does can be faster. */
public final class PhysicalLimits {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int FILE_BLOCK_BYTES = 16 << 10;
    private static final long TOTAL_BYTES = 1L << 30;
    private static final int FORCE_COUNT = 200;

    private final Path directory;

    /** Of the machine, with files in a directory. */
    public PhysicalLimits(Path directory) {
        this.directory = directory;
    }

    /** Measures; takes a few seconds. */
    public SortedMap<String, Double> measure() throws IOException, InterruptedException {
        SortedMap<String, Double> metrics = new TreeMap<>();
        metrics.put("memoryCopyMbPerSecond", memoryCopy());
        metrics.put("loopbackTcpMbPerSecond", loopback());
        Path file = Files.createTempFile(Files.createDirectories(directory), "limit-", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            metrics.put("fileWriteMbPerSecond", fileWrite(channel));
            metrics.put("forceMicros", force(channel));
        } finally {
            Files.delete(file);
        }
        return metrics;
    }

    private static double memoryCopy() {
        int bytes = 64 * BLOCK_BYTES;
        ByteBuffer from = ByteBuffer.allocateDirect(bytes);
        ByteBuffer to = ByteBuffer.allocateDirect(bytes);
        to.duplicate().put(from.duplicate());
        long startNanos = System.nanoTime();
        for (long copied = 0; copied < TOTAL_BYTES * 2; copied += bytes) {
            to.duplicate().put(from.duplicate());
        }
        return mbPerSecond(TOTAL_BYTES * 2, startNanos);
    }

    private static double loopback() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket out = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket in = server.accept()) {
            FutureTask<Boolean> sending = new FutureTask<>(() -> {
                OutputStream stream = out.getOutputStream();
                byte[] block = new byte[BLOCK_BYTES];
                for (long sent = 0; sent < TOTAL_BYTES * 2; sent += BLOCK_BYTES) {
                    stream.write(block);
                }
                return true;
            });
            Thread thread = new Thread(sending, "limit-sender");
            thread.setDaemon(true);
            long startNanos = System.nanoTime();
            thread.start();
            InputStream stream = in.getInputStream();
            byte[] block = new byte[BLOCK_BYTES];
            long left = TOTAL_BYTES * 2;
            while (left > 0) {
                int read = stream.read(block);
                if (read < 0) {
                    throw new IOException("the stream ended early");
                }
                left -= read;
            }
            ThroughputScenario.await(sending);
            return mbPerSecond(TOTAL_BYTES * 2, startNanos);
        }
    }

    private static double fileWrite(FileChannel channel) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(FILE_BLOCK_BYTES);
        long startNanos = System.nanoTime();
        for (long written = 0; written < TOTAL_BYTES; written += FILE_BLOCK_BYTES) {
            ByteBuffer left = block.duplicate();
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
        return mbPerSecond(TOTAL_BYTES, startNanos);
    }

    private static double force(FileChannel channel) throws IOException {
        channel.force(true);
        ByteBuffer block = ByteBuffer.allocateDirect(FILE_BLOCK_BYTES);
        long startNanos = System.nanoTime();
        for (int i = 0; i < FORCE_COUNT; i++) {
            channel.write(block.duplicate());
            channel.force(false);
        }
        return (System.nanoTime() - startNanos) / 1e3 / FORCE_COUNT;
    }

    private static double mbPerSecond(long bytes, long startNanos) {
        return bytes / 1e6 / ((System.nanoTime() - startNanos) / 1e9);
    }
}
