// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import org.jspecify.annotations.Nullable;

/** No replica stops because it found itself in a state that cannot be: only a failed disk takes a partition offline. */
final class NoFaultOfTheCore implements Invariant {
    @Override
    public String name() {
        return "I22 no replica breaks its own invariants";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        if (step.now().role() != ReplicaState.Role.OFFLINE) {
            return null;
        }
        String reason = step.host().offlineReason();
        boolean isDisk = reason == null || reason.contains("simulated") || reason.contains("failed earlier");
        return isDisk ? null : step.host().label() + " on broker " + step.broker() + ": " + reason;
    }
}
