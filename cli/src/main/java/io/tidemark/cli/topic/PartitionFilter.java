// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import io.tidemark.cli.health.PartitionHealth;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import picocli.CommandLine.Option;

/** Which partitions to show: all, or those that meet one of the conditions given. */
final class PartitionFilter {
    @Option(names = "--under-replicated", description = "Partitions with a replica that is not in sync.")
    private boolean underReplicated;

    @Option(names = "--under-min-isr", description = "Partitions that refuse writes with acks=all.")
    private boolean underMinIsr;

    @Option(names = "--at-min-isr", description = "Partitions that would refuse them after one more loss.")
    private boolean atMinIsr;

    @Option(names = "--offline", description = "Partitions that nobody leads.")
    private boolean offline;

    /** The topics with the partitions that are wanted; those without any are left out when a condition is given. */
    List<TopicDescription> apply(List<TopicDescription> topics) {
        if (!underReplicated && !underMinIsr && !atMinIsr && !offline) {
            return topics;
        }
        return topics.stream()
                .map(this::withWanted)
                .filter(topic -> topic.getPartitionsCount() > 0)
                .toList();
    }

    private TopicDescription withWanted(TopicDescription topic) {
        return topic.toBuilder()
                .clearPartitions()
                .addAllPartitions(topic.getPartitionsList().stream()
                        .filter(this::isWanted)
                        .toList())
                .build();
    }

    private boolean isWanted(PartitionRecord partition) {
        PartitionHealth health = new PartitionHealth(partition);
        return (underReplicated && health.isUnderReplicated())
                || (underMinIsr && health.isUnderMinIsr())
                || (atMinIsr && health.isAtMinIsr())
                || (offline && health.isOffline());
    }
}
