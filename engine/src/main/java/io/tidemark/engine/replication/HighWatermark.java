// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * The offset below which every record is committed. Only {@link #lowerTo} and {@link #restartAt} may move it back, and
 * only with a truncation (guards G14, G22).
 */
final class HighWatermark {
    private long offset;
    private int confirmedLeaderEpoch;

    /**
     * @param hint last remembered value
     * @param confirmedLeaderEpoch a lower bound of the leader epoch in which it was learnt; -1 when nothing is known
     */
    HighWatermark(long hint, long logStartOffset, long logEndOffset, int confirmedLeaderEpoch) {
        this.offset = boundedHint(hint, logStartOffset, logEndOffset);
        this.confirmedLeaderEpoch = confirmedLeaderEpoch;
    }

    /** A remembered value is only a hint: the log decides, and is never cut to it (guard G15). */
    private static long boundedHint(long hint, long logStartOffset, long logEndOffset) {
        return Math.min(Math.max(hint, logStartOffset), logEndOffset);
    }

    long offset() {
        return offset;
    }

    /** Leader epoch in which the value was last confirmed; tells whether an unclean election came after it. */
    int confirmedLeaderEpoch() {
        return confirmedLeaderEpoch;
    }

    /** Whether it moved. */
    boolean advanceTo(long candidate, int leaderEpoch) {
        if (wouldFall(candidate)) {
            return false;
        }
        confirmedLeaderEpoch = Math.max(confirmedLeaderEpoch, leaderEpoch);
        if (candidate == offset) {
            return false;
        }
        offset = candidate;
        return true;
    }

    /** What a leader or a late message knows may be older than what is known here (guard G14). */
    private boolean wouldFall(long candidate) {
        return candidate < offset;
    }

    /** Whether it moved. */
    boolean lowerTo(long endOffset) {
        if (endOffset >= offset) {
            return false;
        }
        offset = endOffset;
        return true;
    }

    void restartAt(long logStartOffset) {
        offset = logStartOffset;
    }
}
