// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Hands out producer ids from blocks taken from the controller: one command for many ids. Thread-safe. */
public final class ProducerIds {
    static final int BLOCK_SIZE = 1_000;
    private static final long TIMEOUT_MS = 10_000;

    private final MetadataClient metadata;
    private final Deque<CompletableFuture<CommandAnswer>> waiting = new ArrayDeque<>();
    private long nextId;
    private long endId;
    private boolean asking;

    /** Without a block; the first id asks for one. */
    public ProducerIds(MetadataClient metadata) {
        this.metadata = metadata;
    }

    /**
     * Completes with the next id as {@code firstProducerId} of a successful answer, or with the controller's refusal.
     */
    public CompletableFuture<CommandAnswer> next() {
        CompletableFuture<CommandAnswer> future = new CompletableFuture<>();
        boolean ask;
        synchronized (this) {
            if (waiting.isEmpty() && nextId < endId) {
                future.complete(idAnswer(nextId++));
                return future;
            }
            waiting.add(future);
            ask = !asking;
            asking = true;
        }
        if (ask) {
            ask();
        }
        return future;
    }

    private void ask() {
        metadata.submit(new AllocateProducerIds(BLOCK_SIZE), TIMEOUT_MS).whenComplete(this::answered);
    }

    private void answered(@Nullable CommandAnswer answer, @Nullable Throwable failure) {
        List<Runnable> outcomes = new ArrayList<>();
        boolean askAgain;
        synchronized (this) {
            if (answer == null || !answer.isOk()) {
                CommandAnswer refusal = answer == null ? unavailable(failure) : answer;
                waiting.forEach(future -> outcomes.add(() -> future.complete(refusal)));
                waiting.clear();
            } else {
                nextId = answer.firstProducerId();
                endId = nextId + BLOCK_SIZE;
                while (!waiting.isEmpty() && nextId < endId) {
                    CompletableFuture<CommandAnswer> future = waiting.remove();
                    CommandAnswer granted = idAnswer(nextId++);
                    outcomes.add(() -> future.complete(granted));
                }
            }
            askAgain = !waiting.isEmpty();
            asking = askAgain;
        }
        outcomes.forEach(Runnable::run);
        if (askAgain) {
            ask();
        }
    }

    private static CommandAnswer idAnswer(long producerId) {
        CommandAnswer ok = CommandAnswer.ok(-1);
        return new CommandAnswer(ok.error(), "", -1, -1, null, List.of(), producerId);
    }

    private static CommandAnswer unavailable(@Nullable Throwable failure) {
        return CommandAnswer.failed(
                io.tidemark.v1.ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE,
                "no producer id: " + (failure == null ? "no answer" : failure.getMessage()),
                -1);
    }
}
