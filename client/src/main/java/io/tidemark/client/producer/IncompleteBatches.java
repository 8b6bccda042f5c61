// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** Batches that are not done, for those who wait for them. Thread-safe. */
final class IncompleteBatches {
    private final Set<ProducerBatch> batches = ConcurrentHashMap.newKeySet();

    /** Takes in a new batch, before anything can happen to it. */
    void add(ProducerBatch batch) {
        batches.add(batch);
    }

    void remove(ProducerBatch batch) {
        batches.remove(batch);
    }

    /** Waits until every batch that is here now is done. */
    void awaitAll() {
        CompletableFuture<?>[] now =
                List.copyOf(batches).stream().map(ProducerBatch::done).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(now).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, "interrupted while waiting for writes", Outcome.UNKNOWN);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a batch is never a failure", e);
        }
    }
}
