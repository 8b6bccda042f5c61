// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leader never counts more of an in-sync replica than that replica holds: what is counted is what is acknowledged. Asked of
 * members that run in the life that is registered and follow in the same epoch.
 */
final class CountedIsHeld implements Invariant {
    @Override
    public String name() {
        return "I5 I21 what a leader counts is held";
    }

    @Override
    public @Nullable String onCluster(Stage stage) {
        for (Machine machine : stage.machines()) {
            SimBroker broker = machine.broker();
            if (broker != null) {
                for (var host : broker.hosts()) {
                    ReplicaState state = host.state();
                    String fault = state.role() == ReplicaState.Role.LEADER ? check(stage, host.key(), state) : null;
                    if (fault != null) {
                        return host.label() + ": " + fault;
                    }
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable String onReplica(ReplicaStep step) {
        ReplicaState before = step.before();
        boolean moved = step.isLeader()
                && (before == null
                        || !before.followerEndOffsets().equals(step.now().followerEndOffsets()));
        return moved ? check(step.stage(), step.key(), step.now()) : null;
    }

    private static @Nullable String check(Stage stage, PartitionKey key, ReplicaState leader) {
        var metadata = stage.quorum().image().partition(key);
        if (metadata == null || metadata.leaderEpoch() != leader.leaderEpoch()) {
            return null;
        }
        List<Integer> followers = leader.followers();
        for (int i = 0; i < followers.size(); i++) {
            int follower = followers.get(i);
            long held = metadata.isr().contains(follower) ? heldBy(stage, key, follower, leader.leaderEpoch()) : -1;
            if (held >= 0 && leader.followerEndOffsets().get(i) > held) {
                return "broker " + metadata.leader() + " counts "
                        + leader.followerEndOffsets().get(i) + " of broker " + follower + ", which holds " + held + ": "
                        + leader;
            }
        }
        return null;
    }

    /** Where the follower's log ends; -1 when it cannot be asked. */
    private static long heldBy(Stage stage, PartitionKey key, int follower, int leaderEpoch) {
        SimBroker broker = stage.machines().get(follower).broker();
        BrokerImage registered = stage.quorum().image().brokers().get(follower);
        if (broker == null || registered == null || broker.brokerEpoch() != registered.brokerEpoch()) {
            return -1;
        }
        ReplicaState state = broker.stateOf(key);
        boolean follows =
                state != null && state.role() == ReplicaState.Role.FOLLOWER && state.leaderEpoch() == leaderEpoch;
        return follows && state != null ? state.logEndOffset() : -1;
    }
}
