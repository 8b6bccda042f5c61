// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import org.jspecify.annotations.Nullable;

/** The high watermark stands still while the committed in-sync replicas are fewer than the minimum in the metadata. */
final class FrozenBelowMinimum implements Invariant {
    @Override
    public String name() {
        return "I11 frozen below the minimum";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState before = step.before();
        boolean isSameRecord = before != null
                && step.isLeader()
                && !step.beganToLead()
                && before.partitionEpoch() == step.now().partitionEpoch()
                && step.metadata().partitionEpoch() == step.now().partitionEpoch();
        if (before == null || !isSameRecord) {
            return null;
        }
        boolean moved = step.now().highWatermark() > before.highWatermark();
        boolean isBelow = step.metadata().isr().size() < step.metadata().minIsr();
        return moved && isBelow ? step.toString() : null;
    }
}
