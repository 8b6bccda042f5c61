// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/** A clock that a test moves by hand. */
final class ManualClock implements Clock {
    private long nowMs;

    void advance(long elapsedMs) {
        nowMs += elapsedMs;
    }

    @Override
    public long monotonicMs() {
        return nowMs;
    }

    @Override
    public long wallMs() {
        return 1_700_000_000_000L + nowMs;
    }
}
