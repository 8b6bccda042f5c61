// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.health.SilentNodes;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a person, on standard error, when writes wait and why: after some seconds without an acknowledgement, and again when
 * the reason is another. Has a thread of its own, for the one that writes may be waiting itself.
 */
final class StallWatch implements AutoCloseable {
    private static final long NANOS_PER_MS = 1_000_000L;
    private static final long LOOK_NANOS = 100 * NANOS_PER_MS;

    private final Terminal terminal;
    private final Admin admin;
    private final Supplier<SilentNodes> known;
    private final LongSupplier acknowledged;
    private final LongSupplier sent;
    private final int patienceMs;
    private final Thread thread;
    private String told = "";

    /**
     * Does not watch yet.
     *
     * @param known asks for the nodes, soon after the start, while all is well
     * @param acknowledged how many writes were acknowledged
     * @param sent how many were handed to the producer
     * @param patienceMs how long none may be acknowledged before something is told
     */
    StallWatch(
            Terminal terminal,
            Admin admin,
            Supplier<SilentNodes> known,
            LongSupplier acknowledged,
            LongSupplier sent,
            int patienceMs) {
        this.terminal = terminal;
        this.admin = admin;
        this.known = known;
        this.acknowledged = acknowledged;
        this.sent = sent;
        this.patienceMs = patienceMs;
        this.thread = new Thread(this::watch, "tidemark-stall-watch");
        thread.setDaemon(true);
    }

    /** Watches from now on. */
    void start() {
        thread.start();
    }

    private void watch() {
        SilentNodes nodes = nodes();
        long lastCount = -1;
        long lastNews = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
            long count = acknowledged.getAsLong();
            if (count != lastCount || sent.getAsLong() == count) {
                lastCount = count;
                lastNews = System.nanoTime();
            } else if (System.nanoTime() - lastNews >= patienceMs * NANOS_PER_MS) {
                tell(nodes, count);
                lastNews = System.nanoTime();
            }
        }
    }

    /** Writing does not wait for this, and goes on without it; null when nobody told. */
    private @Nullable SilentNodes nodes() {
        try {
            return known.get();
        } catch (TidemarkException e) {
            return null;
        }
    }

    private void tell(@Nullable SilentNodes nodes, long count) {
        String silent = nodes == null ? "the cluster does not tell its nodes" : nodes.describe(admin);
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        String reason = silent.isEmpty() ? "every node answers: see 'tidemark cluster health'" : silent;
        if (!reason.equals(told)) {
            told = reason;
            terminal.news("still waiting, " + count + " of " + sent.getAsLong() + " writes acknowledged: " + reason);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
