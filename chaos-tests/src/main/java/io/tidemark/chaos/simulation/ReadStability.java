// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import org.jspecify.annotations.Nullable;

/**
 * What is below any replica's high watermark was committed by a leader and never changes. Here the truth grows: a leader
 * that moves its high watermark commits.
 */
final class ReadStability implements Invariant {
    @Override
    public String name() {
        return "I6 committed records never change";
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState now = step.now();
        ReplicaState before = step.before();
        boolean isOffline = now.role() == ReplicaState.Role.OFFLINE;
        if (isOffline || before == null || now.highWatermark() <= before.highWatermark() || step.isGivenUp()) {
            return null;
        }
        Truth truth = step.truth();
        String difference = truth.difference(step.log(), before.highWatermark(), now.highWatermark());
        if (difference != null && !step.mayHaveLost()) {
            return step + ": " + difference;
        }
        if (now.highWatermark() <= truth.highWatermark()) {
            return null;
        }
        if (!step.isLeader()) {
            // It may have been told just before its leader stopped leading, or the leader's round is not looked at yet.
            return before.role() == ReplicaState.Role.LEADER || step.mayHaveLost()
                    ? null
                    : "a follower's high watermark is above all leaders': " + step;
        }
        String fault = truth.extend(step.log(), now.highWatermark());
        return fault == null ? null : step + ": " + fault;
    }
}
