// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs blocking work, for one partition one piece after the other, for different partitions side by side. Thread-safe. */
final class KeyedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedTasks.class);

    private final Executor threads;
    private final Map<PartitionKey, CompletableFuture<Void>> tails = new ConcurrentHashMap<>();

    KeyedTasks(Executor threads) {
        this.threads = threads;
    }

    /** Runs the work after everything asked for this partition before. */
    void run(PartitionKey key, Runnable work) {
        runAfter(key, () -> CompletableFuture.completedFuture(null), unused -> work.run());
    }

    /** Starts the first part after everything asked before, and the work with its result. */
    <T> void runAfter(
            PartitionKey key, Supplier<CompletableFuture<T>> first, java.util.function.Consumer<? super T> work) {
        tails.compute(key, (unused, tail) -> {
            CompletableFuture<Void> start = tail == null ? CompletableFuture.completedFuture(null) : tail;
            return start.thenCompose(done -> first.get())
                    .thenAcceptAsync(work, threads)
                    .exceptionally(failure -> {
                        LOG.error("Work for partition {} failed", key, failure);
                        return null;
                    });
        });
    }

    /** Completes when everything asked for so far is done. */
    CompletableFuture<Void> idle() {
        return CompletableFuture.allOf(tails.values().toArray(CompletableFuture[]::new));
    }
}
