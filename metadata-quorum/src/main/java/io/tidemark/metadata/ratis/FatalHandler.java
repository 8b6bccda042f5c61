// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Told when the node must not go on: its metadata log failed or its state machine was closed under it. Called at most a
 * few times, on any thread.
 */
@FunctionalInterface
public interface FatalHandler {
    /**
     * Ends the process, or in tests records that it should.
     *
     * @param reason one line
     * @param cause what was thrown, if anything was
     */
    void onFatal(String reason, @Nullable Throwable cause);

    /** Ends the process at once, without shutdown hooks: a half-failed metadata log must not answer anyone. */
    static FatalHandler haltProcess() {
        Logger log = LoggerFactory.getLogger(FatalHandler.class);
        return (reason, cause) -> {
            log.error("halting: {}", reason, cause);
            Runtime.getRuntime().halt(1);
        };
    }
}
