// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A thread of a process: runs what it is given, in order, each piece some virtual time later. */
final class SimThread extends AbstractExecutorService implements ScheduledExecutorService {
    private final SimProcess process;
    private final LongSupplier delayMicros;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean planned;
    private boolean inline;
    private boolean stopped;

    SimThread(SimProcess process, LongSupplier delayMicros) {
        this.process = process;
        this.delayMicros = delayMicros;
    }

    @Override
    public void execute(Runnable task) {
        if (stopped) {
            throw new RejectedExecutionException("the thread has stopped");
        }
        if (inline) {
            task.run();
            return;
        }
        tasks.addLast(task);
        plan();
    }

    /** While the action runs, what is handed in runs at once. */
    void inline(Runnable action) {
        inline = true;
        try {
            action.run();
        } finally {
            inline = false;
        }
    }

    private void plan() {
        if (!planned && !tasks.isEmpty()) {
            planned = true;
            long takesMicros = delayMicros.getAsLong() + process.slowMicros();
            process.world().after(takesMicros, process, World.TASK, this::runNext);
        }
    }

    private void runNext() {
        planned = false;
        Runnable task = tasks.pollFirst();
        if (task != null) {
            task.run();
        }
        plan();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        repeat(task, unit.toMicros(period));
        return new Repeated();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return scheduleAtFixedRate(task, delay, pause, unit);
    }

    private void repeat(Runnable task, long everyMicros) {
        process.world().after(everyMicros, process, World.TICK, () -> {
            if (!stopped) {
                task.run();
                repeat(task, everyMicros);
            }
        });
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("only repeated tasks are simulated");
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("only repeated tasks are simulated");
    }

    @Override
    public void shutdown() {
        stopped = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        stopped = true;
        List<Runnable> left = List.copyOf(tasks);
        tasks.clear();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return stopped;
    }

    @Override
    public boolean isTerminated() {
        return stopped && tasks.isEmpty();
    }

    /** What is left runs now: nobody else would let time pass. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        while (!tasks.isEmpty()) {
            tasks.removeFirst().run();
        }
        return true;
    }

    /** Ends only with its thread. */
    private static final class Repeated extends FutureTask<Void> implements ScheduledFuture<Void> {
        Repeated() {
            super(() -> CompletableFuture.<Void>completedFuture(null).join());
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
