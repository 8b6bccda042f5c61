// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

/**
 * What fraction of their size records keep when compressed, learned from finished batches. Starts at 1, goes up at
 * once and down by degrees, so estimates rarely fall short. One may be shared by all builders of a topic, on any
 * threads: a lost update only makes the estimate a little older.
 */
public final class CompressionRatio {
    private static final double MARGIN = 1.05;
    private static final double DECAY = 0.25;
    private static final double MAX = 1.05;

    private volatile double estimate = 1;

    /** An estimate of the compressed size in bytes. */
    int estimateBytes(int plainBytes) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(plainBytes * estimate));
    }

    /** Takes a finished batch into account. */
    void observe(int plainBytes, int compressedBytes) {
        double seen = Math.min(MAX, MARGIN * compressedBytes / Math.max(1, plainBytes));
        double before = estimate;
        estimate = seen > before ? seen : before - (before - seen) * DECAY;
    }
}
