// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One daemon thread that owns some state, takes tasks for it and runs its timers. Thread-safe. */
public final class LoopThread implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);

    private final ScheduledThreadPoolExecutor executor;

    /** A loop; its thread starts with the first task. */
    public LoopThread(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    /**
     * Runs a task.
     *
     * @throws RejectedExecutionException when the loop is closed
     */
    @Override
    public void execute(Runnable task) {
        executor.execute(guarded(task));
    }

    /** Runs a task; returns false when the loop is closed. */
    public boolean offer(Runnable task) {
        try {
            execute(task);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /** Runs a task after a delay in milliseconds, unless the loop is closed. */
    public void after(long delayMs, Runnable task) {
        try {
            ScheduledFuture<?> unused = executor.schedule(guarded(task), delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.trace("a timer is dropped with its loop", closed);
        }
    }

    /** Runs a task again and again with a pause in milliseconds, until the loop is closed. */
    public void every(long pauseMs, Runnable task) {
        ScheduledFuture<?> unused =
                executor.scheduleWithFixedDelay(guarded(task), pauseMs, pauseMs, TimeUnit.MILLISECONDS);
    }

    /** Drops what has not begun. Does not wait. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** Waits until the thread has ended, at most so many milliseconds. */
    boolean awaitEnd(long timeoutMs) throws InterruptedException {
        return executor.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** A timer that throws is never run again; so a fault is told and the timers go on. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("a task failed", e);
            } catch (Error e) {
                // The executor would keep it to itself; whoever watches over threads must hear of it.
                LOG.error("a task failed for good", e);
                Thread current = Thread.currentThread();
                current.getUncaughtExceptionHandler().uncaughtException(current, e);
                throw e;
            }
        };
    }
}
