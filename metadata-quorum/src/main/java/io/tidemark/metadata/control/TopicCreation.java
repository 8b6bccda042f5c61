// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates a topic with the given replicas or with replicas of its own choice. */
final class TopicCreation {
    private static final int MAX_PARTITIONS = NewPartitions.MAX_PARTITIONS;
    private static final int MAX_REPLICAS = 32_767;

    private final ClusterDraft cluster;
    private final CreateTopic command;

    private TopicCreation(ClusterDraft cluster, CreateTopic command) {
        this.cluster = cluster;
        this.command = command;
    }

    static Decision decide(ClusterDraft cluster, CreateTopic command) {
        return new TopicCreation(cluster, command).decide();
    }

    private Decision decide() {
        UUID present = cluster.before().topicIds().get(command.name());
        if (command.topicId().equals(present)) {
            return created();
        }
        Decision refusal = refuseName(present);
        if (refusal == null) {
            refusal = refuseConfigs();
        }
        if (refusal == null) {
            refusal = command.assignment().isEmpty() ? refuseNumbers() : refuseAssignment();
        }
        if (refusal == null) {
            refusal = refuseMinimum();
        }
        if (refusal != null) {
            return refusal;
        }
        List<List<Integer>> assignment = command.assignment().isEmpty()
                ? ReplicaPlacement.place(
                        cluster.before(), cluster.entropy(), command.partitionCount(), command.replicationFactor())
                : command.assignment();
        int configuredMinIsr =
                TopicConfigs.of(command.configs(), cluster.clusterConfigs()).minInSyncReplicas();
        List<PartitionImage> partitions = new ArrayList<>();
        for (List<Integer> replicas : assignment) {
            PartitionImage partition = NewPartitions.of(cluster, replicas, configuredMinIsr);
            if (!partition.hasLeader()) {
                return refuse(
                        ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                        "none of the replicas " + replicas + " is alive; start one of these brokers or choose others");
            }
            partitions.add(partition);
        }
        cluster.add(new TopicImage(command.topicId(), command.name(), partitions, command.configs()));
        return created();
    }

    private @Nullable Decision refuseName(@Nullable UUID present) {
        String problem = TopicName.problem(command.name());
        if (problem != null) {
            return refuse(ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME, problem);
        }
        if (present != null) {
            return refuse(ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS, "topic " + command.name() + " exists already");
        }
        String clash = clash(cluster, command.name());
        if (clash != null) {
            return refuse(ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME, clash);
        }
        if (cluster.before().topics().containsKey(command.topicId())) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    "topic id " + command.topicId() + " is taken; choose a random one");
        }
        return null;
    }

    /** One line that says which topic's name does not go with this one; null when none is. */
    static @Nullable String clash(ClusterDraft cluster, String wanted) {
        for (String name : cluster.before().topicIds().keySet()) {
            if (TopicName.collide(name, wanted)) {
                return "topic " + wanted + " collides with " + name + ": names must differ in more than '.' and '_'";
            }
        }
        return null;
    }

    private @Nullable Decision refuseConfigs() {
        for (Map.Entry<String, String> config : command.configs().entrySet()) {
            String problem = TopicConfigs.problem(config.getKey(), config.getValue());
            if (problem != null) {
                return refuse(ErrorCode.ERROR_CODE_INVALID_CONFIG, problem);
            }
        }
        return null;
    }

    private @Nullable Decision refuseMinimum() {
        int replicaCount = command.assignment().isEmpty()
                ? command.replicationFactor()
                : command.assignment().get(0).size();
        String problem = InSyncMinimum.problem(command.configs(), replicaCount);
        return problem == null ? null : refuse(ErrorCode.ERROR_CODE_INVALID_CONFIG, problem);
    }

    private @Nullable Decision refuseNumbers() {
        if (command.partitionCount() < 1 || command.partitionCount() > MAX_PARTITIONS) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_PARTITIONS,
                    command.partitionCount() + " partitions are not possible; ask for 1 to " + MAX_PARTITIONS);
        }
        int wanted = command.replicationFactor();
        if (wanted < 1 || wanted > MAX_REPLICAS) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                    "replication factor " + wanted + " is not possible; ask for 1 to " + MAX_REPLICAS);
        }
        List<BrokerImage> candidates = ReplicaPlacement.candidates(cluster.before());
        if (candidates.size() < wanted) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                    "replication factor " + wanted + " needs " + wanted + " brokers and there are " + candidates.size()
                            + "; start more brokers or ask for a smaller factor");
        }
        if (candidates.stream().noneMatch(BrokerImage::isEligible)) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR, "no broker is alive; start one and try again");
        }
        return null;
    }

    private @Nullable Decision refuseAssignment() {
        int count = command.assignment().size();
        if (count > MAX_PARTITIONS || (command.partitionCount() > 0 && command.partitionCount() != count)) {
            return refuse(
                    ErrorCode.ERROR_CODE_INVALID_PARTITIONS,
                    "the assignment has " + count + " partitions; it must have as many as asked for, at most "
                            + MAX_PARTITIONS);
        }
        int size = command.assignment().get(0).size();
        if (command.replicationFactor() > 0) {
            size = command.replicationFactor();
        }
        String problem = NewPartitions.problem(cluster, command.assignment(), size);
        return problem == null ? null : refuse(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR, problem);
    }

    private Decision created() {
        return cluster.done(new CommandAnswer(
                ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, command.topicId(), List.of(), -1));
    }

    private Decision refuse(ErrorCode error, String message) {
        return cluster.refused(error, message);
    }
}
