// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import org.jspecify.annotations.Nullable;

/** Told when the process cannot go on: a critical thread died, or the broker's life is over. Thread-safe. */
@FunctionalInterface
public interface FatalListener {
    /**
     * The process must end.
     *
     * @param reason one line for people
     * @param cause what was thrown; null when nothing was
     */
    void onFatal(String reason, @Nullable Throwable cause);
}
