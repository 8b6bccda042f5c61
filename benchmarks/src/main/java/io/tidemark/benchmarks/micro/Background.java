// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads on which the logs do what nobody waits for. They are asked for their state from outside: neither log tells
 * when it has nothing left to do.
 */
final class Background {
    /** Tidemark's two and those of Kafka's scheduler. */
    static final List<String> LOG_THREADS = List.of("log-housekeeping", "log-space", "kafka-scheduler");

    /** A task handed over a moment ago may not have woken its thread yet. */
    private static final int IDLE_LOOKS = 4;

    private static final long LOOK_NANOS = 150_000;

    private final List<String> prefixes;
    private final long waitNanos;
    private int unsettled;

    /**
     * @param prefixes what the names of the threads begin with
     * @param waitMs bound on a wait, milliseconds
     */
    Background(List<String> prefixes, long waitMs) {
        this.prefixes = List.copyOf(prefixes);
        this.waitNanos = TimeUnit.MILLISECONDS.toNanos(waitMs);
    }

    /** Waits until all are idle; false, and counted, when they were not within the bound. */
    boolean settle() {
        long startNanos = System.nanoTime();
        int idleLooks = 0;
        while (idleLooks < IDLE_LOOKS) {
            idleLooks = isIdle() ? idleLooks + 1 : 0;
            if (System.nanoTime() - startNanos > waitNanos) {
                unsettled++;
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** How many waits ended without rest. */
    int unsettled() {
        return unsettled;
    }

    private boolean isIdle() {
        Thread[] threads = new Thread[Thread.activeCount() * 2 + 16];
        int count = Thread.enumerate(threads);
        for (int i = 0; i < count; i++) {
            Thread thread = threads[i];
            if (isOurs(thread.getName()) && !isWaiting(thread.getState())) {
                return false;
            }
        }
        return true;
    }

    private boolean isOurs(String name) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    private static boolean isWaiting(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.TERMINATED;
    }
}
