// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * What retention looks at in one segment.
 *
 * @param endOffset offset after its last record
 * @param sizeBytes bytes of its live batches
 * @param maxTimestampMs largest timestamp of its records, milliseconds since 1970-01-01 UTC; negative for none
 * @param lastAppendMs wall clock of its last append, milliseconds since 1970-01-01 UTC
 */
public record RetainedSegment(long endOffset, long sizeBytes, long maxTimestampMs, long lastAppendMs) {
    /**
     * Time that the segment's age counts from. A timestamp from the future must not pin the segment, so the time of the
     * last append bounds it.
     */
    long newestMs() {
        return maxTimestampMs < 0 ? lastAppendMs : Math.min(maxTimestampMs, lastAppendMs);
    }
}
