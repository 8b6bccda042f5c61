// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.runtime.FatalListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the process with a clear line, at once and without shutdown hooks: what is in doubt must not go on. */
final class ProcessEnd implements FatalListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);

    @Override
    public void onFatal(String reason, @Nullable Throwable cause) {
        LOG.error("The process ends: {}", reason, cause);
        Runtime.getRuntime().halt(1);
    }
}
