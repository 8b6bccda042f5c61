// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.AddPartitions;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives a topic more partitions. The old ones stay as they are; records do not move. */
final class PartitionAddition {
    private final ClusterDraft cluster;
    private final AddPartitions command;

    private PartitionAddition(ClusterDraft cluster, AddPartitions command) {
        this.cluster = cluster;
        this.command = command;
    }

    static Decision decide(ClusterDraft cluster, AddPartitions command) {
        return new PartitionAddition(cluster, command).decide();
    }

    private Decision decide() {
        TopicImage topic = cluster.liveTopic(command.topicId());
        if (topic == null) {
            return cluster.noSuchTopic(command.topicId());
        }
        String problem = problem(topic);
        if (problem != null) {
            return cluster.refused(ErrorCode.ERROR_CODE_INVALID_PARTITIONS, problem);
        }
        int added = command.partitionCount() - topic.partitions().size();
        int replicas = factor(topic);
        if (!command.assignment().isEmpty()) {
            String wrong = NewPartitions.problem(cluster, command.assignment(), replicas);
            return wrong == null
                    ? add(topic, command.assignment())
                    : cluster.refused(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR, wrong);
        }
        List<BrokerImage> candidates = ReplicaPlacement.candidates(cluster.before());
        if (candidates.size() < replicas || candidates.stream().noneMatch(BrokerImage::isEligible)) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                    replicas + " replicas need " + replicas + " brokers, one of them alive, and there are "
                            + candidates.size() + "; start more brokers");
        }
        return add(topic, ReplicaPlacement.placeMore(cluster.before(), cluster.entropy(), topic, added, replicas));
    }

    private @Nullable String problem(TopicImage topic) {
        int present = topic.partitions().size();
        if (command.partitionCount() <= present || command.partitionCount() > NewPartitions.MAX_PARTITIONS) {
            return "topic " + topic.name() + " has " + present + " partitions; ask for more than that, at most "
                    + NewPartitions.MAX_PARTITIONS;
        }
        int added = command.partitionCount() - present;
        if (!command.assignment().isEmpty() && command.assignment().size() != added) {
            return "the assignment has " + command.assignment().size()
                    + " partitions; it must have one for each of the " + added + " new ones";
        }
        return null;
    }

    /** As many replicas as the first partition has, or will have. */
    private static int factor(TopicImage topic) {
        PartitionImage first = topic.partitions().get(0);
        return BrokerIds.without(first.replicas(), first.removing()).size();
    }

    private Decision add(TopicImage topic, List<List<Integer>> assignment) {
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions());
        int minIsr = cluster.configs(topic.topicId()).minInSyncReplicas();
        for (List<Integer> replicas : assignment) {
            PartitionImage partition = NewPartitions.of(cluster, replicas, minIsr);
            if (!partition.hasLeader()) {
                return cluster.refused(
                        ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                        "none of the replicas " + replicas + " is alive; start one of these brokers or choose others");
            }
            partitions.add(partition);
        }
        cluster.add(topic.withPartitions(partitions));
        return cluster.done();
    }
}
