// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Changes configs, all of a command or none. A new minimum of in-sync replicas is written into each partition's record
 * together with forgetting the candidates for leadership, who were chosen by the old one; while a partition has no
 * in-sync replica these are all it has, so the change is refused (guard G33). A topic that becomes flushed is marked: what
 * its replicas counted before need not be on their disks. Partitions without a leader get one when
 * unclean elections become allowed.
 */
final class ConfigDecider {
    private final ClusterDraft cluster;
    private final SortedSet<UUID> topics = new TreeSet<>();
    private @Nullable PartitionKey offline;

    private ConfigDecider(ClusterDraft cluster) {
        this.cluster = cluster;
    }

    static Decision decide(ClusterDraft cluster, AlterConfigs command) {
        return new ConfigDecider(cluster).decide(command.changes());
    }

    private Decision decide(List<ConfigChange> changes) {
        for (ConfigChange change : changes) {
            Decision refusal = refuse(change);
            if (refusal != null) {
                return refusal;
            }
        }
        changes.forEach(this::set);
        topics.forEach(this::noteSwitch);
        for (UUID topicId : topics) {
            // A deleted one takes up what has changed when it comes back.
            TopicImage topic = cluster.liveTopic(topicId);
            if (topic != null) {
                TopicConfigs configs = cluster.configs(topicId);
                cluster.forEachPartition(topic, (key, partition) -> adapt(key, partition, configs));
            }
        }
        PartitionKey refused = offline;
        return refused == null
                ? cluster.done()
                : cluster.refused(
                        ErrorCode.ERROR_CODE_INVALID_REQUEST,
                        TopicConfigs.MIN_IN_SYNC_REPLICAS.name() + " cannot change while partition "
                                + name(refused.topicId()) + "-" + refused.partition()
                                + " has no in-sync replica; bring one of its replicas back first");
    }

    private @Nullable Decision refuse(ConfigChange change) {
        UUID topicId = change.topicId();
        TopicImage topic = topicId == null ? null : cluster.liveTopic(topicId);
        if (topicId != null && topic == null) {
            return cluster.noSuchTopic(topicId);
        }
        String value = change.value();
        String problem = value == null ? TopicConfigs.problem(change.key()) : TopicConfigs.problem(change.key(), value);
        if (problem == null && topic != null) {
            problem = InSyncMinimum.problem(topic, change.key(), value);
        }
        return problem == null ? null : cluster.refused(ErrorCode.ERROR_CODE_INVALID_CONFIG, problem);
    }

    private void set(ConfigChange change) {
        UUID topicId = change.topicId();
        if (topicId == null) {
            cluster.setClusterConfig(change.key(), change.value());
            topics.addAll(cluster.before().topics().keySet());
        } else {
            cluster.setTopicConfig(topicId, change.key(), change.value());
            topics.add(topicId);
        }
    }

    /** A topic that becomes flushed is marked for good: what was counted before may not be on the disks (R59). */
    private void noteSwitch(UUID topicId) {
        boolean wasFlushed = TopicConfigs.of(cluster.before(), topicId).durability() == Durability.FLUSHED;
        if (!wasFlushed && cluster.configs(topicId).durability() == Durability.FLUSHED) {
            cluster.setTopicConfig(topicId, TopicConfigs.DURABILITY_SWITCHED, "true");
        }
    }

    private void adapt(PartitionKey key, PartitionImage partition, TopicConfigs configs) {
        PartitionDraft draft = new PartitionDraft(partition);
        int minIsr = Math.min(
                configs.minInSyncReplicas(), Reassignment.settled(draft).size());
        if (minIsr != draft.minIsr && draft.isr.isEmpty()) {
            offline = key;
            return;
        }
        if (minIsr != draft.minIsr) {
            draft.minIsr = minIsr;
            draft.elr = List.of();
            draft.lastKnownElr = List.of();
        }
        if (!draft.hasLeader() && configs.uncleanLeaderElection()) {
            LeaderElection.elect(cluster, key, draft);
        }
        cluster.put(key, draft);
    }

    private String name(UUID topicId) {
        TopicImage topic = cluster.before().topics().get(topicId);
        return topic == null ? topicId.toString() : topic.name();
    }
}
