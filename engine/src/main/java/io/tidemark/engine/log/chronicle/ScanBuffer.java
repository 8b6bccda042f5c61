// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads a file front to back by plain reads: a damaged disk then gives an error, where a mapping would end the process.
 */
final class ScanBuffer {
    private static final int CHUNK_BYTES = 256 << 10;

    private final SegmentFile file;
    private final Pace pace;
    private final long fileBytes;
    private ByteBuffer bytes = ByteBuffer.allocate(CHUNK_BYTES);
    private long start;

    ScanBuffer(SegmentFile file, Pace pace) throws IOException {
        this.file = file;
        this.pace = pace;
        this.fileBytes = file.sizeBytes();
        bytes.limit(0);
    }

    long fileBytes() {
        return fileBytes;
    }

    /** Whether the file holds that many bytes at a position. */
    boolean holds(long position, long lengthBytes) {
        return position + lengthBytes <= fileBytes;
    }

    /** Makes the bytes at a position available and tells where in {@link #bytes} they begin. */
    int load(long position, int lengthBytes) throws IOException {
        if (position < start || position + lengthBytes > start + bytes.limit()) {
            if (lengthBytes > bytes.capacity()) {
                bytes = ByteBuffer.allocate(lengthBytes);
            }
            start = position;
            bytes.clear();
            file.read(bytes, position);
            pace.used(bytes.position());
            bytes.flip();
            if (bytes.limit() < lengthBytes) {
                // What lies beyond the file's end reads as nothing written.
                Arrays.fill(bytes.array(), bytes.limit(), lengthBytes, (byte) 0);
                bytes.limit(lengthBytes);
            }
        }
        return (int) (position - start);
    }

    /** What was loaded; big endian. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** The document header at a position; 0 beyond the file. */
    int header(long position) throws IOException {
        int at = load(position, DocumentHeader.BYTES);
        return Integer.reverseBytes(bytes.getInt(at));
    }
}
