// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;

/** Which effects a step of a replica shows that go to no port of the simulation. */
final class StepCoverage {
    private StepCoverage() {}

    static void note(World world, ReplicaStep step) {
        if (step.beganToLead()) {
            // Who begins to lead stops fetching and says so, always.
            world.reached("effect StopFetching");
            world.reached("effect Announce");
        }
        ReplicaState before = step.before();
        if (before == null) {
            return;
        }
        if (step.now().highWatermark() != before.highWatermark()) {
            world.reached("effect PublishHighWatermark");
        }
        if (step.now().role() == ReplicaState.Role.OFFLINE && before.role() != ReplicaState.Role.OFFLINE) {
            world.reached("effect TakeOffline");
        }
    }
}
