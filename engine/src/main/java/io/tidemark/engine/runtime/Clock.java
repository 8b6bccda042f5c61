// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/** Time as the engine sees it. Thread-safe. */
public interface Clock {
    /** Milliseconds of a clock that never goes back; for every interval and deadline. */
    long monotonicMs();

    /** Milliseconds since 1970-01-01 UTC; only for timestamps and retention. */
    long wallMs();

    /** The clock of this machine. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
