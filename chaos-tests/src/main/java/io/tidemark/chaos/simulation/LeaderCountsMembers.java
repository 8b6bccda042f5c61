// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.Nullable;

/** The leader counts everyone whom the metadata has as in sync. */
final class LeaderCountsMembers implements Invariant {
    @Override
    public String name() {
        return "I8 the leader counts every in-sync replica";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        boolean isCurrent =
                step.isLeader() && step.now().leaderEpoch() == step.metadata().leaderEpoch();
        return !isCurrent || step.now().maximalIsr().containsAll(step.metadata().isr()) ? null : step.toString();
    }
}
