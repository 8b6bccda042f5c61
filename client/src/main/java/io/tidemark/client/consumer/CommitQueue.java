// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.v1.ErrorCode;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Commits one after the other on a thread of its own, so that none overtakes an earlier one. */
final class CommitQueue implements AutoCloseable {
    private final GroupOffsets offsets;
    private final Supplier<GroupOffsets.Committer> committer;
    private final int timeoutMs;
    private final Queue<Runnable> callbacks = new ConcurrentLinkedQueue<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "tidemark-commit");
        made.setDaemon(true);
        return made;
    });

    CommitQueue(GroupOffsets offsets, Supplier<GroupOffsets.Committer> committer, int timeoutMs) {
        this.offsets = offsets;
        this.committer = committer;
        this.timeoutMs = timeoutMs;
    }

    /** Commits later; the callback is run by {@link #runCallbacks}. The member who commits is the one of now. */
    void add(
            Map<TopicPartition, OffsetAndMetadata> positions,
            BiConsumer<Map<TopicPartition, OffsetAndMetadata>, @Nullable RuntimeException> callback) {
        String memberId = committer.get().memberId();
        thread.execute(() -> {
            RuntimeException failure = null;
            try {
                offsets.commit(positions, () -> sameMember(memberId), timeoutMs);
            } catch (RuntimeException e) {
                failure = e;
            }
            RuntimeException outcome = failure;
            callbacks.add(() -> callback.accept(positions, outcome));
        });
    }

    /** A member that was thrown out must not commit as the one that it became: others may have read on. */
    private GroupOffsets.Committer sameMember(String memberId) {
        GroupOffsets.Committer now = committer.get();
        return now.memberId().equals(memberId) ? now : new GroupOffsets.Committer(memberId, Integer.MAX_VALUE);
    }

    /** Commits after everything that was added before. */
    void commitNow(Map<TopicPartition, OffsetAndMetadata> positions) {
        AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        String memberId = committer.get().memberId();
        thread.execute(() -> {
            try {
                offsets.commit(positions, () -> sameMember(memberId), timeoutMs);
            } catch (RuntimeException e) {
                failure.set(e);
            } finally {
                done.countDown();
            }
        });
        try {
            done.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, "interrupted while committing offsets", Outcome.UNKNOWN);
        }
        RuntimeException thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Runs the callbacks of what is done. */
    void runCallbacks() {
        for (Runnable callback = callbacks.poll(); callback != null; callback = callbacks.poll()) {
            callback.run();
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        runCallbacks();
    }
}
