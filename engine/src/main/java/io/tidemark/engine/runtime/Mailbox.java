// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a shard is asked to do, in two lanes. The lane of requests is bounded and refuses when it is full. The inner lane
 * (completions, replica traffic, metadata) never refuses: each of its senders has a bounded number of things under way, so
 * it is bounded by construction. Any thread may put; one thread takes.
 */
final class Mailbox {
    /** One thing to do. */
    @FunctionalInterface
    interface Task {
        void run(long nowMs);
    }

    private final int requestCapacity;
    private final AtomicInteger requestCount = new AtomicInteger();
    private final ConcurrentLinkedQueue<Task> requests = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Task> inner = new ConcurrentLinkedQueue<>();

    Mailbox(int requestCapacity) {
        this.requestCapacity = requestCapacity;
    }

    /** False when the lane is full. */
    boolean offerRequest(Task task) {
        if (requestCount.incrementAndGet() > requestCapacity) {
            requestCount.decrementAndGet();
            return false;
        }
        requests.add(task);
        return true;
    }

    void putInner(Task task) {
        inner.add(task);
    }

    @Nullable
    Task pollInner() {
        return inner.poll();
    }

    @Nullable
    Task pollRequest() {
        Task task = requests.poll();
        if (task != null) {
            requestCount.decrementAndGet();
        }
        return task;
    }

    boolean isEmpty() {
        return inner.isEmpty() && requests.isEmpty();
    }

    int requestCount() {
        return requestCount.get();
    }
}
