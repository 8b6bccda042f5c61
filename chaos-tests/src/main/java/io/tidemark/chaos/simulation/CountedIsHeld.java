// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leader never counts more of an in-sync replica than that replica holds: what is counted is what is acknowledged. Asked of
 * members that run in the life that is registered and follow in the same epoch. Of one that has not come to the leader's epoch
 * yet it counts nothing: what that one held in an earlier epoch it may have cut away, or cut away still.
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
            long counted = leader.followerEndOffsets().get(i);
            ReplicaState state = counted < 0 ? null : stateOf(stage, key, follower);
            if (state == null) {
                continue;
            }
            if (state.leaderEpoch() >= 0 && state.leaderEpoch() < leader.leaderEpoch()) {
                return "broker " + metadata.leader() + " counts " + counted + " of broker " + follower
                        + ", which is not in its epoch yet: " + state + " " + leader;
            }
            boolean follows = state.role() == ReplicaState.Role.FOLLOWER && state.leaderEpoch() == leader.leaderEpoch();
            if (follows && metadata.isr().contains(follower) && counted > state.logEndOffset()) {
                return "broker " + metadata.leader() + " counts " + counted + " of broker " + follower
                        + ", which holds " + state.logEndOffset() + ": " + leader;
            }
        }
        return null;
    }

    /** The follower's replica as it stands; null when it cannot be asked. */
    private static @Nullable ReplicaState stateOf(Stage stage, PartitionKey key, int follower) {
        SimBroker broker = stage.machines().get(follower).broker();
        BrokerImage registered = stage.quorum().image().brokers().get(follower);
        boolean isRegistered = broker != null && registered != null && broker.brokerEpoch() == registered.brokerEpoch();
        ReplicaState state = isRegistered && broker != null ? broker.stateOf(key) : null;
        return state == null || state.role() == ReplicaState.Role.OFFLINE ? null : state;
    }
}
