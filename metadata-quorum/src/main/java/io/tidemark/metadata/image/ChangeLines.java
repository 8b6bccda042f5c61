// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change of the image in words, one line for each change of state, for logs that people read. */
public final class ChangeLines {
    private final ClusterImage before;
    private final List<String> lines = new ArrayList<>();

    private ChangeLines(ClusterImage before) {
        this.before = before;
    }

    /**
     * The lines of a change.
     *
     * @param before the image that the change applies to
     * @param partitionsMax most partitions to name; of more than that only the number is told
     */
    public static List<String> of(ClusterImage before, ClusterDelta delta, int partitionsMax) {
        ChangeLines changes = new ChangeLines(before);
        changes.add(delta, partitionsMax);
        return changes.lines;
    }

    private void add(ClusterDelta delta, int partitionsMax) {
        delta.brokers().forEach(this::addBroker);
        delta.removedBrokers().forEach(id -> lines.add("broker " + id + " unregistered"));
        delta.newTopics().forEach(this::addTopic);
        delta.deletedTopics().forEach(topicId -> lines.add("topic " + name(topicId) + " deleted"));
        if (delta.partitions().size() > partitionsMax) {
            lines.add(delta.partitions().size() + " partitions changed");
        } else {
            delta.partitions().forEach(this::addPartition);
        }
        addConfigs("cluster", delta.clusterConfigs());
        if (delta.featureLevel() != null) {
            lines.add("cluster has feature level " + delta.featureLevel());
        }
        delta.topicConfigs().forEach((topicId, changes) -> addConfigs("topic " + name(topicId), changes));
    }

    private void addBroker(BrokerImage now) {
        BrokerImage then = before.brokers().get(now.brokerId());
        String broker = "broker " + now.brokerId() + " brokerEpoch " + now.brokerEpoch();
        if (then == null || then.brokerEpoch() != now.brokerEpoch()) {
            lines.add(broker + " registered at " + now.endpoint() + (now.fenced() ? ", fenced" : ""));
        } else if (then.fenced() != now.fenced()) {
            lines.add(broker + (now.fenced() ? " fenced" : " unfenced"));
        } else if (then.inControlledShutdown() != now.inControlledShutdown()) {
            lines.add(broker + " shuts down");
        } else if (then.draining() != now.draining()) {
            lines.add(broker + (now.draining() ? " is drained" : " is no longer drained"));
        }
    }

    private void addTopic(TopicImage now) {
        TopicImage then = before.topics().get(now.topicId());
        String topic = "topic " + now.name() + " (" + now.topicId() + ") ";
        if (now.isDeleted()) {
            lines.add(topic + "deleted, can be had back until " + now.purgeAtMs() + " ms after 1970");
        } else if (then == null) {
            lines.add(topic + "created with " + now.partitions().size() + " partitions");
        } else if (then.isDeleted()) {
            lines.add(topic + "given back");
        } else {
            lines.add(topic + "has " + now.partitions().size() + " partitions, had "
                    + then.partitions().size());
        }
    }

    private void addPartition(PartitionKey key, PartitionImage now) {
        PartitionImage then = before.partition(key);
        StringBuilder line = new StringBuilder("partition ")
                .append(name(key.topicId()))
                .append('-')
                .append(key.partition())
                .append(" leader ");
        if (then != null && then.leader() != now.leader()) {
            line.append(then.leader()).append("->");
        }
        line.append(now.leader())
                .append(" leaderEpoch ")
                .append(now.leaderEpoch())
                .append(" partitionEpoch ")
                .append(now.partitionEpoch())
                .append(" isr ");
        if (then != null && !then.isr().equals(now.isr())) {
            line.append(then.isr()).append("->");
        }
        line.append(now.isr());
        if (!now.adding().isEmpty() || !now.removing().isEmpty()) {
            line.append(" adding ").append(now.adding()).append(" removing ").append(now.removing());
        }
        if (!now.elr().isEmpty() || !now.lastKnownElr().isEmpty()) {
            line.append(" elr ").append(now.elr()).append(" lastKnownElr ").append(now.lastKnownElr());
        }
        if (now.hasLeader() && now.lastUncleanLeaderEpoch() == now.leaderEpoch() && isNewUnclean(then, now)) {
            line.append(" UNCLEAN: records may be lost");
        }
        lines.add(line.toString());
    }

    private static boolean isNewUnclean(@Nullable PartitionImage then, PartitionImage now) {
        return then == null || then.lastUncleanLeaderEpoch() != now.lastUncleanLeaderEpoch();
    }

    private void addConfigs(String owner, Map<String, ? extends @Nullable String> changes) {
        for (Map.Entry<String, ? extends @Nullable String> change : changes.entrySet()) {
            String value = change.getValue();
            lines.add(owner + " config " + change.getKey() + (value == null ? " removed" : " set to " + value));
        }
    }

    private String name(UUID topicId) {
        TopicImage topic = before.topics().get(topicId);
        return topic == null ? topicId.toString() : topic.name();
    }
}
