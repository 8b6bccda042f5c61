// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers which commands were handed out lately, so that one on its way is not submitted over and over. */
final class Submissions {
    private final int resubmitMs;
    private final Map<ClusterCommand, Long> submittedAtMs = new LinkedHashMap<>();

    Submissions(int resubmitMs) {
        this.resubmitMs = resubmitMs;
    }

    /** When the first of the commands that were handed out may be submitted again; {@link Long#MAX_VALUE} for never. */
    long nextMs(long nowMs) {
        submittedAtMs.values().removeIf(atMs -> nowMs - atMs >= resubmitMs);
        return submittedAtMs.values().stream()
                .mapToLong(atMs -> atMs + resubmitMs)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether the command may be submitted now; it counts as submitted then. */
    boolean admit(ClusterCommand command, long nowMs) {
        submittedAtMs.values().removeIf(atMs -> nowMs - atMs >= resubmitMs);
        return submittedAtMs.putIfAbsent(command, nowMs) == null;
    }
}
