// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Asks every node of itself, again and again, each on a thread of its own, and keeps what they told. */
public final class StateWatch implements AutoCloseable {
    private static final long PAUSE_NANOS = 200_000_000L;

    private final String topic;
    private final LongSupplier clockNanos;
    private final BufferedWriter file;
    private final List<Thread> threads = new ArrayList<>();
    private final List<NodeSample> samples = new ArrayList<>();
    private final Map<Integer, NodeSample> latest = new TreeMap<>();
    private volatile boolean stopping;

    /** Watches a topic on all nodes of a cluster; what they tell goes to a file too. */
    public StateWatch(ProcessCluster cluster, String topic, LongSupplier clockNanos, Path file) throws IOException {
        this(cluster.nodes(), topic, clockNanos, file);
    }

    StateWatch(Collection<NodePlan> nodes, String topic, LongSupplier clockNanos, Path file) throws IOException {
        this.topic = topic;
        this.clockNanos = clockNanos;
        this.file = Files.newBufferedWriter(file);
        for (NodePlan node : nodes) {
            Thread thread = new Thread(() -> watch(node), "watch-" + node.nodeId());
            threads.add(thread);
            thread.start();
        }
    }

    private void watch(NodePlan node) {
        while (!stopping) {
            long timeNanos = clockNanos.getAsLong();
            JsonObject state = NodePages.state(node);
            if (state != null) {
                add(sample(timeNanos, state), state);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private synchronized void add(NodeSample sample, JsonObject state) {
        samples.add(sample);
        latest.put(sample.nodeId(), sample);
        state.addProperty("time", sample.timeNanos());
        try {
            file.write(state.toString());
            file.write('\n');
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All samples by time. */
    public synchronized List<NodeSample> samples() {
        List<NodeSample> byTime = new ArrayList<>(samples);
        byTime.sort(Comparator.comparingLong(NodeSample::timeNanos));
        return byTime;
    }

    /** The last sample of each node that was taken at or after a time. */
    public synchronized List<NodeSample> latestSince(long timeNanos) {
        return latest.values().stream()
                .filter(sample -> sample.timeNanos() >= timeNanos)
                .toList();
    }

    private NodeSample sample(long timeNanos, JsonObject state) {
        List<PartitionSample> partitions = new ArrayList<>();
        for (JsonElement element : state.getAsJsonArray("partitions")) {
            JsonObject partition = element.getAsJsonObject();
            if (partition.get("topic").getAsString().equals(topic)) {
                partitions.add(partition(partition));
            }
        }
        return new NodeSample(
                timeNanos,
                state.get("nodeId").getAsInt(),
                state.get("brokerEpoch").getAsLong(),
                state.get("controllerId").getAsInt(),
                state.get("leaseValid").getAsBoolean(),
                partitions);
    }

    private static PartitionSample partition(JsonObject json) {
        JsonObject state = json.getAsJsonObject("state");
        List<Integer> isr = new ArrayList<>();
        JsonArray members = state.getAsJsonArray("committedIsr");
        members.forEach(member -> isr.add(member.getAsInt()));
        JsonElement offline = json.get("offline");
        return new PartitionSample(
                json.get("partition").getAsInt(),
                state.get("role").getAsString(),
                state.get("leader").getAsInt(),
                state.get("leaderEpoch").getAsInt(),
                state.get("partitionEpoch").getAsInt(),
                new PartitionSample.Offsets(
                        state.get("logStartOffset").getAsLong(),
                        state.get("highWatermark").getAsLong(),
                        state.get("logEndOffset").getAsLong()),
                isr,
                state.get("minIsr").getAsInt(),
                offline == null || offline.isJsonNull() ? "" : offline.getAsString());
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        file.close();
    }
}
