// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.control.ClusterController;
import io.tidemark.metadata.control.TopicConfigs;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.CreateTopicResponse;
import io.tidemark.v1.ReplicaList;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Fills in what a request to create a topic leaves open, and checks one without creating anything. */
final class TopicCreation {
    private static final String MIN_INSYNC_REPLICAS = TopicConfigs.MIN_IN_SYNC_REPLICAS.name();

    private final AdminParts parts;

    TopicCreation(AdminParts parts) {
        this.parts = parts;
    }

    ClusterCommand toCommand(CreateTopicRequest request) {
        List<List<Integer>> assignment = new ArrayList<>();
        for (ReplicaList replicas : request.getAssignmentList()) {
            assignment.add(List.copyOf(replicas.getReplicasList()));
        }
        int replicationFactor =
                request.getReplicationFactor() == 0 ? replicationFactor(assignment) : request.getReplicationFactor();
        return new ClusterCommand.CreateTopic(
                request.getName(),
                UUID.randomUUID(),
                request.getPartitionCount() == 0 ? partitionCount(assignment) : request.getPartitionCount(),
                replicationFactor,
                configs(request, replicationFactor),
                assignment);
    }

    /** The minimum of in-sync replicas lives in the metadata alone, so that no two nodes can differ about it. */
    private SortedMap<String, String> configs(CreateTopicRequest request, int replicationFactor) {
        SortedMap<String, String> configs = new TreeMap<>(request.getConfigsMap());
        String minimum = String.valueOf(Math.min(parts.minInsyncReplicas(), Math.max(1, replicationFactor)));
        boolean clusterHasIt = parts.metadata().image().clusterConfigs().containsKey(MIN_INSYNC_REPLICAS);
        if (!clusterHasIt && !minimum.equals(TopicConfigs.MIN_IN_SYNC_REPLICAS.defaultText())) {
            configs.putIfAbsent(MIN_INSYNC_REPLICAS, minimum);
        }
        return configs;
    }

    private int partitionCount(List<List<Integer>> assignment) {
        return assignment.isEmpty() ? parts.partitionCount() : assignment.size();
    }

    private int replicationFactor(List<List<Integer>> assignment) {
        if (!assignment.isEmpty()) {
            return assignment.get(0).size();
        }
        int brokers = parts.metadata().image().brokers().size();
        return Math.max(1, Math.min(parts.replicationFactor(), brokers));
    }

    /** What the controller would say, by the same rules over this node's image. */
    CreateTopicResponse validate(CreateTopicRequest request) {
        ClusterImage image = parts.metadata().image();
        CommandContext context = new CommandContext(image.index() + 1, 0, 0, 0);
        CommandAnswer answer =
                ClusterController.decide(image, toCommand(request), context).answer();
        return CreateTopicResponse.newBuilder()
                .setError(answer.error())
                .setErrorMessage(answer.message())
                .build();
    }
}
