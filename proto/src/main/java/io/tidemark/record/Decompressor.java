// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4FrameInputStream;

/**
 * The records of a batch, decompressed up to a bound. Must be closed: zstd holds native memory.
 *
 * <p>Whatever the codec does with malformed bytes comes out as {@link CorruptBatchException}.
 */
final class Decompressor implements AutoCloseable {
    private static final int GZIP_BUFFER_BYTES = 8 * 1024;
    private static final int FIRST_CAPACITY_BYTES = 16 * 1024;

    private final Compression codec;
    private final InputStream stream;
    private final int maxBytes;
    private int doneBytes;

    private Decompressor(Compression codec, InputStream stream, int maxBytes) {
        this.codec = codec;
        this.stream = stream;
        this.maxBytes = maxBytes;
    }

    static Decompressor open(Compression codec, ByteBuffer records, int maxBytes) {
        try {
            return new Decompressor(codec, stream(codec, records), maxBytes);
        } catch (IOException | RuntimeException e) {
            throw unreadable(codec, e);
        }
    }

    private static InputStream stream(Compression codec, ByteBuffer records) throws IOException {
        InputStream compressed = new ByteBufferInput(records);
        return switch (codec) {
            case NONE -> compressed;
            case GZIP -> new GZIPInputStream(compressed, GZIP_BUFFER_BYTES);
            case SNAPPY -> new SnappyInput(records);
            case LZ4 -> new LZ4FrameInputStream(compressed);
            case ZSTD -> new ZstdInputStreamNoFinalizer(compressed, RecyclingBufferPool.INSTANCE);
        };
    }

    /** Everything, in one array of at most a byte over the limit. */
    static ByteBuffer decompress(Compression codec, ByteBuffer records, int maxBytes) {
        try (Decompressor source = open(codec, records, maxBytes)) {
            byte[] all = new byte[Math.max(FIRST_CAPACITY_BYTES, 4 * Math.min(records.remaining(), 1 << 20))];
            int size = 0;
            for (int count = 0; count >= 0; count = source.read(all, size, all.length - size)) {
                size += count;
                if (size == all.length) {
                    // One byte of room beyond the limit is what it takes to see the limit passed.
                    all = Arrays.copyOf(
                            all, (int) Math.min(Math.min(maxBytes, Integer.MAX_VALUE - 64) + 1L, 2L * size));
                }
            }
            return ByteBuffer.wrap(all, 0, size).slice();
        }
    }

    /** Reads at least one byte; -1 at the end. */
    int read(byte[] target, int from, int count) {
        int taken;
        try {
            taken = stream.read(target, from, count);
        } catch (IOException | RuntimeException e) {
            // Codecs throw unchecked exceptions of their own for malformed bytes.
            throw unreadable(codec, e);
        }
        if (taken > maxBytes - doneBytes) {
            throw new CorruptBatchException(new BatchFault(
                    BatchFault.Kind.BATCH_TOO_LARGE,
                    "the records decompress to more than the limit of " + maxBytes + " bytes"));
        }
        doneBytes += Math.max(0, taken);
        return taken;
    }

    private static CorruptBatchException unreadable(Compression codec, Exception cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new CorruptBatchException("the records cannot be decompressed as " + codec + ": " + reason, cause);
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw unreadable(codec, e);
        }
    }
}
