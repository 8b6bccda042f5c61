// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Bounds how fast a background thread uses the disk. One thread. */
final class Pace {
    /** No bound. */
    static final Pace UNBOUNDED = new Pace(Long.MAX_VALUE);

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long bytesPerSecond;
    private long freeAtNanos = System.nanoTime();

    Pace(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Waits until the bytes that were used are paid for.
     *
     * @throws InterruptedIOException if the thread is told to end
     */
    void used(long bytes) throws InterruptedIOException {
        if (bytesPerSecond == Long.MAX_VALUE) {
            return;
        }
        long nowNanos = System.nanoTime();
        freeAtNanos = Math.max(freeAtNanos, nowNanos) + (long) ((double) bytes * NANOS / bytesPerSecond);
        while (freeAtNanos - System.nanoTime() > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedIOException("told to end");
            }
            LockSupport.parkNanos(freeAtNanos - System.nanoTime());
        }
    }
}
