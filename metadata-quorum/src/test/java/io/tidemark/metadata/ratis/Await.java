// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, for a bounded time. */
final class Await {
    private static final long LIMIT_MS = 60_000;

    private Await() {}

    /** Looks for so long whether a condition always holds. */
    static void holdsFor(long durationMs, String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) < durationMs) {
            if (!condition.getAsBoolean()) {
                throw new AssertionError("no longer true: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Returns after how many milliseconds the condition held. */
    static long until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            if (waitedMs > LIMIT_MS) {
                throw new AssertionError("not within " + LIMIT_MS + " ms: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
}
