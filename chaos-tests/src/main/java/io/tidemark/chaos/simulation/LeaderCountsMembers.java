// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import org.jspecify.annotations.Nullable;

/**
 * The leader counts everyone whom the metadata has as in sync, from the very change on that takes a replica in: what it
 * commits before it hears of that change is not on a replica that it does not count.
 */
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

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        for (TopicImage topic : step.after().topics().values()) {
            String fault = topic.equals(step.before().topics().get(topic.topicId())) ? null : check(step, topic);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String check(MetadataStep step, TopicImage topic) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            PartitionImage metadata = topic.partitions().get(number);
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            ReplicaState leader = leaderOf(step.stage(), key, metadata);
            if (leader != null && !leader.maximalIsr().containsAll(metadata.isr())) {
                return topic.name() + "-" + number + " " + leader + ", metadata " + metadata + " since "
                        + step.command();
            }
        }
        return null;
    }

    /** The leader as it stands; null when nobody leads in the metadata's epoch. */
    private static @Nullable ReplicaState leaderOf(Stage stage, PartitionKey key, PartitionImage metadata) {
        SimBroker broker =
                metadata.hasLeader() ? stage.machines().get(metadata.leader()).broker() : null;
        ReplicaState state = broker == null ? null : broker.stateOf(key);
        boolean leads = state != null
                && state.role() == ReplicaState.Role.LEADER
                && state.leaderEpoch() == metadata.leaderEpoch();
        return leads ? state : null;
    }
}
