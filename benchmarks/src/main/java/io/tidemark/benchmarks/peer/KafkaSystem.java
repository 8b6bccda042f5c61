// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LoadConsumer;
import io.tidemark.benchmarks.load.LoadProducer;
import io.tidemark.benchmarks.load.LogSystem;
import io.tidemark.benchmarks.load.ProducerSettings;
import io.tidemark.benchmarks.load.RunTimes;
import io.tidemark.benchmarks.load.TopicSpec;
import io.tidemark.metadata.ratis.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** Apache Kafka: three combined brokers and controllers with the defaults of its own start script. */
final class KafkaSystem implements LogSystem {
    private static final int NODE_COUNT = 3;
    private static final String ADMIN_TIMEOUT_MS = "5000";
    private static final String SERVER_PROPERTIES = "server.properties";

    private final String name;
    private final SystemOptions options;
    private final KafkaTimeouts timeouts;
    private final KafkaLibraries libraries;
    private final NodeProcesses processes;
    private final List<Integer> ports = FreePorts.take(NODE_COUNT * 2);
    private @Nullable Admin admin;

    private KafkaSystem(
            String name,
            SystemOptions options,
            KafkaTimeouts timeouts,
            KafkaLibraries libraries,
            NodeProcesses processes) {
        this.name = name;
        this.options = options;
        this.timeouts = timeouts;
        this.libraries = libraries;
        this.processes = processes;
    }

    static KafkaSystem open(String name, SystemOptions options, KafkaTimeouts timeouts)
            throws IOException, InterruptedException {
        KafkaLibraries libraries = KafkaLibraries.fetch(options.workDirectory());
        Path directory = Files.createTempDirectory(options.workDirectory(), name + "-");
        KafkaSystem system = new KafkaSystem(name, options, timeouts, libraries, new NodeProcesses(directory));
        String clusterId = Uuid.randomUuid().toString();
        for (int nodeId = 1; nodeId <= NODE_COUNT; nodeId++) {
            Path file = system.processes.directory(nodeId).resolve(SERVER_PROPERTIES);
            Files.writeString(file, system.properties(nodeId));
            List<String> format = new ArrayList<>(system.java(List.of("-XX:TieredStopAtLevel=1")));
            format.addAll(List.of("kafka.tools.StorageTool", "format", "-t", clusterId, "-c", file.toString()));
            NodeProcesses.run(format, system.processes.directory(nodeId).resolve("format.log"));
        }
        return system;
    }

    private List<String> java(List<String> jvmOptions) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(jvmOptions);
        words.add("-Dlog4j2.configurationFile=" + libraries.loggingFile());
        words.add("-cp");
        words.add(libraries.classPath());
        return words;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() throws IOException {
        for (int nodeId = 1; nodeId <= NODE_COUNT; nodeId++) {
            List<String> words = new ArrayList<>(java(options.jvmOptions()));
            words.add("kafka.Kafka");
            words.add(processes.directory(nodeId).resolve(SERVER_PROPERTIES).toString());
            processes.start(nodeId, words, Map.of());
        }
    }

    @Override
    public void createTopic(TopicSpec topic, Duration limit) throws InterruptedException {
        Map<String, String> configs = new TreeMap<>();
        configs.put("min.insync.replicas", TopicSpec.MIN_IN_SYNC);
        configs.put("max.message.bytes", String.valueOf(TopicSpec.MAX_BATCH_BYTES));
        if (topic.isFlushed()) {
            configs.put("flush.messages", "1");
        }
        NewTopic wanted =
                new NewTopic(topic.name(), topic.partitionCount(), TopicSpec.REPLICATION_FACTOR).configs(configs);
        Waiting.until("topic " + topic.name(), limit, () -> {
            processes.requireAlive();
            return isCreated(wanted);
        });
        Waiting.until("a whole topic " + topic.name(), limit, () -> isWhole(topic));
    }

    private boolean isCreated(NewTopic wanted) throws InterruptedException, ExecutionException {
        try {
            admin().createTopics(List.of(wanted)).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return true;
            }
            throw e;
        }
    }

    private boolean isWhole(TopicSpec topic) throws InterruptedException, ExecutionException {
        TopicDescription found = describe(topic.name());
        return found.partitions().size() == topic.partitionCount()
                && found.partitions().stream()
                        .allMatch(each -> each.leader() != null
                                && !each.leader().isEmpty()
                                && each.isr().size() == each.replicas().size());
    }

    private TopicDescription describe(String topic) throws InterruptedException, ExecutionException {
        TopicDescription found =
                admin().describeTopics(List.of(topic)).allTopicNames().get().get(topic);
        if (found == null) {
            throw new IllegalStateException("topic " + topic + " is not described");
        }
        return found;
    }

    @Override
    public void deleteTopic(String topic) throws InterruptedException {
        Waiting.until("the end of topic " + topic, RunTimes.LIMIT, () -> isDeleted(topic));
    }

    private boolean isDeleted(String topic) throws InterruptedException, ExecutionException {
        if (admin().listTopics().names().get().contains(topic)) {
            admin().deleteTopics(List.of(topic)).all().get();
        }
        return true;
    }

    @Override
    public LoadProducer producer(ProducerSettings settings) {
        return new KafkaLoadProducer(clientConfig(settings.values()));
    }

    @Override
    public LoadConsumer consumer(TopicSpec topic, StartAt startAt) {
        return new KafkaLoadConsumer(clientConfig(Map.of()), topic, startAt);
    }

    private Map<String, Object> clientConfig(Map<String, String> more) {
        Map<String, Object> config = new TreeMap<>(timeouts.client());
        config.putAll(more);
        config.put("bootstrap.servers", bootstrap());
        return config;
    }

    @Override
    public ProcessHandle leaderOf(String topic, int partition) throws InterruptedException {
        try {
            return processes.node(
                    describe(topic).partitions().get(partition).leader().id());
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot describe topic " + topic, e);
        }
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
            admin.close(Duration.ofSeconds(1));
        }
        processes.close();
    }

    private Admin admin() {
        if (admin == null) {
            Map<String, Object> config = new TreeMap<>();
            config.put("bootstrap.servers", bootstrap());
            config.put("request.timeout.ms", ADMIN_TIMEOUT_MS);
            config.put("default.api.timeout.ms", ADMIN_TIMEOUT_MS);
            config.put("reconnect.backoff.max.ms", "100");
            admin = Admin.create(config);
        }
        return admin;
    }

    private String bootstrap() {
        return IntStream.rangeClosed(1, NODE_COUNT)
                .mapToObj(nodeId -> "127.0.0.1:" + clientPort(nodeId))
                .collect(Collectors.joining(","));
    }

    private int clientPort(int nodeId) {
        return ports.get((nodeId - 1) * 2);
    }

    private int controllerPort(int nodeId) {
        return ports.get((nodeId - 1) * 2 + 1);
    }

    private String properties(int nodeId) throws IOException {
        Map<String, String> values = new TreeMap<>(timeouts.broker());
        String listener = "PLAINTEXT://127.0.0.1:" + clientPort(nodeId);
        values.put("process.roles", "broker,controller");
        values.put("node.id", String.valueOf(nodeId));
        values.put(
                "controller.quorum.voters",
                IntStream.rangeClosed(1, NODE_COUNT)
                        .mapToObj(each -> each + "@127.0.0.1:" + controllerPort(each))
                        .collect(Collectors.joining(",")));
        values.put("listeners", listener + ",CONTROLLER://127.0.0.1:" + controllerPort(nodeId));
        values.put("advertised.listeners", listener);
        values.put("controller.listener.names", "CONTROLLER");
        values.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
        values.put("log.dirs", processes.directory(nodeId).resolve("data").toString());
        values.put("offsets.topic.replication.factor", String.valueOf(NODE_COUNT));
        values.put("transaction.state.log.replication.factor", String.valueOf(NODE_COUNT));
        values.put("auto.create.topics.enable", "false");
        StringBuilder text = new StringBuilder();
        values.forEach(
                (key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }
}
