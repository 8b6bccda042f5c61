// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.util.List;

/**
 * What a log keeps.
 *
 * @param retentionBytes bytes to keep at least; -1 for no bound
 * @param retentionMs age of the newest record of a segment at which it may go, milliseconds; -1 for no bound
 */
public record RetentionPolicy(long retentionBytes, long retentionMs) {
    /**
     * Where the log may start. Only whole segments go, oldest first; by size never the last one, which takes appends.
     *
     * @param segments all segments, oldest first
     * @param logStartOffset the current start
     * @param upperOffset nothing at or above it goes
     */
    public long retainedStart(List<RetainedSegment> segments, long logStartOffset, long nowMs, long upperOffset) {
        long excessBytes = retentionBytes < 0 ? 0 : totalBytes(segments) - retentionBytes;
        long start = logStartOffset;
        for (int i = 0; i < segments.size(); i++) {
            RetainedSegment segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            boolean bySize = !last && excessBytes >= segment.sizeBytes() && excessBytes > 0;
            if (segment.endOffset() > upperOffset || !(bySize || isExpired(segment, nowMs))) {
                break;
            }
            excessBytes -= segment.sizeBytes();
            start = Math.max(start, segment.endOffset());
        }
        return start;
    }

    private boolean isExpired(RetainedSegment segment, long nowMs) {
        return retentionMs >= 0 && nowMs - segment.newestMs() > retentionMs;
    }

    private static long totalBytes(List<RetainedSegment> segments) {
        long total = 0;
        for (RetainedSegment segment : segments) {
            total += segment.sizeBytes();
        }
        return total;
    }
}
