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
     * @param hint last remembered value, bounded by the log (guard G15)
     * @param confirmedLeaderEpoch a lower bound of the leader epoch in which it was learnt; -1 when nothing is known
     */
    HighWatermark(long hint, long logStartOffset, long logEndOffset, int confirmedLeaderEpoch) {
        this.offset = Math.min(Math.max(hint, logStartOffset), logEndOffset);
        this.confirmedLeaderEpoch = confirmedLeaderEpoch;
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
        if (candidate < offset) {
            return false;
        }
        confirmedLeaderEpoch = Math.max(confirmedLeaderEpoch, leaderEpoch);
        if (candidate == offset) {
            return false;
        }
        offset = candidate;
        return true;
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
