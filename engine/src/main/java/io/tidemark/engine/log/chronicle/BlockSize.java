// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

/**
 * Size of the blocks in which the queue maps a segment; a record may take a quarter of one, which is as far as the mapping
 * of a block reaches into the next.
 */
final class BlockSize {
    static final int RECORDS_PER_BLOCK = 4;

    private static final long SLACK_BYTES = 64 << 10;

    private BlockSize() {}

    static long forBatches(int maxBatchBytes) {
        long least = RECORDS_PER_BLOCK * (maxBatchBytes + SLACK_BYTES);
        long power = Long.highestOneBit(least);
        return power == least ? power : power << 1;
    }

    /** Where the block that a position lies in ends. */
    static long endOf(long position, long blockBytes) {
        return (position / blockBytes + 1) * blockBytes;
    }
}
