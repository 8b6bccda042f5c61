// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a voter that was removed one that can be added again while its process runs. Ratis closes the division of a
 * removed voter for good, and one that is closed takes no entries; so the node's part of the group is opened anew from its
 * disk, without a vote, and waits. Any other closing under the node is a fault that must end it.
 *
 * <p>A voter that was away while it was removed learns it only from the others, who refuse its vote and tell it to shut
 * down. That word comes a moment after the closing. Thread-safe; works on a thread of its own, for it must not wait on one
 * of Ratis'.
 */
final class VoterReentry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VoterReentry.class);
    private static final long WORD_MS = 2000;
    private static final long CLOSED_MS = 10_000;
    private static final long PAUSE_MS = 1000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final int nodeId;
    private final BooleanSupplier removed;
    private final QuorumDivision division;
    private final Opening opening;
    private final FatalHandler fatalHandler;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean told;
    private volatile boolean closed;

    /**
     * Waits to be told.
     *
     * @param removed whether the last voters that the node knows of lack it
     */
    VoterReentry(
            int nodeId, QuorumDivision division, BooleanSupplier removed, Opening opening, FatalHandler fatalHandler) {
        this.nodeId = nodeId;
        this.division = division;
        this.removed = removed;
        this.opening = opening;
        this.fatalHandler = fatalHandler;
    }

    /** Opens the node's part of the group from its disk. */
    interface Opening {
        /** Returns when it is open. */
        void open() throws IOException, QuorumStartException;
    }

    /** The division was closed, and not by this node. Any thread; does not block. */
    void onClosed() {
        if (running.compareAndSet(false, true)) {
            Thread thread = new Thread(this::run, "quorum-reentry-" + nodeId);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** The others told this voter to shut down: it is none of them. Any thread; does not block. */
    void onToldToLeave() {
        told = true;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        try {
            if (!await(WORD_MS, () -> told || removed.getAsBoolean())) {
                end("the metadata state machine was closed under the node", null);
                return;
            }
            LOG.warn("node {} votes in the quorum no more: it was removed; it waits to be added again", nodeId);
            if (!await(CLOSED_MS, division::isClosed)) {
                end("node " + nodeId + " was removed from the quorum, and closing its part of it hangs", null);
                return;
            }
            // One that keeps being told to leave must not keep the machine busy with it.
            await(PAUSE_MS, () -> false);
            if (closed) {
                return;
            }
            division.close();
            told = false;
            // From here on it may be closed again.
            running.set(false);
            opening.open();
        } catch (IOException | QuorumStartException | RuntimeException e) {
            end("node " + nodeId + " was removed from the quorum and cannot wait to be added again", e);
        }
    }

    private void end(String reason, @Nullable Throwable cause) {
        if (!closed) {
            fatalHandler.onFatal(reason, cause);
        }
    }

    /** Whether it came true in time; ends early, and truly so, when the node is closed. */
    private boolean await(long limitMs, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!closed && !condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(limitMs)) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
