// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.remote.LoopThread;

/**
 * Runs a task on a loop when a time has come, so that the loop sleeps until there is something to do. Used by the loop's
 * thread only. Times are milliseconds of the caller's monotonic clock.
 */
final class Alarm {
    private static final long NEVER = Long.MAX_VALUE;

    private final LoopThread loop;
    private final Runnable task;
    private long dueMs = NEVER;

    Alarm(LoopThread loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    /** Sees to it that the task runs at the given time or before. */
    void setBy(long timeMs, long nowMs) {
        if (timeMs >= dueMs) {
            return;
        }
        dueMs = timeMs;
        loop.after(Math.max(0, timeMs - nowMs), () -> ring(timeMs));
    }

    /** A timer that an earlier one overtook rings in vain. */
    private void ring(long timeMs) {
        if (timeMs == dueMs) {
            dueMs = NEVER;
            task.run();
        }
    }
}
