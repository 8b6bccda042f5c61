// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brokers on loopback that share one in-memory state under this object's lock. */
public final class FakeCluster implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    final AtomicInteger nextProducerId = new AtomicInteger(1000);
    final AtomicInteger produceRequests = new AtomicInteger();
    /** What to do with the n-th write of a partition. */
    volatile BiFunction<TopicPartition, Integer, ProduceFault> produceFaults = (partition, n) -> ProduceFault.NONE;
    /** What to answer to reads of a partition by a broker; null for the truth. */
    volatile BiFunction<Integer, TopicPartition, @Nullable ErrorCode> fetchFaults = (broker, partition) -> null;
    /** Which broker is in the rack of every consumer that names one; -1 for none. */
    volatile int nearBroker = -1;
    /** Reads that each broker answered with records. */
    final Map<Integer, AtomicInteger> reads = new ConcurrentHashMap<>();
    /** What to answer to look-ups of offsets; null for the truth. */
    volatile Function<TopicPartition, @Nullable ErrorCode> offsetFaults = partition -> null;
    /** What to answer to commands, one after the other. */
    private final List<ErrorCode> commandFaults = new ArrayList<>();

    final Map<String, FakeTopic> topics = new TreeMap<>();
    final Map<TopicPartition, AtomicInteger> writes = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> ports = new HashMap<>();
    private final Map<Integer, Server> servers = new TreeMap<>();
    private final AtomicInteger topicIds = new AtomicInteger();

    /** A topic. */
    static final class FakeTopic {
        final ByteString topicId;
        final List<FakePartition> partitions = new ArrayList<>();
        final Map<String, String> configs = new TreeMap<>();

        FakeTopic(ByteString topicId) {
            this.topicId = topicId;
        }
    }

    /** Starts brokers 1 to {@code brokerCount}. */
    public FakeCluster(int brokerCount) {
        for (int id = 1; id <= brokerCount; id++) {
            start(id);
        }
    }

    /** Starts a broker, on its old port when it has one. */
    public void start(int brokerId) {
        try {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.getOrDefault(brokerId, 0));
            Server server = NettyServerBuilder.forAddress(address)
                    .permitKeepAliveTime(1, TimeUnit.SECONDS)
                    .maxInboundMessageSize(4 << 20)
                    .addService(new FakeProduceService(this, brokerId))
                    .addService(new FakeFetchService(this, brokerId))
                    .addService(new FakeAdminService(this, brokerId))
                    .build()
                    .start();
            ports.put(brokerId, server.getPort());
            servers.put(brokerId, server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops a broker at once and lets others lead. */
    public void kill(int brokerId) {
        Server server = Objects.requireNonNull(servers.remove(brokerId));
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            for (FakeTopic topic : topics.values()) {
                topic.partitions.stream()
                        .filter(partition -> partition.leaderId == brokerId)
                        .forEach(this::moveLeader);
            }
        }
    }

    /** Stops a broker at once and elects nobody. */
    public void killWithoutElection(int brokerId) {
        Server server = Objects.requireNonNull(servers.remove(brokerId));
        server.shutdownNow();
    }

    /** Makes a topic whose partitions are led in turn. */
    public synchronized void createTopic(String name, int partitionCount) {
        byte[] id = new byte[16];
        id[15] = (byte) topicIds.incrementAndGet();
        FakeTopic topic = new FakeTopic(ByteString.copyFrom(id));
        List<Integer> brokers = List.copyOf(servers.keySet());
        for (int partition = 0; partition < partitionCount; partition++) {
            topic.partitions.add(new FakePartition(brokers.get(partition % brokers.size())));
        }
        topics.put(name, topic);
    }

    /** Removes a topic. */
    public synchronized void deleteTopic(String name) {
        topics.remove(name);
    }

    /** Sets a topic's config. */
    public synchronized void setConfig(String topic, String key, String value) {
        topic(topic).configs.put(key, value);
    }

    /** The next live broker leads from now on. */
    public synchronized void moveLeader(TopicPartition partition) {
        moveLeader(partition(partition));
    }

    private void moveLeader(FakePartition partition) {
        List<Integer> brokers = List.copyOf(servers.keySet());
        int at = brokers.indexOf(partition.leaderId);
        partition.leaderId = brokers.isEmpty() ? -1 : brokers.get((at + 1) % brokers.size());
        partition.leaderEpoch++;
    }

    /** Nobody leads from now on. */
    public synchronized void dropLeader(TopicPartition partition) {
        partition(partition).leaderId = -1;
        partition(partition).leaderEpoch++;
    }

    /** Who leads. */
    public synchronized int leaderOf(TopicPartition partition) {
        return partition(partition).leaderId;
    }

    /** Runs with a partition's log while no broker touches it. */
    public synchronized <T> T withLog(TopicPartition partition, Function<FakeLog, T> use) {
        return use.apply(partition(partition).log);
    }

    /** Decides what happens to the n-th write of a partition, from 1. */
    public void onProduce(BiFunction<TopicPartition, Integer, ProduceFault> faults) {
        produceFaults = faults;
    }

    /** Decides what brokers answer to reads; null for the truth. */
    public void onFetch(BiFunction<Integer, TopicPartition, @Nullable ErrorCode> faults) {
        fetchFaults = faults;
    }

    /** From now on this broker is in the rack of every consumer that names one. */
    public void setNearBroker(int brokerId) {
        nearBroker = brokerId;
    }

    /** How many reads a broker has answered with records. */
    public int reads(int brokerId) {
        return reads.getOrDefault(brokerId, new AtomicInteger()).get();
    }

    /** Decides what brokers answer to look-ups of offsets; null for the truth. */
    public void onListOffsets(Function<TopicPartition, @Nullable ErrorCode> faults) {
        offsetFaults = faults;
    }

    /** The next commands are answered so although they are carried out. */
    public synchronized void failCommands(ErrorCode... errors) {
        commandFaults.addAll(List.of(errors));
    }

    /** The answer to a command: what was ordered, else the truth. */
    synchronized ErrorCode orderedOr(ErrorCode truth) {
        return commandFaults.isEmpty() ? truth : commandFaults.remove(0);
    }

    /** Number of writes received. */
    public int produceRequests() {
        return produceRequests.get();
    }

    /** Configuration of a client of this cluster. */
    public ClientConfig config() {
        List<String> addresses =
                ports.values().stream().map(port -> "127.0.0.1:" + port).toList();
        return ClientConfig.of(String.join(",", addresses));
    }

    /** Runs later under this object's lock, unless the cluster is closed by then. */
    @SuppressWarnings("FutureReturnValueIgnored") // What it does shows in the state.
    void later(Runnable action, int delayMs) {
        timer.schedule(
                () -> {
                    synchronized (this) {
                        action.run();
                    }
                },
                delayMs,
                TimeUnit.MILLISECONDS);
    }

    Map<Integer, Integer> livePorts() {
        Map<Integer, Integer> live = new TreeMap<>(ports);
        live.keySet().retainAll(servers.keySet());
        return live;
    }

    @Nullable
    FakePartition find(String topic, int partition) {
        FakeTopic found = topics.get(topic);
        return found == null || partition < 0 || partition >= found.partitions.size()
                ? null
                : found.partitions.get(partition);
    }

    LeaderHint nearHint() {
        return LeaderHint.newBuilder()
                .setLeaderId(nearBroker)
                .setHost("127.0.0.1")
                .setPort(ports.getOrDefault(nearBroker, 0))
                .build();
    }

    LeaderHint hint(FakePartition partition) {
        LeaderHint.Builder hint =
                LeaderHint.newBuilder().setLeaderId(partition.leaderId).setLeaderEpoch(partition.leaderEpoch);
        if (partition.leaderId >= 0) {
            hint.setHost("127.0.0.1").setPort(ports.getOrDefault(partition.leaderId, 0));
        }
        return hint.build();
    }

    TopicDescription describe(String name) {
        FakeTopic topic = topics.get(name);
        if (topic == null) {
            return TopicDescription.newBuilder()
                    .setName(name)
                    .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                    .build();
        }
        TopicDescription.Builder described = TopicDescription.newBuilder()
                .setName(name)
                .setTopicId(topic.topicId)
                .putAllConfigs(topic.configs);
        for (int i = 0; i < topic.partitions.size(); i++) {
            described.addPartitions(PartitionRecord.newBuilder()
                    .setPartition(i)
                    .addReplicas(1)
                    .setLeader(topic.partitions.get(i).leaderId)
                    .setLeaderEpoch(topic.partitions.get(i).leaderEpoch));
        }
        return described.build();
    }

    private FakeTopic topic(String name) {
        return Objects.requireNonNull(topics.get(name));
    }

    private FakePartition partition(TopicPartition partition) {
        return Objects.requireNonNull(find(partition.topic(), partition.partition()));
    }

    @Override
    public void close() {
        servers.values().forEach(Server::shutdownNow);
        timer.shutdownNow();
        try {
            for (Server server : servers.values()) {
                server.awaitTermination(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
