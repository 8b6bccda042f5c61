// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.PartitionAssignment;
import io.tidemark.engine.replication.PartitionReplica;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions this broker holds and which shard owns each. Opens a host when a partition is assigned, closes it when
 * it is not any more, deletes its log on a positive delete record. Thread-safe; opening and closing run on other threads,
 * one after the other for one partition.
 */
public final class PartitionDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionDirectory.class);

    private final Map<PartitionKey, PartitionAssignment> assignments = new ConcurrentHashMap<>();
    private final Map<PartitionKey, String> offline = new ConcurrentHashMap<>();
    private final Shards shards;
    private final HostPorts ports;
    private final StoredLogs logs;
    private final KeyedTasks tasks;
    private final Function<TopicImage, ReplicationConfig> configs;
    private volatile boolean leaseValid;

    PartitionDirectory(
            Shards shards,
            HostPorts ports,
            StoredLogs logs,
            KeyedTasks tasks,
            Function<TopicImage, ReplicationConfig> configs) {
        this.shards = shards;
        this.ports = ports;
        this.logs = logs;
        this.tasks = tasks;
        this.configs = configs;
    }

    /** The shard that owns the partition, whether it is here or not. */
    public PartitionShard shardFor(PartitionKey key) {
        return shards.shardFor(key);
    }

    /** Partitions assigned to this broker. */
    public SortedSet<PartitionKey> assigned() {
        return new TreeSet<>(assignments.keySet());
    }

    void assign(PartitionKey key, TopicImage topic, PartitionAssignment assignment) {
        boolean fresh = assignments.put(key, assignment) == null;
        if (fresh) {
            tasks.run(key, () -> open(key, topic));
        } else {
            shardFor(key).deliver(key, (host, nowMs) -> assign(host, assignment, nowMs));
        }
    }

    void unassign(PartitionKey key) {
        if (assignments.remove(key) != null) {
            close(key, log -> logs.close(key, log));
        }
    }

    void delete(PartitionKey key) {
        if (assignments.remove(key) != null) {
            close(key, log -> {
                logs.close(key, log);
                logs.delete(key);
                ports.highWatermarks().forget(key);
            });
        }
    }

    /** The broker's lease is valid, or has ended. */
    public void onLease(boolean valid) {
        leaseValid = valid;
        shards.deliverToAll((host, nowMs) -> host.accept((r, now, out) -> r.onLease(valid, now, out), nowMs));
    }

    private void open(PartitionKey key, TopicImage topic) {
        if (!assignments.containsKey(key)) {
            return;
        }
        try {
            PartitionLog log = logs.take(key, topic);
            PartitionReplica replica = new PartitionReplica(
                    LogRecovery.recover(log, ports.highWatermarks().hint(key)), configs.apply(topic));
            PartitionShard shard = shardFor(key);
            PartitionHost host = new PartitionHost(key, topic.name(), replica, log, ports, shard);
            offline.remove(key);
            shard.install(host);
            // Both are read on the shard, after the host is in: later news finds it there.
            shard.deliver(key, this::bringUpToDate);
        } catch (IOException failed) {
            offline.put(key, String.valueOf(failed.getMessage()));
            shardFor(key).markUnopened(key);
            LOG.error("Partition {}-{} is offline: {}", topic.name(), key.partition(), failed.getMessage());
            ports.metrics().partitionWentOffline();
        }
    }

    private void bringUpToDate(PartitionHost host, long nowMs) {
        boolean valid = leaseValid;
        host.accept((r, now, out) -> r.onLease(valid, now, out), nowMs);
        PartitionAssignment assignment = assignments.get(host.key());
        if (assignment != null) {
            assign(host, assignment, nowMs);
        }
    }

    private static void assign(PartitionHost host, PartitionAssignment assignment, long nowMs) {
        host.accept((r, now, out) -> r.onAssignment(assignment, now, out), nowMs);
    }

    private void close(PartitionKey key, LogEnd end) {
        tasks.runAfter(key, () -> shardFor(key).remove(key), removed -> {
            offline.remove(key);
            try {
                end.accept(removed.map(PartitionHost::log).orElse(null));
            } catch (IOException failed) {
                LOG.error("Log of {} is not closed in good order: {}", key, failed.getMessage());
            }
        });
    }

    /** Completes when what was asked for so far is opened, closed or deleted. */
    public CompletableFuture<Void> idle() {
        return tasks.idle();
    }

    /** Every partition here as it stands; asks each shard. */
    public CompletableFuture<List<PartitionSnapshot>> snapshots() {
        List<CompletableFuture<List<PartitionSnapshot>>> parts = new ArrayList<>();
        shards.all().forEach(shard -> parts.add(shard.snapshots()));
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(done -> {
            List<PartitionSnapshot> all = new ArrayList<>();
            parts.forEach(part -> all.addAll(part.join()));
            return all;
        });
    }

    /** Partitions whose log could not be opened, and why. */
    public Map<PartitionKey, String> unopened() {
        return Map.copyOf(offline);
    }

    /** What is done with a log that left its shard. */
    private interface LogEnd {
        void accept(@Nullable PartitionLog log) throws IOException;
    }
}
