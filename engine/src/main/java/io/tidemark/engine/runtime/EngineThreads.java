// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What the engine's work runs on. A node has threads of its own; a simulation hands in executors that it drives, and runs
 * the shards' rounds itself.
 *
 * @param logs opens, closes and deletes logs, one piece of work per partition at a time
 * @param flushes forces logs to disk
 * @param housekeeping runs what is done now and then
 * @param shardThreads whether each shard runs on a thread; if not, {@link PartitionShard#runOnce} is called from outside
 */
public record EngineThreads(
        ExecutorService logs, ExecutorService flushes, ScheduledExecutorService housekeeping, boolean shardThreads) {

    private static final int LOG_THREADS = 2;
    private static final int FLUSH_THREADS = 2;

    /** Threads of this node's own. */
    static EngineThreads own() {
        return new EngineThreads(
                Executors.newFixedThreadPool(LOG_THREADS, new NamedThreads("tidemark-log")),
                Executors.newFixedThreadPool(FLUSH_THREADS, new NamedThreads("tidemark-flush")),
                Executors.newSingleThreadScheduledExecutor(new NamedThreads("tidemark-housekeeping")),
                true);
    }
}
