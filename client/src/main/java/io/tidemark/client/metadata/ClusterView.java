// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.TopicView.PartitionLeader;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of topics, leaders and brokers. Immutable. Answers of different nodes are merged in any order: a
 * partition never goes back to an older leader epoch, a broker never to an older registration.
 */
public final class ClusterView {
    private static final String MAX_MESSAGE_BYTES = "max.message.bytes";

    private final Map<String, TopicView> topics;
    private final Map<Integer, KnownBroker> brokers;
    private final int maxBatchBytes;

    private record KnownBroker(long brokerEpoch, NodeAddress address) {}

    private ClusterView(Map<String, TopicView> topics, Map<Integer, KnownBroker> brokers, int maxBatchBytes) {
        this.topics = topics;
        this.brokers = brokers;
        this.maxBatchBytes = maxBatchBytes;
    }

    static ClusterView empty() {
        return new ClusterView(new TreeMap<>(), new TreeMap<>(), 0);
    }

    /** A topic; null when it is not known. */
    public @Nullable TopicView topic(String name) {
        return topics.get(name);
    }

    /** The leader of a partition; null when the partition is not known. */
    public @Nullable LeaderView leader(TopicPartition partition) {
        TopicView topic = topics.get(partition.topic());
        if (topic == null || partition.partition() < 0 || partition.partition() >= topic.partitionCount()) {
            return null;
        }
        PartitionLeader leader = topic.partitions().get(partition.partition());
        KnownBroker broker = brokers.get(leader.brokerId());
        return new LeaderView(leader.brokerId(), leader.leaderEpoch(), broker == null ? null : broker.address());
    }

    /** Largest batch that the topic takes in bytes; 0 when not known. */
    public int maxBatchBytes(String topic) {
        TopicView view = topics.get(topic);
        return view == null || view.maxBatchBytes() == 0 ? maxBatchBytes : view.maxBatchBytes();
    }

    /** Addresses of the known brokers, by broker id. */
    public List<NodeAddress> addresses() {
        return brokers.values().stream().map(KnownBroker::address).distinct().toList();
    }

    ClusterView with(DescribeClusterResponse cluster) {
        Map<Integer, KnownBroker> merged = new TreeMap<>(brokers);
        for (BrokerDescription broker : cluster.getBrokersList()) {
            KnownBroker known = merged.get(broker.getBrokerId());
            boolean isNews = known == null || known.brokerEpoch() <= broker.getBrokerEpoch();
            if (isNews && broker.getEndpoint().getPort() > 0) {
                NodeAddress address = NodeAddress.of(broker.getEndpoint());
                merged.put(broker.getBrokerId(), new KnownBroker(broker.getBrokerEpoch(), address));
            }
        }
        return new ClusterView(topics, merged, cluster.getMaxMessageBytes());
    }

    ClusterView with(TopicDescription description) {
        List<PartitionLeader> leaders = new ArrayList<>();
        for (PartitionRecord partition : description.getPartitionsList()) {
            leaders.add(new PartitionLeader(partition.getLeader(), partition.getLeaderEpoch()));
        }
        TopicView known = topics.get(description.getName());
        if (known != null && known.topicId().equals(description.getTopicId())) {
            leaders = newest(known.partitions(), leaders);
        }
        int topicMaxBytes = parseBytes(description.getConfigsMap().get(MAX_MESSAGE_BYTES));
        TopicView topic = new TopicView(description.getName(), description.getTopicId(), leaders, topicMaxBytes);
        return withTopic(topic);
    }

    /** With the leader that a broker named in an answer; unchanged when the hint is no news. */
    ClusterView with(TopicPartition partition, LeaderHint hint) {
        TopicView topic = topics.get(partition.topic());
        if (topic == null || partition.partition() >= topic.partitionCount()) {
            return this;
        }
        PartitionLeader known = topic.partitions().get(partition.partition());
        if (hint.getLeaderEpoch() <= known.leaderEpoch()) {
            return this;
        }
        List<PartitionLeader> leaders = new ArrayList<>(topic.partitions());
        leaders.set(partition.partition(), new PartitionLeader(hint.getLeaderId(), hint.getLeaderEpoch()));
        ClusterView changed = withTopic(new TopicView(topic.name(), topic.topicId(), leaders, topic.maxBatchBytes()));
        return hint.getLeaderId() >= 0 && hint.getPort() > 0
                ? changed.withAddress(hint.getLeaderId(), new NodeAddress(hint.getHost(), hint.getPort()))
                : changed;
    }

    ClusterView without(String topic) {
        Map<String, TopicView> fewer = new TreeMap<>(topics);
        fewer.remove(topic);
        return new ClusterView(fewer, brokers, maxBatchBytes);
    }

    private ClusterView withTopic(TopicView topic) {
        Map<String, TopicView> merged = new TreeMap<>(topics);
        merged.put(topic.name(), topic);
        return new ClusterView(merged, brokers, maxBatchBytes);
    }

    private ClusterView withAddress(int brokerId, NodeAddress address) {
        KnownBroker known = brokers.get(brokerId);
        Map<Integer, KnownBroker> merged = new TreeMap<>(brokers);
        merged.put(brokerId, new KnownBroker(known == null ? -1 : known.brokerEpoch(), address));
        return new ClusterView(topics, merged, maxBatchBytes);
    }

    private static List<PartitionLeader> newest(List<PartitionLeader> known, List<PartitionLeader> told) {
        List<PartitionLeader> merged = new ArrayList<>();
        for (int partition = 0; partition < Math.max(known.size(), told.size()); partition++) {
            if (partition >= told.size()) {
                merged.add(known.get(partition));
            } else if (partition >= known.size()) {
                merged.add(told.get(partition));
            } else {
                merged.add(known.get(partition).newer(told.get(partition)));
            }
        }
        return merged;
    }

    private static int parseBytes(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0; // A value this client cannot read is the broker's to enforce.
        }
    }
}
