// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/** The machine's clocks. */
enum SystemClock implements Clock {
    INSTANCE;

    private static final long ORIGIN_NS = System.nanoTime();

    @Override
    public long monotonicMs() {
        // From an origin of our own: the counter's own origin is arbitrary and may be negative.
        return (System.nanoTime() - ORIGIN_NS) / 1_000_000;
    }

    @Override
    public long wallMs() {
        return System.currentTimeMillis();
    }
}
