// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/**
 * Until when no other broker can have been elected in this one's place: one for all partitions of a broker.
 *
 * <p>Its end is a time, not a message: a process that was frozen must know that its lease is over before any of its threads
 * had the chance to say so. Set by the thread of the broker's life, read by all.
 */
public final class BrokerLease {
    /** The end of no lease at all. */
    public static final long NONE = Long.MIN_VALUE;

    private volatile long endMs = NONE;

    /** Whether the lease has not ended at that time; it must have been read after what is decided by it came in. */
    boolean isValid(long nowMs) {
        return nowMs < endMs;
    }

    /** Ends at that time of the broker's monotonic clock, milliseconds, unless it is set anew; {@link #NONE} ends it at once. */
    void endAt(long newEndMs) {
        endMs = newEndMs;
    }

    long endMs() {
        return endMs;
    }
}
