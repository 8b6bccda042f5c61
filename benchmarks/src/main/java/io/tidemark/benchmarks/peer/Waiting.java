// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Tries again until it works or the time is up. */
final class Waiting {
    private static final long PAUSE_MS = 20;

    private Waiting() {}

    /** A try: true when done; a thrown exception is kept to tell why it never worked. */
    @FunctionalInterface
    interface Attempt {
        boolean isDone() throws Exception;
    }

    static void until(String what, Duration limit, Attempt attempt) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        Exception last = null;
        while (System.nanoTime() - deadlineNanos < 0) {
            try {
                if (attempt.isDone()) {
                    return;
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
        throw new IllegalStateException(what + " did not come about in " + limit.toSeconds() + " s", last);
    }
}
