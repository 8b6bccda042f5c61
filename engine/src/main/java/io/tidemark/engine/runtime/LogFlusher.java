// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces logs to disk off the shards' threads. Requests for a log that waits its turn already are one force: group commit.
 * Thread-safe.
 */
final class LogFlusher {
    private static final Logger LOG = LoggerFactory.getLogger(LogFlusher.class);

    private final Set<HostLog> waiting = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads;

    LogFlusher(ExecutorService threads) {
        this.threads = threads;
    }

    /** Forces what is in the log now; the result returns to the partition as an input. */
    void request(HostLog log) {
        if (!waiting.add(log)) {
            return;
        }
        try {
            threads.execute(() -> {
                // Removed first: what is appended from here on asks for the next force.
                waiting.remove(log);
                log.flush();
            });
        } catch (RejectedExecutionException stopped) {
            waiting.remove(log);
            LOG.debug("Not forced, the node stops: {}", log.key());
        }
    }

    /** Waits for what is under way. */
    void stop() throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
            LOG.warn("A force to disk hangs");
        }
    }
}
