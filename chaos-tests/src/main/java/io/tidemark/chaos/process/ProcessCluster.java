// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.cli.NetworkClients;
import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.LocalNode;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Three node processes on loopback that end with this process. Faults are done by node id. */
public final class ProcessCluster implements AutoCloseable {
    private static final int NODE_COUNT = 3;
    private static final Duration POLL = Duration.ofMillis(20);

    private final LocalCluster cluster;
    private final Admin admin;

    private ProcessCluster(LocalCluster cluster) {
        this.cluster = cluster;
        this.admin = Admin.create(config());
    }

    /**
     * Starts a cluster under a directory and waits until every node may lead.
     *
     * @param home where the distribution was laid out
     */
    public static ProcessCluster start(Path directory, Path home) throws IOException {
        LocalCluster nodes = LocalCluster.create(
                directory, PortPlan.anyFree(NODE_COUNT), new Home(home), new NetworkClients(), NodeLife.ATTACHED);
        try {
            nodes.startAll();
            nodes.awaitReady();
            return new ProcessCluster(nodes);
        } catch (IOException | RuntimeException e) {
            nodes.killAll();
            throw e;
        }
    }

    /** How clients find it. */
    public ClientConfig config() {
        return new ClientConfig(Map.of("bootstrap.servers", cluster.layout().bootstrap()));
    }

    /** Creates a topic with a replica on every node. */
    public void createTopic(String topic, int partitionCount) {
        admin.createTopic(topic, partitionCount, NODE_COUNT, Map.of("min.insync.replicas", "2"));
    }

    /** The node that leads most partitions of a topic. */
    public int busiestLeader(String topic) {
        Map<Integer, Long> led = describe(topic).getPartitionsList().stream()
                .filter(partition -> partition.getLeader() >= 0)
                .collect(java.util.stream.Collectors.groupingBy(
                        PartitionRecord::getLeader, java.util.TreeMap::new, java.util.stream.Collectors.counting()));
        return led.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow(() -> new IllegalStateException("no partition of " + topic + " has a leader"))
                .getKey();
    }

    /** The active controller's node. */
    public int controller() {
        return admin.describeCluster().getControllerId();
    }

    /** {@code kill -9} of some nodes at once; returns when they are gone. */
    public void kill(List<Integer> nodeIds) {
        List<LocalNode> nodes =
                nodeIds.stream().map(id -> cluster.layout().node(id)).toList();
        List<LocalNode> absent = cluster.kill(nodes);
        if (!absent.isEmpty()) {
            throw new IllegalStateException("not running: " + absent);
        }
    }

    /** Freezes a node with SIGSTOP. */
    public void freeze(int nodeId) {
        signal(nodeId, "STOP");
    }

    /** Lets a frozen node run on. */
    public void thaw(int nodeId) {
        signal(nodeId, "CONT");
    }

    private void signal(int nodeId, String signal) {
        try {
            if (!cluster.signal(cluster.layout().node(nodeId), signal)) {
                throw new IllegalStateException("node " + nodeId + " does not run");
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Starts every node that does not run. */
    public void startMissing() {
        try {
            cluster.startAll();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until every partition of a topic has a leader and all replicas in sync. */
    public void awaitWhole(String topic, Duration limit) {
        await("every replica of " + topic + " in sync", limit, () -> isWhole(topic));
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

    /** A description as some node sees it. */
    public TopicDescription describe(String topic) {
        return admin.describeTopics(List.of(topic)).get(0);
    }

    private boolean isWhole(String topic) {
        try {
            return describe(topic).getPartitionsList().stream()
                    .allMatch(partition ->
                            partition.getLeader() >= 0 && partition.getIsrCount() == partition.getReplicasCount());
        } catch (TidemarkException e) {
            // Asked again until the limit: nodes may be away.
            return false;
        }
    }

    @Override
    public void close() {
        try {
            admin.close();
        } finally {
            cluster.killAll();
        }
    }
}
