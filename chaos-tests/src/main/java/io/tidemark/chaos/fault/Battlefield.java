// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.ProcessCluster;
import io.tidemark.chaos.process.StateWatch;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.client.TidemarkException;
import io.tidemark.v1.PartitionRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Where a nemesis acts, and what it knows of it.
 *
 * @param cluster the cluster
 * @param topic topic under load
 * @param topicConfig its configs beyond the usual
 * @param watch what nodes tell of themselves
 * @param clockNanos the history's clock
 * @param random the run's choices
 */
public record Battlefield(
        ProcessCluster cluster,
        String topic,
        Map<String, String> topicConfig,
        StateWatch watch,
        LongSupplier clockNanos,
        Random random) {
    /** Partitions of the topic under load. */
    public static final int PARTITIONS = 6;

    private static final Duration WHOLE = Duration.ofSeconds(45);
    private static final long FRESH_NANOS = 2_000_000_000L;

    /** Whether the topic acknowledges only what was forced to disks. */
    boolean isFlushed() {
        return "flushed".equals(topicConfig.get("durability"));
    }

    private List<NodeSample> fresh() {
        return watch.latestSince(clockNanos.getAsLong() - FRESH_NANOS);
    }

    /** What the leader of the newest leader epoch told of a partition last; empty when none did of late. */
    Optional<PartitionSample> leaderOf(int partition) {
        return fresh().stream()
                .flatMap(sample -> sample.partitions().stream())
                .filter(sample -> sample.partition() == partition && sample.isLeader())
                .max(java.util.Comparator.comparingInt(PartitionSample::leaderEpoch));
    }

    /** The leader of the hottest partition, else any node that runs. */
    int hotLeader() {
        return leaderOf(0).map(PartitionSample::leader).orElseGet(this::anyNode);
    }

    /** The active controller as nodes tell, else any node that runs. */
    int controller() {
        return fresh().stream()
                .mapToInt(NodeSample::controllerId)
                .filter(nodeId -> nodeId > 0)
                .findFirst()
                .orElseGet(this::anyNode);
    }

    /** The node that coordinates all groups, else any node that runs. */
    int coordinator() {
        int coordinator = cluster.coordinator();
        return coordinator > 0 ? coordinator : anyNode();
    }

    /** A node that does not lead the hottest partition, and controls nothing if there is such a one. */
    int plainFollower() {
        List<Integer> followers = new ArrayList<>(others(hotLeader()));
        Collections.shuffle(followers, random);
        int controller = controller();
        return followers.stream()
                .filter(nodeId -> nodeId != controller && cluster.isAlive(nodeId))
                .findFirst()
                .orElse(followers.get(0));
    }

    /** A partition as the cluster describes it; empty while nobody answers. */
    Optional<PartitionRecord> described(int partition) {
        try {
            return Optional.of(cluster.describe(topic).getPartitions(partition));
        } catch (TidemarkException e) {
            return Optional.empty(); // Asked again: nodes may be away, and some of them for the harm that is done.
        }
    }

    /** Any node that runs. */
    int anyNode() {
        List<Integer> alive =
                cluster.nodeIds().stream().filter(cluster::isAlive).toList();
        return alive.isEmpty() ? cluster.nodeIds().get(0) : alive.get(random.nextInt(alive.size()));
    }

    /** All nodes but one. */
    List<Integer> others(int nodeId) {
        List<Integer> others = new ArrayList<>(cluster.nodeIds());
        others.remove(Integer.valueOf(nodeId));
        return others;
    }

    /** Any half of the nodes that is no majority. */
    List<Integer> minority() {
        List<Integer> nodes = new ArrayList<>(cluster.nodeIds());
        Collections.shuffle(nodes, random);
        return nodes.subList(0, (nodes.size() - 1) / 2);
    }

    /**
     * Waits until every replica is in sync, before a fault that takes it for granted.
     *
     * @throws IllegalStateException when that takes too long
     */
    void awaitWhole() {
        cluster.awaitWhole(topic, WHOLE);
    }

    /** Waits for something that the nodes are expected to do; whether they did. */
    boolean waitFor(Duration limit, java.util.function.BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            LockSupport.parkNanos(10_000_000L);
        }
        return true;
    }
}
