// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.concurrent.locks.LockSupport;

/** How late the machine lets a thread run that asks for little: on a busy machine a slow cluster proves nothing. */
final class MachineStalls {
    private static final long STEP_NANOS = 20_000_000L;
    private static final long STALL_NANOS = 150_000_000L;
    private static final double HEAVY_SHARE = 0.05;

    private final Thread thread = new Thread(this::measure, "machine-stalls");
    private long startNanos;
    private long lastNanos;
    private long sumNanos;
    private volatile boolean stopping;
    private volatile long stalledNanos;
    private volatile long longestNanos;
    private volatile long totalNanos = 1;

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopping = true;
    }

    private void measure() {
        begin(System.nanoTime());
        while (!stopping) {
            LockSupport.parkNanos(STEP_NANOS);
            awoke(System.nanoTime());
        }
    }

    void begin(long nowNanos) {
        startNanos = nowNanos;
        lastNanos = nowNanos;
    }

    /** Notes that the thread, which asks to run again after 20 ms, did run. */
    void awoke(long nowNanos) {
        long lateNanos = nowNanos - lastNanos - STEP_NANOS;
        if (lateNanos > STALL_NANOS) {
            sumNanos += lateNanos;
            longestNanos = Math.max(longestNanos, lateNanos);
        }
        stalledNanos = sumNanos;
        totalNanos = nowNanos - startNanos + 1;
        lastNanos = nowNanos;
    }

    /** Whether so much time was lost that lateness tells nothing. */
    boolean isHeavy() {
        return stalledNanos > totalNanos * HEAVY_SHARE;
    }

    String describe() {
        return "the machine stalled for " + stalledNanos * 100 / totalNanos + " % of the time, at most "
                + longestNanos / 1_000_000 + " ms";
    }
}
