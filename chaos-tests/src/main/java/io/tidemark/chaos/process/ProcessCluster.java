// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import com.google.gson.JsonObject;
import io.tidemark.chaos.seam.SeamAgent;
import io.tidemark.chaos.seam.SeamSettings;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.engine.runtime.OffsetsTopic;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Node processes that end with this process, and the network between them. Faults are done by node id, by one thread. */
public final class ProcessCluster implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private final ClusterSetup setup;
    private final Network network;
    private final SortedMap<Integer, NodePlan> plans = new TreeMap<>();
    private final SortedMap<Integer, NodeProcess> processes = new TreeMap<>();
    private final SortedMap<Integer, NodeStorage> storages = new TreeMap<>();
    private final SortedSet<Integer> frozen = new TreeSet<>();
    private final List<String> selfExits = new ArrayList<>();
    private final List<String> forcedStops = new ArrayList<>();
    private final String clusterId = "chaos-" + UUID.randomUUID();
    private final Admin admin;
    private final Thread interruption = new Thread(this::end, "cluster-end");
    private volatile boolean ended;
    private volatile boolean hasOffsetsTopic;
    private volatile boolean keepsData = true;
    private int killCount;

    private ProcessCluster(ClusterSetup setup, Network network, List<NodePlan> nodes) {
        this.setup = setup;
        this.network = network;
        nodes.forEach(node -> plans.put(node.nodeId(), node));
        this.admin = Admin.create(config());
    }

    /** Starts a cluster and waits until every node may lead. It closes the network at its own end. */
    public static ProcessCluster start(ClusterSetup setup, Network network) throws IOException {
        ProcessCluster cluster = new ProcessCluster(setup, network, network.plan(setup.directory(), setup.nodeCount()));
        Runtime.getRuntime().addShutdownHook(cluster.interruption);
        try {
            Remains.sweep();
            cluster.layOut();
            cluster.startMissing();
            cluster.awaitReady(READY_LIMIT);
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void layOut() throws IOException {
        List<String> options = new ArrayList<>(setup.jvmOptions());
        if (setup.hasSeams()) {
            options.add("-javaagent:" + SeamAgent.writeJar(setup.directory()));
        }
        for (NodePlan node : plans.values()) {
            Files.createDirectories(node.directory());
            NodeStorage storage = new NodeStorage(node, setup.storage());
            storages.put(node.nodeId(), storage);
            storage.create();
            Files.writeString(node.configFile(), properties(node));
            DirectoryFormat.format(node.dataDirectory(), clusterId, node.nodeId());
            List<String> command = new ArrayList<>(Remains.endsWithHarness());
            command.addAll(storage.prefix());
            command.addAll(network.prefix(node.nodeId()));
            command.addAll(NodeProcess.command(setup.home(), node.configFile(), options));
            processes.put(node.nodeId(), new NodeProcess(node, command));
        }
    }

    private String properties(NodePlan node) {
        SortedMap<String, String> values = new TreeMap<>(setup.config());
        values.put("node.id", String.valueOf(node.nodeId()));
        values.put("cluster.id", clusterId);
        values.put("process.roles", setup.isVoter(node.nodeId()) ? "broker,quorum" : "broker");
        values.put("listeners", node.host() + ":" + node.ports().broker());
        values.put("advertised.listeners", node.address());
        if (setup.isVoter(node.nodeId())) {
            values.put("controller.listener", node.host() + ":" + node.ports().quorum());
        }
        values.put(
                "controller.quorum.voters",
                plans.values().stream()
                        .filter(plan -> setup.isVoter(plan.nodeId()))
                        .map(NodePlan::voter)
                        .collect(Collectors.joining(",")));
        values.put("metrics.listener", node.host() + ":" + node.ports().metrics());
        values.put("broker.rack", node.rack());
        values.put("log.dirs", node.dataDirectory().toString());
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** How it was made. */
    public ClusterSetup setup() {
        return setup;
    }

    /** Its network, to do harm to. */
    public Network network() {
        return network;
    }

    /** Its nodes by id. */
    public Collection<NodePlan> nodes() {
        return plans.values();
    }

    /** Its node ids. */
    public List<Integer> nodeIds() {
        return List.copyOf(plans.keySet());
    }

    /** How clients find it; they give up on a write after half a minute, long after a whole cluster is back. */
    public ClientConfig config() {
        return new ClientConfig(Map.of(
                "bootstrap.servers",
                plans.values().stream().map(NodePlan::address).collect(Collectors.joining(",")),
                "auto.offset.reset",
                "earliest",
                "delivery.timeout.ms",
                "30000",
                "request.timeout.ms",
                "3000",
                "max.block.ms",
                "10000"));
    }

    /** Creates a topic with a replica on every node, at most three, and two of them needed to acknowledge. */
    public void createTopic(String topic, int partitionCount, Map<String, String> configs) {
        Map<String, String> all = new TreeMap<>(configs);
        all.putIfAbsent("min.insync.replicas", Integer.toString(Math.min(2, setup.nodeCount())));
        admin.createTopic(topic, partitionCount, replicas(), all);
    }

    /** Of each topic, where there are nodes enough. */
    private int replicas() {
        return Math.min(3, setup.nodeCount());
    }

    /**
     * Has the topic made that groups are kept in, on as many nodes as there are, up to three. One that all nodes must not
     * lose at once is flushed as the topic under load is.
     *
     * @param topic a topic that is there
     * @param configs configs of the topic under load
     */
    public void createOffsetsTopic(String topic, Map<String, String> configs) {
        try (GroupConsumer consumer = GroupConsumer.create(config().with("group.id", "first"))) {
            consumer.committed(List.of(new TopicPartition(topic, 0)));
        }
        String durability = configs.get("durability");
        if (durability != null) {
            admin.alterConfigs(OffsetsTopic.NAME, Map.of("durability", durability), List.of());
        }
        int kept = describe(OffsetsTopic.NAME).getPartitions(0).getReplicasCount();
        if (kept != replicas()) {
            throw new IllegalStateException("groups are kept on " + kept + " nodes only");
        }
        hasOffsetsTopic = true;
    }

    /** The node that coordinates groups as some node sees it; -1 when there is none, or nobody tells. */
    public int coordinator() {
        try {
            return describe(OffsetsTopic.NAME).getPartitions(0).getLeader();
        } catch (TidemarkException e) {
            return -1;
        }
    }

    /** A description as some node sees it. */
    public TopicDescription describe(String topic) {
        return admin.describeTopics(List.of(topic)).get(0);
    }

    /** The active controller's node; -1 when not known. */
    public int controller() {
        return admin.describeCluster().getControllerId();
    }

    /** {@code kill -9} of some nodes at once; returns when they are gone. */
    public void kill(Collection<Integer> nodeIds) {
        killCount += (int) nodeIds.stream().filter(this::isAlive).count();
        nodeIds.forEach(nodeId -> process(nodeId).kill());
        nodeIds.forEach(nodeId -> process(nodeId).awaitEnd());
        frozen.removeAll(nodeIds);
    }

    /** Number of processes ended by force so far. */
    public int killCount() {
        return killCount;
    }

    /** Stops nodes in good order, all at once; true when all left in time, those that do not are killed. */
    public boolean stop(Collection<Integer> nodeIds) {
        thaw(nodeIds);
        nodeIds.forEach(nodeId -> process(nodeId).terminate());
        boolean isOrderly = true;
        long deadlineNanos = System.nanoTime() + STOP_LIMIT.toNanos();
        for (int nodeId : nodeIds) {
            Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
            if (!process(nodeId).hasEndedWithin(left)) {
                isOrderly = false;
                kill(List.of(nodeId));
                forcedStops.add(
                        "node " + nodeId + " did not leave in good order within " + STOP_LIMIT.toSeconds() + " s");
            }
        }
        return isOrderly;
    }

    /** Stops in good order that had to be ended by force so far. */
    public List<String> forcedStops() {
        return List.copyOf(forcedStops);
    }

    /** Freezes a node with SIGSTOP. */
    public void freeze(int nodeId) {
        signal(nodeId, "STOP");
        frozen.add(nodeId);
    }

    /** Lets frozen nodes run on. */
    public void thaw(Collection<Integer> nodeIds) {
        for (int nodeId : nodeIds) {
            if (frozen.remove(nodeId)) {
                signal(nodeId, "CONT");
            }
        }
    }

    private void signal(int nodeId, String signal) {
        try {
            process(nodeId).signal(signal);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** State letter of a node's process as the kernel tells: T while frozen, empty when gone. */
    public String processState(int nodeId) throws IOException {
        return process(nodeId).state();
    }

    /** Whether a node's process runs, frozen or not. */
    public boolean isAlive(int nodeId) {
        return process(nodeId).isAlive();
    }

    private NodeProcess process(int nodeId) {
        NodeProcess process = processes.get(nodeId);
        if (process == null) {
            throw new IllegalArgumentException("no node " + nodeId);
        }
        return process;
    }

    /** Starts every node that does not run. Those that had ended by themselves are noted. */
    public void startMissing() {
        processes.keySet().forEach(this::start);
    }

    /** Starts a node if it does not run. */
    public void start(int nodeId) {
        if (ended) {
            throw new IllegalStateException("the cluster has ended");
        }
        NodeProcess process = process(nodeId);
        if (process.hasEndedByItself()) {
            selfExits.add("node " + nodeId + " ended by itself");
        }
        try {
            process.start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        network.placed(nodeId, process.pid());
    }

    /** Whether a node, in this life, may end by itself and does right in it. */
    public void expectEnd(int nodeId, boolean may) {
        process(nodeId).expectEnd(may);
    }

    /** Nodes that ended without being told to, as noticed when they were started again. */
    public List<String> selfExits() {
        return List.copyOf(selfExits);
    }

    /** Node ids of processes that ended without being told to and are not started again yet. */
    public List<Integer> endedByThemselves() {
        return processes.entrySet().stream()
                .filter(entry -> entry.getValue().hasEndedByItself())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Loses what a stopped node's disk had not written; what changed by it, empty when nothing did. */
    public String cutPower(int nodeId) throws IOException {
        return storage(nodeId).cutPower();
    }

    /** Fills a node's disk; the bytes taken. */
    public long fillDisk(int nodeId) throws IOException {
        return storage(nodeId).fill();
    }

    /** Bytes left on a node's disk. */
    public long usableBytes(int nodeId) throws IOException {
        return storage(nodeId).usableBytes();
    }

    /** Frees what {@link #fillDisk} took. */
    public void drainDisk(int nodeId) throws IOException {
        storage(nodeId).drain();
    }

    /** Gives a stopped node an empty disk, formatted for it; returns the disk's id. */
    public UUID formatAnew(int nodeId) throws IOException {
        Path data = plan(nodeId).dataDirectory();
        storage(nodeId).empty();
        DirectoryFormat.format(data, clusterId, nodeId);
        return DirectoryFormat.open(data).directoryId();
    }

    private NodeStorage storage(int nodeId) {
        NodeStorage storage = storages.get(nodeId);
        if (storage == null) {
            throw new IllegalArgumentException("no node " + nodeId);
        }
        return storage;
    }

    /** Waits until every node answers that it is ready; says why one does not. */
    private void awaitReady(Duration limit) throws IOException {
        try {
            await("every node ready", limit, () -> !endedByThemselves().isEmpty() || areReady());
        } catch (IllegalStateException late) {
            throw new IllegalStateException(late.getMessage() + ": " + NodePages.readiness(plans.values()), late);
        }
        for (int nodeId : endedByThemselves()) {
            throw new IllegalStateException("node " + nodeId + " ended as it started: "
                    + Files.readString(plan(nodeId).logFile()));
        }
    }

    private boolean areReady() {
        return plans.values().stream().allMatch(NodePages::isReady);
    }

    /** Whether a node answers that it is ready. */
    public boolean isReady(int nodeId) {
        return NodePages.isReady(plan(nodeId));
    }

    /** Waits until every partition of a topic, and of that of groups, has a leader and all replicas in sync. */
    public void awaitWhole(String topic, Duration limit) {
        await("every replica of " + topic + " in sync", limit, () -> isWhole(topic));
        if (hasOffsetsTopic) {
            await("every replica of groups in sync", limit, () -> isWhole(OffsetsTopic.NAME));
        }
    }

    private boolean isWhole(String topic) {
        try {
            return describe(topic).getPartitionsList().stream().allMatch(ProcessCluster::isWhole) && areReady();
        } catch (TidemarkException e) {
            // Asked again until the limit: nodes may be away.
            return false;
        }
    }

    private static boolean isWhole(PartitionRecord partition) {
        return partition.getLeader() >= 0 && partition.getIsrCount() == partition.getReplicasCount();
    }

    /** Waits until a condition holds. */
    public static void await(String what, Duration limit, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IllegalStateException("not within " + limit.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** What a node tells of itself; null while it does not answer. */
    public static @org.jspecify.annotations.Nullable JsonObject state(NodePlan node) {
        return NodePages.state(node);
    }

    /** What an operator changes. */
    public ClusterChanges changes() {
        return new ClusterChanges(admin);
    }

    /** The plan of a node. */
    public NodePlan plan(int nodeId) {
        NodePlan plan = plans.get(nodeId);
        if (plan == null) {
            throw new IllegalArgumentException("no node " + nodeId);
        }
        return plan;
    }

    /** Tells a node's seams what to do. */
    public void setSeams(int nodeId, SeamSettings settings) throws IOException {
        settings.write(plan(nodeId).directory());
    }

    /** How often what the settings ask for took effect in a node's present life. */
    public long seamsSeen(int nodeId, SeamSettings settings) throws IOException {
        return settings.seen(plan(nodeId).directory());
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException e) {
            return; // The process ends: the hook does it.
        }
        try {
            admin.close();
        } finally {
            remove();
        }
    }

    /** Nobody needs what the nodes stored: it may go with the file systems on which it lies. */
    public void forgoData() {
        keepsData = false;
    }

    /** When the harness is interrupted nothing of the cluster may stay. */
    private void end() {
        keepsData = false;
        try {
            remove();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void remove() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        kill(processes.keySet().stream().toList());
        for (Map.Entry<Integer, NodeStorage> storage : storages.entrySet()) {
            remove(plan(storage.getKey()), storage.getValue());
        }
        network.close();
    }

    /** What a run came to counts also when its data cannot be kept; then the node's folder says why. */
    private void remove(NodePlan node, NodeStorage storage) throws IOException {
        if (!keepsData) {
            storage.remove();
            return;
        }
        try {
            storage.removeButKeepFiles();
        } catch (IOException e) {
            Files.writeString(node.directory().resolve("data-not-kept.txt"), e + "\n");
        }
    }
}
