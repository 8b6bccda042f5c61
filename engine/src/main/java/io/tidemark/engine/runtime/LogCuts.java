// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how often a log was cut: what another thread read or forced before may be of the lineage that is gone. Thread-safe.
 */
final class LogCuts {
    private final AtomicInteger count = new AtomicInteger();

    /** To be given to {@link #noneSince} later. */
    int count() {
        return count.get();
    }

    /** A cut was made, or tried. */
    void happened() {
        count.incrementAndGet();
    }

    /** Whether what was read or forced since then is still what the log holds. */
    boolean noneSince(int formerCount) {
        return formerCount == count.get();
    }
}
