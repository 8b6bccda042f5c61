// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

/** Time for waits and limits, in milliseconds from an arbitrary start; steps of the wall clock do not move it. */
public final class MonotonicClock {
    private MonotonicClock() {}

    /** Now. */
    public static long nowMs() {
        return System.nanoTime() / 1_000_000;
    }
}
