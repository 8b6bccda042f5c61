// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * What a compaction did.
 *
 * @param cleanedEndOffset below it no key has two records, but for what is not committed
 * @param bytesBefore bytes of batches that were looked at; 0 when it was not worth the work
 * @param bytesAfter bytes of what is left of them
 */
public record CompactionReport(long cleanedEndOffset, long bytesBefore, long bytesAfter) {
    /** Nothing was done. */
    public static CompactionReport nothing(long cleanedEndOffset) {
        return new CompactionReport(cleanedEndOffset, 0, 0);
    }
}
