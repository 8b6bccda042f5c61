// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How other threads reach a thread that owns state: events that it runs, and wake-ups. */
public final class ThreadInbox {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private volatile boolean isAwake;
    private volatile @Nullable Thread owner;

    /** Called by the owning thread before it waits. */
    public void own() {
        owner = Thread.currentThread();
    }

    /** Whether the calling thread is the owner. */
    public boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    /** Has the owner run this soon. Any thread. */
    public void add(Runnable event) {
        events.add(event);
        wake();
    }

    /** Ends a wait, or the next one. Any thread. */
    public void wake() {
        if (!isAwake) {
            isAwake = true;
            LockSupport.unpark(owner);
        }
    }

    /** Runs the events that came so far. Owner only. */
    public void runEvents() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
            event.run();
        }
    }

    /** Waits for a wake-up, at most so long; wake-ups since the last wait count. Owner only. */
    public void await(long durationMs) {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(durationMs);
        long leftNanos = endNanos - System.nanoTime();
        while (!isAwake && leftNanos > 0) {
            LockSupport.parkNanos(this, leftNanos);
            leftNanos = endNanos - System.nanoTime();
        }
        isAwake = false;
    }
}
