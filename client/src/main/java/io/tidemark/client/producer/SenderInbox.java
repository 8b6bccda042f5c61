// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How other threads reach the sender thread: events that it runs, and wake-ups. */
final class SenderInbox {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private volatile boolean isAwake;
    private volatile @Nullable Thread owner;

    /** Called once by the sender thread before it waits. */
    void own() {
        owner = Thread.currentThread();
    }

    boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    void add(Runnable event) {
        events.add(event);
        wake();
    }

    void wake() {
        if (!isAwake) {
            isAwake = true;
            LockSupport.unpark(owner);
        }
    }

    void runEvents() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
            event.run();
        }
    }

    /** Waits for a wake-up, at most so long. Wake-ups since the last wait count. */
    void await(long durationMs) {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(durationMs);
        long leftNanos = endNanos - System.nanoTime();
        while (!isAwake && leftNanos > 0) {
            LockSupport.parkNanos(this, leftNanos);
            leftNanos = endNanos - System.nanoTime();
        }
        isAwake = false;
    }
}
