// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadConsumer;
import io.tidemark.benchmarks.load.LoadProducer;
import io.tidemark.benchmarks.load.LogSystem;
import io.tidemark.benchmarks.load.ProducerSettings;
import io.tidemark.benchmarks.load.RunTimes;
import io.tidemark.benchmarks.load.TopicSpec;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tidemark as its distribution runs it: {@code tidemark server} with the options of a server. */
final class TidemarkSystem implements LogSystem {
    private static final int NODE_COUNT = 3;
    private static final int PORTS_PER_NODE = 3;
    private static final String ADMIN_TIMEOUT_MS = "2000";

    private final Path home;
    private final SystemOptions options;
    private final NodeProcesses processes;
    private final List<Integer> ports = FreePorts.take(NODE_COUNT * PORTS_PER_NODE);
    private final String clusterId = UUID.randomUUID().toString();
    private @Nullable Admin admin;

    private TidemarkSystem(Path home, SystemOptions options, NodeProcesses processes) {
        this.home = home;
        this.options = options;
        this.processes = processes;
    }

    static TidemarkSystem open(SystemOptions options) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(options.workDirectory()), "tidemark-");
        TidemarkSystem system = new TidemarkSystem(TidemarkHome.installed(), options, new NodeProcesses(directory));
        for (int nodeId = 1; nodeId <= NODE_COUNT; nodeId++) {
            Files.writeString(system.configFile(nodeId), system.properties(nodeId));
            DirectoryFormat.format(system.processes.directory(nodeId).resolve("data"), system.clusterId, nodeId);
        }
        return system;
    }

    @Override
    public String name() {
        return "tidemark";
    }

    @Override
    public void start() throws IOException {
        for (int nodeId = 1; nodeId <= NODE_COUNT; nodeId++) {
            processes.start(
                    nodeId,
                    List.of(
                            "bash",
                            home.resolve("tidemark").toString(),
                            "server",
                            "--config",
                            configFile(nodeId).toString(),
                            "--until-input-ends"),
                    Map.of(
                            "JAVA_HOME", System.getProperty("java.home"),
                            "TIDEMARK_JVM_OPTIONS", String.join(" ", options.jvmOptions())));
        }
    }

    @Override
    public void createTopic(TopicSpec topic, Duration limit) throws InterruptedException {
        Map<String, String> configs = new TreeMap<>();
        configs.put("min.insync.replicas", TopicSpec.MIN_IN_SYNC);
        configs.put("max.message.bytes", String.valueOf(TopicSpec.MAX_BATCH_BYTES));
        configs.put("durability", topic.isFlushed() ? "flushed" : "replicated");
        Waiting.until("topic " + topic.name(), limit, () -> {
            processes.requireAlive();
            return isCreated(topic, configs);
        });
        Waiting.until("a whole topic " + topic.name(), limit, () -> isWhole(topic));
    }

    private boolean isCreated(TopicSpec topic, Map<String, String> configs) {
        try {
            admin().createTopic(topic.name(), topic.partitionCount(), TopicSpec.REPLICATION_FACTOR, configs);
            return true;
        } catch (TidemarkException e) {
            // An answer that was lost on the way may have been a success.
            if (admin().listTopics().stream().anyMatch(each -> each.getName().equals(topic.name()))) {
                return true;
            }
            throw e;
        }
    }

    private boolean isWhole(TopicSpec topic) {
        List<TopicDescription> found = admin().describeTopics(List.of(topic.name()));
        return found.size() == 1
                && found.get(0).getPartitionsCount() == topic.partitionCount()
                && found.get(0).getPartitionsList().stream()
                        .allMatch(each -> each.getLeader() >= 0 && each.getIsrCount() == each.getReplicasCount());
    }

    @Override
    public void deleteTopic(String topic) throws InterruptedException {
        Waiting.until("the end of topic " + topic, RunTimes.LIMIT, () -> isDeleted(topic));
    }

    private boolean isDeleted(String topic) {
        if (admin().listTopics().stream().anyMatch(each -> each.getName().equals(topic))) {
            admin().deleteTopic(topic);
        }
        return true;
    }

    @Override
    public LoadProducer producer(ProducerSettings settings) {
        ClientConfig config = ClientConfig.of(bootstrap());
        for (Map.Entry<String, String> each : settings.values().entrySet()) {
            config = config.with(each.getKey(), each.getValue());
        }
        return new TidemarkProducer(Producer.create(config));
    }

    @Override
    public LoadConsumer consumer(TopicSpec topic, StartAt startAt) {
        return new TidemarkConsumer(Consumer.create(ClientConfig.of(bootstrap())), topic, startAt);
    }

    @Override
    public ProcessHandle leaderOf(String topic, int partition) {
        for (PartitionRecord each :
                admin().describeTopics(List.of(topic)).get(0).getPartitionsList()) {
            if (each.getPartition() == partition) {
                return processes.node(each.getLeader());
            }
        }
        throw new IllegalStateException("topic " + topic + " has no partition " + partition);
    }

    @Override
    public List<ProcessHandle> nodes() {
        return processes.alive();
    }

    @Override
    public void startProfile() throws IOException, InterruptedException {
        Profiler.start(options.profileDirectory(), name(), nodes());
    }

    @Override
    public void restart() throws IOException, InterruptedException {
        processes.stopAll();
        start();
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close();
        }
        processes.close();
    }

    private Admin admin() {
        if (admin == null) {
            admin = Admin.create(ClientConfig.of(bootstrap()).with("default.api.timeout.ms", ADMIN_TIMEOUT_MS));
        }
        return admin;
    }

    private String bootstrap() {
        return IntStream.rangeClosed(1, NODE_COUNT)
                .mapToObj(nodeId -> address(nodeId, 0))
                .collect(Collectors.joining(","));
    }

    private String address(int nodeId, int kind) {
        return "127.0.0.1:" + port(nodeId, kind);
    }

    private int port(int nodeId, int kind) {
        return ports.get((nodeId - 1) * PORTS_PER_NODE + kind);
    }

    private Path configFile(int nodeId) throws IOException {
        return processes.directory(nodeId).resolve("node.properties");
    }

    private String properties(int nodeId) throws IOException {
        String voters = IntStream.rangeClosed(1, NODE_COUNT)
                .mapToObj(each -> each + "@" + address(each, 1) + ":" + port(each, 0))
                .collect(Collectors.joining(","));
        return String.join(
                "\n",
                "node.id=" + nodeId,
                "cluster.id=" + clusterId,
                "process.roles=broker,quorum",
                "listeners=" + address(nodeId, 0),
                "controller.quorum.voters=" + voters,
                "metrics.listener=" + address(nodeId, 2),
                "log.dirs=" + processes.directory(nodeId).resolve("data"),
                "");
    }
}
