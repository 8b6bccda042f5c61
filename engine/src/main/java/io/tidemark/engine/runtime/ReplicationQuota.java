// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/**
 * How much may be taken in at a rate: what was taken is paid for with time. Up to one second's worth is saved up while
 * nothing is taken; who took more than was there waits until it is made up for, so over any longer time the rate holds
 * however large single pieces are. Pure: time is an argument. Not thread-safe.
 */
final class ReplicationQuota {
    private static final double MS_PER_S = 1000;

    private long rateBytesPerS;
    private double allowanceBytes;
    private long filledMs;

    /** Takes a rate, from 1; another one counts from now on. The first begins with a second's worth. */
    void setRate(long bytesPerS, long nowMs) {
        if (rateBytesPerS == 0) {
            allowanceBytes = bytesPerS;
        } else {
            fill(nowMs);
        }
        filledMs = nowMs;
        rateBytesPerS = bytesPerS;
    }

    /** Bytes were taken in. */
    void onTaken(long bytes, long nowMs) {
        fill(nowMs);
        allowanceBytes -= bytes;
    }

    /** Milliseconds until more may be taken; 0 for now. */
    long waitMs(long nowMs) {
        fill(nowMs);
        return allowanceBytes > 0 ? 0 : (long) Math.floor(-allowanceBytes * MS_PER_S / rateBytesPerS) + 1;
    }

    private void fill(long nowMs) {
        if (rateBytesPerS > 0) {
            double earned = (nowMs - filledMs) * (rateBytesPerS / MS_PER_S);
            allowanceBytes = Math.min((double) rateBytesPerS, allowanceBytes + earned);
        }
        filledMs = nowMs;
    }
}
