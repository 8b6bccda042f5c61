// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.soak;

import java.util.ArrayList;
import java.util.List;

/** Threads that use up processors. */
final class Burners implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;
    /** What was computed, so that the computing is not left out. */
    private volatile long result;

    /** Starts so many. */
    Burners(int count) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::burn, "burner-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void burn() {
        long mixed = 1;
        while (!ended) {
            for (int i = 0; i < 1_000_000; i++) {
                mixed = mixed * 6364136223846793005L + 1442695040888963407L;
            }
            result = mixed;
        }
    }

    /** How many there are. */
    int count() {
        return threads.size();
    }

    /** The last thing computed. */
    long result() {
        return result;
    }

    @Override
    public void close() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
