// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the bytes of records that are not done. Those who wait are served in order. Thread-safe. */
final class BufferMemory {
    private final int totalBytes;
    private final Semaphore free;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Runnable onShort;

    /** So many bytes; {@code onShort} runs before somebody waits. */
    BufferMemory(int totalBytes, Runnable onShort) {
        this.totalBytes = totalBytes;
        this.onShort = onShort;
        this.free = new Semaphore(totalBytes, true);
    }

    /**
     * Takes bytes, waiting until enough are free.
     *
     * @throws TidemarkException when they are not free in time
     */
    void reserve(int bytes, long waitMaxMs) {
        try {
            if (!free.tryAcquire(bytes, 0, TimeUnit.MILLISECONDS) && !await(bytes, waitMaxMs)) {
                throw new TidemarkException(
                        ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                        "buffer.memory of " + totalBytes + " bytes was in use for max.block.ms: records are sent faster"
                                + " than the cluster takes them",
                        Outcome.NOT_WRITTEN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                    "interrupted while waiting for buffer memory",
                    Outcome.NOT_WRITTEN);
        }
    }

    private boolean await(int bytes, long waitMaxMs) throws InterruptedException {
        waiting.incrementAndGet();
        try {
            onShort.run();
            return free.tryAcquire(bytes, Math.max(0, waitMaxMs), TimeUnit.MILLISECONDS);
        } finally {
            waiting.decrementAndGet();
        }
    }

    void release(int bytes) {
        free.release(bytes);
    }

    /** Whether somebody waits: then no batch should wait for more records. */
    boolean isShort() {
        return waiting.get() > 0;
    }

    int freeBytes() {
        return free.availablePermits();
    }
}
