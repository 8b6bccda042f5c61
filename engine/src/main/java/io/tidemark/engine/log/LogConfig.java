// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * Settings of one log.
 *
 * @param segmentBytes size at which a segment is closed and the next begun, bytes
 * @param segmentMs age at which a segment is closed, milliseconds
 * @param maxBatchBytes largest batch, bytes
 */
public record LogConfig(long segmentBytes, long segmentMs, int maxBatchBytes) {
    /** 1 GiB, 7 days, 1 MiB: Kafka's defaults. */
    public static final LogConfig DEFAULT = new LogConfig(1L << 30, 7L * 24 * 3600 * 1000, 1 << 20);

    /**
     * Whether a segment is closed before a batch is appended to it.
     *
     * @param segmentSizeBytes bytes of batches in the segment
     * @param ageMs time since its first append, milliseconds
     */
    public boolean rollsBefore(int batchBytes, long segmentSizeBytes, long ageMs) {
        return segmentSizeBytes > 0 && (segmentSizeBytes + batchBytes > segmentBytes || ageMs >= segmentMs);
    }
}
