// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.control.Evacuation;
import io.tidemark.metadata.control.RackSpread;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.AlterReassignmentsRequest;
import io.tidemark.v1.CreatePartitionsRequest;
import io.tidemark.v1.PlanReassignmentsResponse;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.ReplicaList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Requests to change topics that are there, as commands. A topic that is not known gets an id that no topic has, so that
 * the controller refuses it in its own words.
 */
final class TopicChanges {
    private static final UUID NO_TOPIC = new UUID(0, 0);

    private TopicChanges() {}

    /** Deleted topics that can be had back, those that go first before the others. */
    static List<TopicImage> deleted(ClusterImage image) {
        return image.topics().values().stream()
                .filter(TopicImage::isDeleted)
                .sorted(Comparator.comparingLong(TopicImage::purgeAtMs))
                .toList();
    }

    static UUID deletedId(ClusterImage image, String name, ByteString topicId) {
        return deleted(image).stream()
                .filter(topic -> topicId.isEmpty()
                        ? topic.name().equals(name)
                        : WireIds.toWire(topic.topicId()).equals(topicId))
                .max(Comparator.comparingLong(TopicImage::purgeAtMs))
                .map(TopicImage::topicId)
                .orElse(NO_TOPIC);
    }

    static ClusterCommand addPartitions(ClusterImage image, CreatePartitionsRequest request) {
        List<List<Integer>> assignment = new ArrayList<>();
        for (ReplicaList replicas : request.getAssignmentList()) {
            assignment.add(List.copyOf(replicas.getReplicasList()));
        }
        return new ClusterCommand.AddPartitions(id(image, request.getTopic()), request.getPartitionCount(), assignment);
    }

    static ClusterCommand reassign(ClusterImage image, AlterReassignmentsRequest request) {
        List<ClusterCommand.ReplicaChange> changes = new ArrayList<>();
        for (Reassignment change : request.getReassignmentsList()) {
            changes.add(new ClusterCommand.ReplicaChange(
                    new PartitionKey(id(image, change.getTopic()), change.getPartition()),
                    List.copyOf(change.getReplicasList()),
                    change.getThrottleBytesPerS()));
        }
        return new ClusterCommand.ReassignPartitions(changes);
    }

    /** What would take replicas off brokers that are to have none, or bring replicas back to as many racks as they could lie in. */
    static PlanReassignmentsResponse plan(ClusterImage image, List<Integer> leaving) {
        PlanReassignmentsResponse.Builder plan = PlanReassignmentsResponse.newBuilder();
        List<ClusterCommand.ReplicaChange> changes =
                leaving.isEmpty() ? RackSpread.plan(image) : Evacuation.plan(image, leaving);
        for (ClusterCommand.ReplicaChange change : changes) {
            TopicImage topic = image.topics().get(change.partition().topicId());
            if (topic != null) {
                plan.addReassignments(Reassignment.newBuilder()
                        .setTopic(topic.name())
                        .setPartition(change.partition().partition())
                        .addAllReplicas(change.replicas()));
            }
        }
        return plan.build();
    }

    private static UUID id(ClusterImage image, String name) {
        UUID id = image.topicIds().get(name);
        return id == null ? NO_TOPIC : id;
    }
}
