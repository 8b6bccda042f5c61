// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.PartitionAssignment;
import io.tidemark.engine.replication.PartitionReplica;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.metadata.image.ClusterImage;
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

    private final Map<PartitionKey, Assigned> assignments = new ConcurrentHashMap<>();
    private final Map<PartitionKey, String> offline = new ConcurrentHashMap<>();
    private final Shards shards;
    private final HostPorts ports;
    private final StoredLogs logs;
    private final KeyedTasks tasks;
    private final Clock clock;
    private final Function<TopicImage, ReplicationConfig> configs;
    private final RemovedReplicas removed;

    /** What is known of replicas that come and go. */
    record Lifetime(Clock clock, RemovedReplicas removed) {}

    /** What the image says of a partition here. */
    private record Assigned(TopicImage topic, PartitionAssignment assignment) {}

    PartitionDirectory(
            Shards shards,
            HostPorts ports,
            StoredLogs logs,
            KeyedTasks tasks,
            Lifetime lifetime,
            Function<TopicImage, ReplicationConfig> configs) {
        this.shards = shards;
        this.ports = ports;
        this.logs = logs;
        this.tasks = tasks;
        this.clock = lifetime.clock;
        this.removed = lifetime.removed;
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
        removed.forget(key);
        Assigned assigned = new Assigned(topic, assignment);
        boolean fresh = assignments.put(key, assigned) == null;
        if (fresh) {
            tasks.run(key, () -> open(key, topic));
        } else {
            shardFor(key).deliver(key, (host, nowMs) -> assign(host, assigned, nowMs));
        }
    }

    /** A reassignment took the replica away in the leader epoch; its files stay for now. */
    void unassign(PartitionKey key, int leaderEpoch) {
        if (assignments.remove(key) != null) {
            leave(key, log -> logs.close(key, log));
            removed.onRemoved(key, leaderEpoch, clock.monotonicMs());
        }
    }

    /** Notes logs from earlier lives of this broker whose partitions exist and are assigned to others. */
    void noteUnclaimed(ClusterImage image) {
        for (PartitionKey key : logs.unclaimed()) {
            TopicImage topic = image.topics().get(key.topicId());
            if (topic != null && key.partition() < topic.partitions().size()) {
                int leaderEpoch = topic.partitions().get(key.partition()).leaderEpoch();
                removed.onRemoved(key, leaderEpoch, clock.monotonicMs());
            }
        }
    }

    /** Deletes the files of replicas that were taken away, where the image still says so. */
    void deleteRemoved(ClusterImage image) {
        for (PartitionKey key : removed.takeDue(image, clock.monotonicMs())) {
            tasks.run(key, () -> deleteRemoved(key));
        }
    }

    private void deleteRemoved(PartitionKey key) {
        if (assignments.containsKey(key)) {
            return;
        }
        try {
            logs.close(key, null);
            logs.delete(key);
            ports.highWatermarks().forget(key);
            LOG.info("Log of {} is deleted: the partition is not assigned to this broker any more", key);
        } catch (IOException failed) {
            LOG.error("Log of {} is not deleted: {}", key, failed.getMessage());
        }
    }

    void delete(PartitionKey key) {
        removed.forget(key);
        if (assignments.remove(key) != null) {
            leave(key, log -> {
                logs.close(key, log);
                logs.delete(key);
                ports.highWatermarks().forget(key);
            });
        }
    }

    /** Too many logs hold files, and this one was not used for longest. Any thread. */
    void rest(PartitionKey key) {
        shardFor(key).deliver(key, (host, nowMs) -> host.rest(nowMs));
    }

    /** Damage was found in a log that is open: the replica stops, unless no other is in sync. Any thread. */
    void onDamage(PartitionKey key, String detail) {
        shardFor(key).deliver(key, (host, nowMs) -> host.damaged(detail, nowMs));
    }

    /** Opens damaged logs again where nobody counts on them any more: what is whole stays, the leader has the rest. */
    void repairDamaged(ClusterImage image) {
        for (PartitionKey key : ports.damaged().takeRepairable(image)) {
            Assigned assigned = assignments.get(key);
            if (assigned != null) {
                LOG.info("Log of {} is opened again without what is damaged; the rest comes from the leader", key);
                close(key, log -> logs.close(key, log));
                tasks.run(key, () -> open(key, assigned.topic));
            }
        }
    }

    /** Tells the controller of failed replicas that it still counts on. */
    void reportFailures() {
        ports.failures().run();
    }

    /** Tells the controller what logs here hold of partitions without any eligible leader replica. */
    void reportLogEnds(ClusterImage image) {
        for (PartitionKey key : assigned()) {
            if (ports.logEnds().isWanted(image, key)) {
                shardFor(key).deliver(key, (host, nowMs) -> host.reportLogEnd());
            }
        }
    }

    /** The broker's lease ends at that time of its monotonic clock; {@link BrokerLease#NONE}: it has none. */
    public void onLease(long endMs) {
        long formerEndMs = ports.lease().endMs();
        ports.lease().endAt(endMs);
        // Read after the change: who found the former lease at its end is told of the new one.
        long nowMs = clock.monotonicMs();
        if (nowMs >= formerEndMs || nowMs >= endMs) {
            shards.deliverToAll(PartitionHost::onLease);
        }
    }

    /** Whether the broker has a lease that has not ended. */
    public boolean isLeaseValid() {
        return ports.lease().isValid(clock.monotonicMs());
    }

    private void open(PartitionKey key, TopicImage topic) {
        if (!assignments.containsKey(key)) {
            return;
        }
        try {
            PartitionLog log = logs.take(key, topic);
            PartitionReplica replica = new PartitionReplica(
                    LogRecovery.recover(log, ports.highWatermarks().hint(key, log.logEndOffset())),
                    configs.apply(topic));
            PartitionShard shard = shardFor(key);
            PartitionHost host = new PartitionHost(key, topic.name(), replica, log, ports, shard);
            offline.remove(key);
            shard.install(host);
            // Both are read on the shard, after the host is in: later news finds it there.
            shard.deliver(key, this::bringUpToDate);
        } catch (IOException | RuntimeException | InternalError failed) {
            offline.put(key, String.valueOf(failed.getMessage()));
            shardFor(key).markUnopened(key);
            LOG.error("Partition {}-{} is offline: {}", topic.name(), key.partition(), failed.getMessage());
            ports.metrics().partitionWentOffline();
            noteUnopened(key, failed);
            ports.failures().run();
        }
    }

    /** Damage that is met on the way: the log opens again without it, once nobody counts on what it held. */
    private void noteUnopened(PartitionKey key, Throwable failed) {
        String reason = String.valueOf(failed.getMessage());
        Assigned assigned = assignments.get(key);
        if (assigned == null) {
            return; // Moved away or deleted meanwhile.
        }
        if (failed instanceof DamagedLogException) {
            ports.metrics().damageFound();
            ports.damageFound(key, assigned.assignment.leaderEpoch(), assigned.assignment.isr(), reason);
        } else {
            ports.failures().logFailed(key, reason);
        }
    }

    private void bringUpToDate(PartitionHost host, long nowMs) {
        Assigned assigned = assignments.get(host.key());
        if (assigned != null) {
            assign(host, assigned, nowMs);
        }
    }

    private void assign(PartitionHost host, Assigned assigned, long nowMs) {
        boolean flushed = configs.apply(assigned.topic).flushBeforeCount();
        host.accept((r, now, out) -> r.onDurability(flushed, now, out), nowMs);
        host.accept((r, now, out) -> r.onAssignment(assigned.assignment, now, out), nowMs);
    }

    /** Closes the log of a partition that is not here any more, of which nothing is remembered then. */
    private void leave(PartitionKey key, LogEnd end) {
        close(key, log -> {
            ports.damaged().forget(key);
            end.accept(log);
        });
    }

    private void close(PartitionKey key, LogEnd end) {
        tasks.runAfter(key, () -> shardFor(key).remove(key), removed -> {
            offline.remove(key);
            // Only here: an open that was under way may have failed since.
            ports.failures().forget(key);
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
