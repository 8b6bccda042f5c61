// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.Nullable;

/** Whoever is elected cleanly holds every committed record; an unclean election is where the loss is accounted for. */
final class LeaderCompleteness implements Invariant {
    @Override
    public String name() {
        return "I1 leader completeness";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        boolean mayHaveLost = step.mayHaveLost();
        boolean isCurrent = step.now().leaderEpoch() == step.metadata().leaderEpoch();
        // Who was elected uncleanly may begin to lead when that is over; what was lost is what it does not hold.
        boolean isWhoMayLose =
                mayHaveLost && step.now().leaderEpoch() == step.metadata().lastUncleanLeaderEpoch();
        if (!step.beganToLead() || !(isCurrent || isWhoMayLose)) {
            return null;
        }
        String difference = step.truth().difference(step.log(), 0, Long.MAX_VALUE);
        if (difference != null) {
            if (!mayHaveLost) {
                return step + ": " + difference;
            }
            step.truth().cutTo(step.log(), step.metadata().lastUncleanLeaderEpoch());
        }
        step.truth().lossSettled(step.metadata().lastUncleanLeaderEpoch());
        return mayHaveLost ? step.truth().adopt(step.log(), step.now().highWatermark()) : null;
    }
}
