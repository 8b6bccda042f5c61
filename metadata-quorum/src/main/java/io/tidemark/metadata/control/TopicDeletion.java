// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.PurgeTopics;
import io.tidemark.metadata.command.ClusterCommand.UndeleteTopic;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deletes topics and gives them back. A deleted topic stays in the image, without its name and without leaders, until its
 * grace period ends; all that were in sync stay eligible to lead. Brokers drop its logs only because of the record that
 * purges it.
 */
final class TopicDeletion {
    private TopicDeletion() {}

    static Decision delete(ClusterDraft cluster, DeleteTopic command) {
        TopicImage topic = cluster.before().topics().get(command.topicId());
        if (topic == null) {
            return cluster.noSuchTopic(command.topicId());
        }
        Long asked = command.graceMs();
        long graceMs = asked == null ? cluster.configs(topic.topicId()).deleteGraceMs() : asked;
        if (graceMs < 0) {
            return cluster.refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, "a grace period is 0 ms or longer");
        }
        if (graceMs == 0) {
            cluster.delete(topic.topicId());
        } else if (!topic.isDeleted()) {
            List<PartitionImage> stopped =
                    topic.partitions().stream().map(TopicDeletion::stopped).toList();
            cluster.add(topic.withPartitions(stopped).deletedUntil(cluster.timeMs() + graceMs));
        }
        return cluster.done();
    }

    /** Nobody leads and nobody is in sync; whoever was holds everything committed still. */
    private static PartitionImage stopped(PartitionImage partition) {
        PartitionDraft draft = new PartitionDraft(partition);
        ElrRules.changeIsr(draft, List.of(), List.of());
        draft.leader = PartitionImage.NO_LEADER;
        return draft.result();
    }

    static Decision undelete(ClusterDraft cluster, UndeleteTopic command) {
        TopicImage topic = cluster.before().topics().get(command.topicId());
        if (topic == null) {
            return cluster.noSuchTopic(command.topicId());
        }
        if (!topic.isDeleted()) {
            return cluster.done();
        }
        String clash = TopicCreation.clash(cluster, topic.name());
        if (clash != null) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS,
                    clash + "; delete that topic before this one comes back");
        }
        int minIsr = cluster.configs(topic.topicId()).minInSyncReplicas();
        List<PartitionImage> restarted = new ArrayList<>();
        for (PartitionImage partition : topic.partitions()) {
            PartitionImage again = restarted(cluster, topic.topicId(), partition, minIsr);
            if (again == null) {
                return cluster.refused(
                        ErrorCode.ERROR_CODE_INVALID_REQUEST,
                        "min.insync.replicas changed since topic " + topic.name() + " was deleted, and partition "
                                + restarted.size() + " has no live replica; bring one back first");
            }
            restarted.add(again);
        }
        cluster.add(topic.withPartitions(restarted).undeleted());
        return cluster.done();
    }

    /** With a leader if there can be one; null when a changed minimum cannot be taken up (guard G33). */
    private static @Nullable PartitionImage restarted(
            ClusterDraft cluster, UUID topicId, PartitionImage partition, int configuredMinIsr) {
        PartitionDraft draft = new PartitionDraft(partition);
        LeaderElection.electAgain(cluster, topicId, draft);
        int minIsr = Math.min(configuredMinIsr, Reassignment.settled(draft).size());
        if (minIsr != draft.minIsr) {
            if (draft.isr.isEmpty()) {
                return null;
            }
            draft.minIsr = minIsr;
            draft.elr = List.of();
            draft.lastKnownElr = List.of();
        }
        return draft.result();
    }

    static Decision purge(ClusterDraft cluster, PurgeTopics command) {
        for (UUID topicId : command.topicIds()) {
            TopicImage topic = cluster.before().topics().get(topicId);
            if (topic != null && topic.isDeleted() && topic.purgeAtMs() <= cluster.timeMs()) {
                cluster.delete(topicId);
            }
        }
        return cluster.done();
    }
}
