// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand.ReassignPartitions;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import org.jspecify.annotations.Nullable;

/** A move that brings replicas in ends by itself only when all that stay are in sync. */
final class MovesEndWhole implements Invariant {
    @Override
    public String name() {
        return "G44 a move ends with all that stay in sync";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        if (step.command() instanceof ReassignPartitions) {
            return null;
        }
        for (TopicImage topic : step.after().topics().values()) {
            TopicImage before = step.before().topics().get(topic.topicId());
            if (before == null || before.equals(topic)) {
                continue;
            }
            for (int i = 0; i < before.partitions().size(); i++) {
                PartitionImage old = before.partitions().get(i);
                PartitionImage now = topic.partitions().get(i);
                boolean moved = !old.adding().isEmpty() || !old.removing().isEmpty();
                boolean ended = now.adding().isEmpty() && now.removing().isEmpty();
                if (moved && ended && !now.isr().containsAll(now.replicas())) {
                    return old + " -> " + now + " by " + step.command();
                }
            }
        }
        return null;
    }
}
