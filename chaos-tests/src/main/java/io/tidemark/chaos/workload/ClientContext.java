// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What every client of a workload shares.
 *
 * @param plan what they work on
 * @param recorder where they note what they do
 * @param progress what was acknowledged and read
 * @param nextProcess ids of clients; a client that crashed comes back under a new one
 * @param abandoned clients that crashed; closed when the workload ends, as if their machine had kept the connection
 * @param stopping whether the workload ends
 */
record ClientContext(
        WorkloadPlan plan,
        HistoryRecorder recorder,
        SeenProgress progress,
        AtomicInteger nextProcess,
        ConcurrentLinkedQueue<AutoCloseable> abandoned,
        BooleanSupplier stopping) {
    private static final long BUSY_STEP_NANOS = 50_000_000;

    boolean isStopping() {
        return stopping.getAsBoolean();
    }

    /** Does nothing for some time, at most until the workload ends. */
    void busyFor(long ms) {
        long endNanos = System.nanoTime() + ms * 1_000_000;
        while (!isStopping() && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(BUSY_STEP_NANOS);
        }
    }

    void pause(long nanos) {
        if (nanos > 0 && !isStopping()) {
            LockSupport.parkNanos(nanos);
        }
    }
}
