// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.client.producer.RecordMetadata;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Counts writes that were acknowledged and keeps the first that failed. Thread-safe. */
final class PendingWrites {
    /**
     * A line that was not acknowledged.
     *
     * @param lineNumber its number in the input, from 1
     * @param cause why
     */
    record Failure(long lineNumber, Throwable cause) {}

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<@Nullable Failure> firstFailure = new AtomicReference<>();

    /** Follows one write. */
    void add(long lineNumber, CompletableFuture<RecordMetadata> write) {
        sent.incrementAndGet();
        var unused = write.whenComplete((metadata, failure) -> {
            if (failure == null) {
                acknowledged.incrementAndGet();
            } else {
                Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                firstFailure.compareAndSet(null, new Failure(lineNumber, cause));
            }
        });
    }

    long sent() {
        return sent.get();
    }

    long acknowledged() {
        return acknowledged.get();
    }

    @Nullable
    Failure firstFailure() {
        return firstFailure.get();
    }
}
