// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scrubs the open logs of a store one after the other, again and again, slowly. A thread of its own. */
final class Scrubber implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Scrubber.class);
    private static final long CLOSE_WAIT_SECONDS = 10;

    private final Supplier<Collection<ChronicleLog>> logs;
    private final Pace pace;
    private final DamageListener listener;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread scrubbing = new Thread(work, "log-scrubber");
        scrubbing.setDaemon(true);
        return scrubbing;
    });

    Scrubber(Supplier<Collection<ChronicleLog>> logs, Pace pace, DamageListener listener) {
        this.logs = logs;
        this.pace = pace;
        this.listener = listener;
    }

    /** @param restMs pause between two passes over everything, milliseconds */
    void start(long restMs) {
        Future<?> endsWithTheThread =
                thread.scheduleWithFixedDelay(this::guardedPass, restMs, restMs, TimeUnit.MILLISECONDS);
        LOGGER.debug("scrubbing: {}", endsWithTheThread);
    }

    private void guardedPass() {
        try {
            pass();
        } catch (InterruptedIOException told) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Without this it would never run again.
            LOGGER.error("scrubbing failed", e);
        }
    }

    private void pass() throws InterruptedIOException {
        for (ChronicleLog log : logs.get()) {
            try {
                log.scrub(pace, fault -> listener.onDamage(log.stored(), fault));
            } catch (InterruptedIOException told) {
                throw told;
            } catch (IOException e) {
                LOGGER.warn("{}: cannot scrub", log.name(), e);
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                LOGGER.warn("scrubbing did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
