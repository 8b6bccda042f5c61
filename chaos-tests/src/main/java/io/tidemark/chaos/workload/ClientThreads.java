// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads of clients. A client that hangs for good is told of with where it stands, and hinders nobody from going on. */
final class ClientThreads {
    private static final int FRAMES = 12;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    private record Failure(String name, Throwable cause) {}

    void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, failure) -> {
            synchronized (failures) {
                failures.add(new Failure(ended.getName(), failure));
            }
        });
        threads.add(thread);
        thread.start();
    }

    /**
     * Waits until all have ended.
     *
     * @throws IllegalStateException when some go on after that time, with their names and where they stand, or when one failed
     */
    void join(Duration limit) throws InterruptedException {
        await(limit);
        List<Thread> alive = threads.stream().filter(Thread::isAlive).toList();
        if (!alive.isEmpty()) {
            throw new IllegalStateException(alive.stream()
                    .map(thread -> thread.getName() + " still runs " + limit.toSeconds() + " s after it was to end, at "
                            + stack(thread))
                    .collect(Collectors.joining("; ")));
        }
        synchronized (failures) {
            if (!failures.isEmpty()) {
                Failure first = failures.get(0);
                throw new IllegalStateException(first.name() + " failed", first.cause());
            }
        }
    }

    /** Waits until all have ended, or the time is over. */
    void await(Duration limit) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        for (Thread thread : threads) {
            // At least a moment each: zero would wait without end.
            thread.join(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000));
        }
    }

    private static String stack(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
    }
}
