// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import org.jspecify.annotations.Nullable;

/** Every change of a partition's record grows its epoch by one; every change of leader grows the leader epoch. */
final class EpochsGrow implements Invariant {
    @Override
    public String name() {
        return "I9 epochs grow";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        for (TopicImage topic : step.after().topics().values()) {
            TopicImage before = step.before().topics().get(topic.topicId());
            if (before == null || before.equals(topic)) {
                continue;
            }
            for (int i = 0;
                    i < Math.min(before.partitions().size(), topic.partitions().size());
                    i++) {
                PartitionImage old = before.partitions().get(i);
                PartitionImage now = topic.partitions().get(i);
                boolean sameLeader = old.leader() == now.leader();
                boolean legal = old.equals(now)
                        || (now.partitionEpoch() == old.partitionEpoch() + 1
                                && now.leaderEpoch() >= old.leaderEpoch()
                                && (sameLeader || now.leaderEpoch() == old.leaderEpoch() + 1));
                if (!legal) {
                    return old + " -> " + now + " by " + step.command();
                }
            }
        }
        return null;
    }
}
