// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyCodec;

/**
 * Reads snappy in xerial framing, or one bare block as some clients write it. The library's own stream allocates what
 * a block claims to hold; here a claim beyond what snappy can reach is refused first.
 */
final class SnappyInput extends InputStream {
    /** A copy of 64 bytes takes three: no valid block expands more than 22 times. */
    private static final int EXPANSION_MAX = 22;

    private static final int FRAME_HEADER_BYTES = 16;

    private final ByteBuffer compressed;
    private final boolean framed;
    private byte[] input = new byte[0];
    private byte[] block = new byte[0];
    private int blockPosition;
    private int blockLimit;

    SnappyInput(ByteBuffer records) {
        compressed = records.slice();
        framed = startsFrame(compressed);
        if (framed) {
            compressed.position(FRAME_HEADER_BYTES);
        }
    }

    private static boolean startsFrame(ByteBuffer compressed) {
        byte[] magic = SnappyCodec.getMagicHeader();
        return compressed.remaining() >= FRAME_HEADER_BYTES
                && compressed.slice(0, magic.length).equals(ByteBuffer.wrap(magic));
    }

    @Override
    public int read() throws IOException {
        return ensureBlock() ? block[blockPosition++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (!ensureBlock()) {
            return -1;
        }
        int taken = Math.min(count, blockLimit - blockPosition);
        System.arraycopy(block, blockPosition, target, from, taken);
        blockPosition += taken;
        return taken;
    }

    private boolean ensureBlock() throws IOException {
        while (blockPosition == blockLimit) {
            if (!compressed.hasRemaining()) {
                return false;
            }
            readBlock();
        }
        return true;
    }

    private void readBlock() throws IOException {
        int compressedBytes = framed ? framedBlockBytes() : compressed.remaining();
        if (input.length < compressedBytes) {
            input = new byte[compressedBytes];
        }
        compressed.get(input, 0, compressedBytes);
        int blockBytes = Snappy.uncompressedLength(input, 0, compressedBytes);
        if (blockBytes < 0 || blockBytes > (long) compressedBytes * EXPANSION_MAX) {
            throw new IOException("a snappy block of " + compressedBytes + " bytes claims to hold " + blockBytes);
        }
        if (block.length < blockBytes) {
            block = new byte[blockBytes];
        }
        blockPosition = 0;
        blockLimit = Snappy.uncompress(input, 0, compressedBytes, block, 0);
    }

    private int framedBlockBytes() throws IOException {
        if (compressed.remaining() < Integer.BYTES) {
            throw new EOFException("snappy ends inside a block length");
        }
        int blockBytes = compressed.getInt();
        if (blockBytes <= 0 || blockBytes > compressed.remaining()) {
            throw new EOFException("a snappy block has length " + blockBytes);
        }
        return blockBytes;
    }
}
