// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.xerial.snappy.SnappyOutputStream;

/** Compresses records in the framings that Kafka uses for magic 2, at Kafka's default levels. */
final class Compressor {
    private static final int GZIP_BUFFER_BYTES = 8 * 1024;
    private static final int ZSTD_LEVEL = 3;

    private static final int LZ4_FRAME_MAGIC = 0x184D2204;
    /** Version 1, independent blocks, no checksums; then block size code 4, which is 64 KiB. */
    private static final byte[] LZ4_DESCRIPTOR = {0x60, 0x40};

    private static final int LZ4_BLOCK_BYTES = 64 * 1024;
    private static final int LZ4_STORED_FLAG = 0x80000000;
    private static final int LZ4_DESCRIPTOR_CHECKSUM =
            XXHashFactory.fastestInstance().hash32().hash(LZ4_DESCRIPTOR, 0, LZ4_DESCRIPTOR.length, 0) >>> 8 & 0xFF;

    private Compressor() {}

    /** Appends the compressed form of {@code count} bytes of the source. */
    static void compress(Compression codec, byte[] source, int from, int count, GrowingBytes target) {
        try {
            switch (codec) {
                case NONE -> target.write(source, from, count);
                case GZIP -> {
                    try (OutputStream gzip = new GZIPOutputStream(target, GZIP_BUFFER_BYTES)) {
                        gzip.write(source, from, count);
                    }
                }
                case SNAPPY -> {
                    try (OutputStream snappy = new SnappyOutputStream(target)) {
                        snappy.write(source, from, count);
                    }
                }
                case LZ4 -> lz4(source, from, count, target);
                case ZSTD -> zstd(source, from, count, target);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot happen: memory is the target", e);
        }
    }

    private static void lz4(byte[] source, int from, int count, GrowingBytes target) {
        LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        target.writeLittleEndianInt(LZ4_FRAME_MAGIC);
        target.write(LZ4_DESCRIPTOR, 0, LZ4_DESCRIPTOR.length);
        target.write(LZ4_DESCRIPTOR_CHECKSUM);
        for (int done = 0; done < count; done += LZ4_BLOCK_BYTES) {
            lz4Block(compressor, source, from + done, Math.min(LZ4_BLOCK_BYTES, count - done), target);
        }
        target.writeLittleEndianInt(0);
    }

    private static void lz4Block(LZ4Compressor compressor, byte[] source, int from, int count, GrowingBytes target) {
        int bound = compressor.maxCompressedLength(count);
        int lengthAt = target.size();
        target.writeLittleEndianInt(0);
        target.reserve(bound);
        int compressed = compressor.compress(source, from, count, target.array(), target.size(), bound);
        target.truncate(lengthAt);
        if (compressed < count) {
            target.writeLittleEndianInt(compressed);
            target.advance(compressed);
        } else {
            target.writeLittleEndianInt(count | LZ4_STORED_FLAG);
            target.write(source, from, count);
        }
    }

    private static void zstd(byte[] source, int from, int count, GrowingBytes target) {
        int bound = Math.toIntExact(Zstd.compressBound(count));
        target.reserve(bound);
        long compressed = Zstd.compressByteArray(target.array(), target.size(), bound, source, from, count, ZSTD_LEVEL);
        if (Zstd.isError(compressed)) {
            throw new IllegalStateException("zstd failed: " + Zstd.getErrorName(compressed));
        }
        target.advance((int) compressed);
    }
}
