// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.engine.broker.ConfigException;
import io.tidemark.engine.broker.Node;
import io.tidemark.engine.broker.NodeConfig;
import io.tidemark.engine.broker.StartupException;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A whole cluster in this JVM, for tests: real nodes on loopback ports, each broker and quorum member, with logs in a
 * directory that goes when the cluster is closed.
 *
 * <pre>{@code
 * try (var cluster = EmbeddedCluster.of(3);
 *         var producer = Producer.create(cluster.clientConfig())) {
 *     ...
 * }
 * }</pre>
 *
 * The JVM must run with the options in {@link #JVM_OPTIONS}. Thread-safe.
 */
public final class EmbeddedCluster implements AutoCloseable {
    /** What the JVM of a test needs, in surefire's {@code argLine} for example. */
    public static final String JVM_OPTIONS = JvmOptions.NEEDED;

    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final long LOOK_NS = 20_000_000;

    private final Path directory;
    private final SortedMap<Integer, NodeConfig> configs = new TreeMap<>();
    private final SortedMap<Integer, Node> running = new TreeMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private EmbeddedCluster(Path directory) {
        this.directory = directory;
    }

    /**
     * A running cluster with nodes 1 to {@code nodes}; returns when all of them serve.
     *
     * @param nodes number of nodes, at least 1; three outlive the loss of one
     * @throws IllegalStateException when it does not start; the message says why
     */
    public static EmbeddedCluster of(int nodes) {
        return of(nodes, Map.of());
    }

    /**
     * The same with settings of one's own, for every node, by the names that a node's configuration file has.
     *
     * @throws IllegalStateException when a setting is refused, or the cluster does not start
     */
    public static EmbeddedCluster of(int nodes, Map<String, String> settings) {
        if (nodes < 1) {
            throw new IllegalArgumentException("a cluster of " + nodes + " nodes is not possible; ask for 1 or more");
        }
        JvmOptions.require();
        EmbeddedCluster cluster;
        try {
            cluster = new EmbeddedCluster(Files.createTempDirectory("tidemark-embedded"));
        } catch (IOException refused) {
            throw new UncheckedIOException("no directory for a cluster", refused);
        }
        try {
            cluster.format(nodes, settings);
            for (int nodeId : cluster.nodeIds()) {
                cluster.start(nodeId);
            }
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private void format(int nodes, Map<String, String> settings) {
        List<Integer> ports = FreePorts.take(2 * nodes);
        List<String> voters = new ArrayList<>();
        for (int id = 1; id <= nodes; id++) {
            voters.add(id + "@127.0.0.1:" + ports.get(2 * id - 2) + ":" + ports.get(2 * id - 1));
        }
        for (int id = 1; id <= nodes; id++) {
            Path home = directory.resolve("node-" + id);
            Map<String, String> all = new TreeMap<>(settings);
            all.put("node.id", String.valueOf(id));
            all.put("log.dirs", home.toString());
            all.put("listeners", "127.0.0.1:" + ports.get(2 * id - 1));
            all.put("controller.quorum.voters", String.join(",", voters));
            try {
                DirectoryFormat.format(home, "embedded", id);
                configs.put(id, NodeConfig.load(null, Map.of(), all));
            } catch (IOException | ConfigException refused) {
                throw new IllegalStateException(refused.getMessage(), refused);
            }
        }
    }

    /** Ids of all nodes, running or not. */
    public SortedSet<Integer> nodeIds() {
        return new TreeSet<>(configs.keySet());
    }

    /** Ids of the nodes that run. */
    public synchronized SortedSet<Integer> runningNodeIds() {
        return new TreeSet<>(running.keySet());
    }

    /** The addresses of all nodes, as {@code bootstrap.servers} takes them. */
    public String bootstrapServers() {
        return configs.values().stream()
                .map(config -> config.listener().toString())
                .collect(Collectors.joining(","));
    }

    /** Configuration of a client of this cluster. */
    public ClientConfig clientConfig() {
        return ClientConfig.of(bootstrapServers());
    }

    /**
     * Starts a node that does not run; it serves soon after, see {@link #awaitReady}.
     *
     * @throws IllegalStateException when it does not start; the message says why
     */
    public synchronized void start(int nodeId) {
        NodeConfig config = configs.get(nodeId);
        if (config == null || running.containsKey(nodeId)) {
            throw new IllegalArgumentException(
                    config == null ? "there is no node " + nodeId : "node " + nodeId + " runs already");
        }
        try {
            running.put(nodeId, Node.start(config, (reason, cause) -> faults.add("node " + nodeId + ": " + reason)));
        } catch (StartupException refused) {
            throw new IllegalStateException("node " + nodeId + ": " + refused.getMessage(), refused);
        }
    }

    /** Stops a node in good order: its leadership moves first. */
    public void stop(int nodeId) {
        take(nodeId).stop();
    }

    /** Ends a node without a word to anyone, as {@code kill -9} ends a process. Start it again with {@link #start}. */
    public void kill(int nodeId) {
        take(nodeId).abandon();
    }

    private synchronized Node take(int nodeId) {
        Node node = running.remove(nodeId);
        if (node == null) {
            throw new IllegalArgumentException("node " + nodeId + " does not run");
        }
        return node;
    }

    /**
     * Waits until every node that was started serves.
     *
     * @throws IllegalStateException when one does not within a minute; the message says why
     */
    public void awaitReady() {
        long startNs = System.nanoTime();
        String reason = notReady();
        while (!reason.isEmpty()) {
            if (System.nanoTime() - startNs > READY_LIMIT.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the cluster is not ready: " + reason);
            }
            LockSupport.parkNanos(LOOK_NS);
            reason = notReady();
        }
    }

    private synchronized String notReady() {
        for (Map.Entry<Integer, Node> node : running.entrySet()) {
            String reason = node.getValue().notReady();
            if (!reason.isEmpty()) {
                return "node " + node.getKey() + ": " + reason;
            }
        }
        return "";
    }

    /** Faults after which a node would have ended its process, in words; a test may assert that there are none. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** Ends all nodes at once and removes what they kept. */
    @Override
    public synchronized void close() {
        running.values().forEach(Node::abandon);
        running.clear();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException left) {
            throw new UncheckedIOException("cannot remove " + directory, left);
        }
    }
}
