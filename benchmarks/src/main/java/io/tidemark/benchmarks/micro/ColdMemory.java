// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/** An area as large as what is read of the logs, and larger than caches: no read that copies can be faster than a copy of it. */
final class ColdMemory {
    private static final int PAGE_BYTES = 4096;

    private final ByteBuffer area = ByteBuffer.allocateDirect(FilledState.FILLED_BYTES);
    private int position;

    ColdMemory() {
        for (int at = 0; at < area.capacity(); at += PAGE_BYTES) {
            // Else every page is the kernel's one page of zeros, which is always in the cache.
            area.put(at, (byte) 1);
        }
    }

    /** Copies the next piece. */
    void copyNext(ByteBuffer to, int pieceBytes) {
        to.clear().put(0, area, position, pieceBytes);
        position = position + 2 * pieceBytes > area.capacity() ? 0 : position + pieceBytes;
    }

    /** Copies a piece from anywhere. */
    void copyAny(ByteBuffer to, int pieceBytes) {
        to.clear().put(0, area, ThreadLocalRandom.current().nextInt(area.capacity() - pieceBytes + 1), pieceBytes);
    }
}
