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
        long known = before == null || before.role() == ReplicaState.Role.OFFLINE ? 0 : before.highWatermark();
        if (isOffline || now.highWatermark() <= known || step.isGivenUp()) {
            return null;
        }
        Truth truth = step.truth();
        if (before == null && !step.isLeader() && truth.losses() > 0) {
            // A hint of before the loss; the leader has it cut.
            return null;
        }
        String difference = truth.difference(step.log(), known, now.highWatermark());
        if (difference != null && !step.mayHaveLost()) {
            return step + ": " + difference;
        }
        if (now.highWatermark() <= truth.highWatermark()) {
            return null;
        }
        // A round may move the high watermark and then end the role.
        boolean led = before != null && before.role() == ReplicaState.Role.LEADER;
        if (!step.isLeader() && !led && (step.mayHaveLost() || !step.ledMeanwhile())) {
            return step.mayHaveLost() || before == null
                    ? null
                    : "a follower's high watermark is above all leaders': " + step;
        }
        String fault = truth.extend(step.log(), now.highWatermark());
        return fault == null ? null : step + ": " + fault;
    }
}
