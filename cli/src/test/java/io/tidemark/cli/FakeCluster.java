// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import com.google.protobuf.ByteString;
import io.tidemark.cli.terminal.Clients;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.producer.Producer;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.ConfigSource;
import io.tidemark.v1.ControllerHint;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.DescribeReplicasResponse;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.Endpoint;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.QuorumVoter;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.ReplicaDescription;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.TopicListing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A cluster in memory: what a command asked of it can be looked at. */
public final class FakeCluster implements Clients {
    public final Map<String, TopicDescription> topics = new TreeMap<>();
    public final Map<TopicPartition, List<ConsumerRecord>> logs = new TreeMap<>(
            java.util.Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
    public final List<ClientConfig> configs = new ArrayList<>();
    public final Set<Integer> fenced = new TreeSet<>();
    public final Set<Integer> drained = new TreeSet<>();
    public final List<Reassignment> moves = new ArrayList<>();
    public final Map<String, String> settings = new TreeMap<>();
    public final Map<TopicPartition, Long> trims = new LinkedHashMap<>();
    /** What each broker tells of its replicas, one answer after the other; the last again and again. */
    public final Map<Integer, Deque<List<ReplicaDescription>>> reports = new TreeMap<>();

    public final Map<Integer, Integer> clockAheadMs = new TreeMap<>();
    public long diskUsableBytes = 60_000_000_000L;
    public int brokerCount = 3;
    public int featureLevel = 1;

    public static TidemarkException failure(ErrorCode code, String message) {
        return new TidemarkException(code, message, Outcome.NOT_WRITTEN);
    }

    @Override
    public Admin admin(ClientConfig config) {
        configs.add(config);
        return new FakeAdmin();
    }

    @Override
    public Producer producer(ClientConfig config) {
        configs.add(config);
        return new FakeProducer(this);
    }

    @Override
    public Consumer consumer(ClientConfig config) {
        configs.add(config);
        return new FakeConsumer(this);
    }

    /** The log of a partition; empty when there is none. */
    public List<ConsumerRecord> log(TopicPartition partition) {
        return logs.getOrDefault(partition, List.of());
    }

    /** A topic; without partitions when there is none. */
    public TopicDescription topic(String name) {
        return topics.getOrDefault(name, TopicDescription.getDefaultInstance());
    }

    public TopicDescription create(String name, int partitionCount, int replicationFactor) {
        TopicDescription.Builder topic = TopicDescription.newBuilder()
                .setName(name)
                .setTopicId(ByteString.copyFrom(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
        for (int partition = 0; partition < partitionCount; partition++) {
            PartitionRecord.Builder record = PartitionRecord.newBuilder()
                    .setPartition(partition)
                    .setLeader(partition % brokerCount + 1)
                    .setMinIsr(Math.min(2, replicationFactor));
            for (int replica = 0; replica < replicationFactor; replica++) {
                int brokerId = (partition + replica) % brokerCount + 1;
                record.addReplicas(brokerId).addIsr(brokerId);
            }
            topic.addPartitions(record);
            logs.put(new TopicPartition(name, partition), new ArrayList<>());
        }
        topics.put(name, topic.build());
        return topic.build();
    }

    /** Changes what the metadata has of a partition. */
    public void change(String topic, int number, java.util.function.Consumer<PartitionRecord.Builder> change) {
        TopicDescription.Builder builder = topic(topic).toBuilder();
        change.accept(builder.getPartitionsBuilder(number));
        topics.put(topic, builder.build());
    }

    /** Lets a partition's replicas lie in too few racks. */
    public void breakRacks(String name, int partition) {
        topics.computeIfPresent(
                name,
                (same, topic) -> topic.toBuilder().addRackBroken(partition).build());
    }

    /** Lets a partition move to a broker that has nothing of it yet. */
    public void move(String name, int partition, int brokerId) {
        topics.computeIfPresent(name, (same, topic) -> {
            TopicDescription.Builder moving = topic.toBuilder();
            moving.getPartitionsBuilder(partition)
                    .clearReplicas()
                    .addReplicas(1)
                    .addReplicas(brokerId);
            moving.getPartitionsBuilder(partition).clearIsr().addIsr(1).addAdding(brokerId);
            return moving.build();
        });
    }

    private final class FakeAdmin implements Admin {
        @Override
        public List<TopicListing> listDeletedTopics() {
            return List.of();
        }

        @Override
        public List<ConfigEntry> describeConfigs(String topic) {
            return settings.entrySet().stream()
                    .map(entry -> ConfigEntry.newBuilder()
                            .setName(entry.getKey())
                            .setValue(entry.getValue())
                            .setSource(ConfigSource.CONFIG_SOURCE_CLUSTER)
                            .build())
                    .toList();
        }

        @Override
        public List<PartitionOutcome> electLeaders(ElectionKind kind, String topic, List<Integer> partitions) {
            return partitions.stream()
                    .map(number -> PartitionOutcome.newBuilder()
                            .setPartition(number)
                            .setRecord(topic(topic).getPartitions(number))
                            .build())
                    .toList();
        }

        @Override
        public Map<TopicPartition, Long> deleteRecords(Map<TopicPartition, Long> beforeOffsets) {
            trims.putAll(beforeOffsets);
            Map<TopicPartition, Long> starts = new LinkedHashMap<>();
            beforeOffsets.forEach((partition, offset) -> starts.put(partition, Math.max(0, offset)));
            return starts;
        }

        @Override
        public void undeleteTopic(String name) {
            throw failure(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, "there is no deleted topic " + name);
        }

        @Override
        public void addPartitions(String topic, int partitionCount) {
            create(topic, partitionCount, Math.min(3, brokerCount));
        }

        @Override
        public List<PartitionOutcome> reassign(List<Reassignment> reassignments) {
            moves.addAll(reassignments);
            return reassignments.stream()
                    .map(move -> PartitionOutcome.newBuilder()
                            .setPartition(move.getPartition())
                            .setError(
                                    topics.containsKey(move.getTopic())
                                            ? ErrorCode.ERROR_CODE_UNSPECIFIED
                                            : ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                            .setRecord(PartitionRecord.newBuilder()
                                    .addAllReplicas(move.getReplicasList())
                                    .addAllAdding(move.getReplicasList())
                                    .setThrottleBytesPerS(move.getThrottleBytesPerS()))
                            .build())
                    .toList();
        }

        @Override
        public List<Reassignment> planReassignments() {
            return topics.values().stream()
                    .flatMap(topic -> topic.getRackBrokenList().stream().map(partition -> Reassignment.newBuilder()
                            .setTopic(topic.getName())
                            .setPartition(partition)
                            .addReplicas(1)
                            .addReplicas(brokerCount)
                            .build()))
                    .toList();
        }

        @Override
        public List<Reassignment> planEvacuation(int brokerId) {
            List<Reassignment> plan = new ArrayList<>();
            for (TopicDescription topic : topics.values()) {
                for (PartitionRecord partition : topic.getPartitionsList()) {
                    List<Integer> replicas = new ArrayList<>(partition.getReplicasList());
                    if (replicas.remove((Integer) brokerId) && addAnother(replicas, brokerId)) {
                        plan.add(Reassignment.newBuilder()
                                .setTopic(topic.getName())
                                .setPartition(partition.getPartition())
                                .addAllReplicas(replicas)
                                .build());
                    }
                }
            }
            return plan;
        }

        private boolean addAnother(List<Integer> replicas, int leaving) {
            for (int brokerId = 1; brokerId <= brokerCount; brokerId++) {
                if (brokerId != leaving && !replicas.contains(brokerId) && !fenced.contains(brokerId)) {
                    return replicas.add(brokerId);
                }
            }
            return false;
        }

        @Override
        public void drainBroker(int brokerId, boolean draining) {
            if (!draining) {
                drained.remove(brokerId);
                return;
            }
            drained.add(brokerId);
            for (TopicDescription topic : List.copyOf(topics.values())) {
                for (PartitionRecord partition : topic.getPartitionsList()) {
                    if (partition.getLeader() == brokerId) {
                        partition.getIsrList().stream()
                                .filter(id -> id != brokerId && !drained.contains(id))
                                .findFirst()
                                .ifPresent(id ->
                                        change(topic.getName(), partition.getPartition(), led -> led.setLeader(id)));
                    }
                }
            }
        }

        @Override
        public void unregisterBroker(int brokerId) {
            throw failure(ErrorCode.ERROR_CODE_INVALID_REQUEST, "broker " + brokerId + " is alive; stop it first");
        }

        @Override
        public DescribeQuorumResponse describeQuorum() {
            DescribeQuorumResponse.Builder quorum = DescribeQuorumResponse.newBuilder()
                    .setTerm(7)
                    .setAppliedIndex(41)
                    .setFeatureLevel(featureLevel)
                    .setSupportedFeatureLevel(2)
                    .setController(ControllerHint.newBuilder().setNodeId(1));
            for (int id = 1; id <= brokerCount; id++) {
                quorum.addVoters(QuorumVoter.newBuilder()
                        .setNodeId(id)
                        .setRaftAddress("127.0.0.1:" + (9_190 + id))
                        .setAddress("127.0.0.1:" + (9_090 + id)));
            }
            return quorum.build();
        }

        @Override
        public int upgradeFeatures(int level) {
            if (level > 2 || (level > 0 && level < featureLevel)) {
                throw failure(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL, "level " + level + " cannot be");
            }
            featureLevel = level == 0 ? 2 : level;
            return featureLevel;
        }

        @Override
        public List<QuorumVoter> changeQuorum(ChangeQuorumRequest change) {
            return describeQuorum().getVotersList().stream()
                    .filter(voter -> !change.hasRemove() || voter.getNodeId() != change.getRemove())
                    .toList();
        }

        @Override
        public TopicDescription createTopic(
                String name, int partitionCount, int replicationFactor, Map<String, String> configs) {
            if (topics.containsKey(name)) {
                throw failure(ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS, "topic " + name + " exists already");
            }
            TopicDescription topic = create(
                            name,
                            Math.max(1, partitionCount),
                            replicationFactor == 0 ? Math.min(3, brokerCount) : replicationFactor)
                    .toBuilder()
                    .putAllConfigs(configs)
                    .build();
            topics.put(name, topic);
            return topic;
        }

        @Override
        public void deleteTopic(String name) {
            if (topics.remove(name) == null) {
                throw failure(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION, "there is no topic " + name);
            }
        }

        @Override
        public List<TopicListing> listTopics() {
            return topics.values().stream()
                    .map(topic -> TopicListing.newBuilder()
                            .setName(topic.getName())
                            .setTopicId(topic.getTopicId())
                            .setPartitionCount(topic.getPartitionsCount())
                            .setReplicationFactor(topic.getPartitions(0).getReplicasCount())
                            .build())
                    .toList();
        }

        @Override
        public List<TopicDescription> describeTopics(List<String> names) {
            if (names.isEmpty()) {
                return List.copyOf(topics.values());
            }
            return names.stream().map(this::describe).toList();
        }

        private TopicDescription describe(String name) {
            TopicDescription topic = topics.get(name);
            return topic != null
                    ? topic
                    : TopicDescription.newBuilder()
                            .setName(name)
                            .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                            .build();
        }

        @Override
        public DescribeClusterResponse describeCluster() {
            DescribeClusterResponse.Builder cluster =
                    DescribeClusterResponse.newBuilder().setClusterId("fake").setControllerId(1);
            for (int brokerId = 1; brokerId <= brokerCount; brokerId++) {
                cluster.addBrokers(BrokerDescription.newBuilder()
                        .setBrokerId(brokerId)
                        .setEndpoint(Endpoint.newBuilder().setHost("127.0.0.1").setPort(9_090 + brokerId))
                        .setFenced(fenced.contains(brokerId))
                        .setDraining(drained.contains(brokerId)));
            }
            return cluster.build();
        }

        @Override
        public DescribeReplicasResponse describeReplicas(BrokerDescription broker, List<String> names) {
            Deque<List<ReplicaDescription>> answers = reports.getOrDefault(broker.getBrokerId(), new ArrayDeque<>());
            if (fenced.contains(broker.getBrokerId()) && answers.isEmpty()) {
                throw failure(ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR, "UNAVAILABLE");
            }
            List<ReplicaDescription> answer = answers.size() > 1 ? answers.removeFirst() : answers.peekFirst();
            return DescribeReplicasResponse.newBuilder()
                    .setBrokerId(broker.getBrokerId())
                    .addAllReplicas(answer == null ? List.of() : answer)
                    .setWallTimeMs(System.currentTimeMillis() + clockAheadMs.getOrDefault(broker.getBrokerId(), 0))
                    .setDiskUsableBytes(diskUsableBytes)
                    .setDiskTotalBytes(100_000_000_000L)
                    .build();
        }

        @Override
        public boolean answers(NodeAddress node) {
            return !fenced.contains(node.port() - 9_090);
        }

        @Override
        public void alterConfigs(String topic, Map<String, String> set, List<String> remove) {
            TopicDescription.Builder changed = describe(topic).toBuilder().putAllConfigs(set);
            remove.forEach(changed::removeConfigs);
            topics.put(topic, changed.build());
        }

        @Override
        public void close() {}
    }
}
