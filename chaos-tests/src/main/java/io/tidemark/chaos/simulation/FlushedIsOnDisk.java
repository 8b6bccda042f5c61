// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.Nullable;

/** What a replica takes for flushed is on its disk: with {@code durability=flushed} that is what it counts as held. */
final class FlushedIsOnDisk implements Invariant {
    @Override
    public String name() {
        return "I5 what counts as flushed is on disk";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        // An empty log has nothing to force below its start.
        long onDisk = Math.max(step.log().flushedEndOffset(), step.log().logStartOffset());
        return step.now().flushedEndOffset() <= onDisk ? null : "forced up to " + onDisk + ": " + step;
    }
}
