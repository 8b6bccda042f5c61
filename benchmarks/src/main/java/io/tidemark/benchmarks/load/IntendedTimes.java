// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

/**
 * When each operation of an open loop is due: evenly spread, whatever happened to those before.
 *
 * @param startNanos {@link System#nanoTime} at which the first is due
 * @param perSecond operations a second, positive
 */
public record IntendedTimes(long startNanos, double perSecond) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** When operation {@code index} is due, from 0. */
    public long dueNanos(long index) {
        return startNanos + (long) (index * (NANOS_PER_SECOND / perSecond));
    }

    /** How many are due by then. */
    public long dueBy(long nowNanos) {
        if (nowNanos < startNanos) {
            return 0;
        }
        long count = (long) ((nowNanos - startNanos) * (perSecond / NANOS_PER_SECOND));
        while (dueNanos(count) <= nowNanos) {
            count++;
        }
        return count;
    }
}
