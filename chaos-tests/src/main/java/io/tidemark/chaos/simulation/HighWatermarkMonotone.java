// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import org.jspecify.annotations.Nullable;

/** The high watermark lies within the log and, but for a recorded unclean election, nothing below it is ever cut. */
final class HighWatermarkMonotone implements Invariant {
    @Override
    public String name() {
        return "I4 I12 I14 nothing below the high watermark is taken back";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState now = step.now();
        if (now.role() == ReplicaState.Role.OFFLINE) {
            return null;
        }
        if (now.logStartOffset() > now.highWatermark() || now.highWatermark() > now.logEndOffset()) {
            return "log start <= high watermark <= log end: " + step;
        }
        ReplicaState before = step.before();
        if (before == null || before.role() == ReplicaState.Role.OFFLINE) {
            return null;
        }
        boolean fell = now.highWatermark() < before.highWatermark() || now.logStartOffset() < before.logStartOffset();
        if (fell && step.metadata().lastUncleanLeaderEpoch() < 0) {
            return "fell without an unclean election: " + step;
        }
        return null;
    }
}
