// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that holds a broker's partitions, put together: shards, logs, fetchers, flushers. Started and stopped as one. */
public final class PartitionEngine {
    private static final long REPORT_TIMEOUT_MS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(PartitionEngine.class);

    private final Shards shards;
    private final ReplicaFetchers fetchers;
    private final LogFlusher flusher;
    private final StoredLogs logs;
    private final LogStore store;
    private final PartitionDirectory directory;
    private final AssignmentTracker tracker;
    private final Housekeeping housekeeping;
    private final HighWatermarkHints hints;
    private final MetadataClient metadata;
    private final long retentionCheckMs;
    private final ExecutorService blocking;
    private final boolean shardThreads;

    /** Parts of others that the engine works on. */
    public record Parts(
            BrokerIdentity identity,
            MetadataClient metadata,
            LogStore store,
            ReplicaFetchSender sender,
            EngineMetrics metrics,
            Clock clock,
            FatalListener fatal) {}

    /**
     * Settings.
     *
     * @param shardCount number of shards
     * @param requestCapacity client requests that may wait at one shard
     * @param retentionCheckMs time between looks at retention, milliseconds
     * @param replication settings of the protocol for a topic with default durability
     */
    public record Settings(int shardCount, int requestCapacity, long retentionCheckMs, ReplicationConfig replication) {}

    /** Not started, on threads of its own. */
    public PartitionEngine(Settings settings, TopicSettings topics, Parts parts, Path dataDirectory) {
        this(settings, topics, parts, HintFile.at(dataDirectory.resolve("high-watermarks")), EngineThreads.own());
    }

    /** Not started, on given threads. */
    public PartitionEngine(
            Settings settings, TopicSettings topics, Parts parts, HintFile hintFile, EngineThreads threads) {
        blocking = threads.logs();
        shardThreads = threads.shardThreads();
        metadata = parts.metadata();
        store = parts.store();
        shards = new Shards(settings.shardCount(), settings.requestCapacity(), parts.clock(), parts.fatal());
        fetchers = new ReplicaFetchers(
                parts.identity().brokerId(),
                new ReplicaFetchers.Parts(parts.sender(), metadata::image, shards, parts.clock()));
        flusher = new LogFlusher(threads.flushes());
        logs = new StoredLogs(store, topics);
        hints = HighWatermarkHints.load(hintFile);
        HostPorts ports = new HostPorts(
                fetchers,
                new IsrProposer(metadata, parts.identity(), shards),
                flusher,
                hints,
                blocking,
                new LogEndReports(
                        parts.identity().brokerId(),
                        ends -> reportLogEnds(parts.identity().life(), ends)),
                new FailureReports(
                        parts.identity().brokerId(),
                        metadata::image,
                        failed -> metadata.reportFailedReplicas(parts.identity().life(), failed, REPORT_TIMEOUT_MS)),
                new DamagedReplicas(parts.identity().brokerId()),
                new BrokerLease(),
                parts.metrics());
        directory = new PartitionDirectory(
                shards,
                ports,
                logs,
                new KeyedTasks(blocking),
                new PartitionDirectory.Lifetime(
                        parts.clock(), new RemovedReplicas(parts.identity().brokerId())),
                topic -> configOf(topic, topics, settings.replication()));
        store.onRestWanted(log -> directory.rest(new PartitionKey(log.topicId(), log.partition())));
        tracker = new AssignmentTracker(parts.identity().brokerId(), directory, parts.metrics());
        housekeeping =
                new Housekeeping(threads.housekeeping(), directory, hints, topics, metadata::image, parts.clock());
        retentionCheckMs = settings.retentionCheckMs();
    }

    private void reportLogEnds(BrokerLife life, SortedMap<PartitionKey, LogEndReports.LogEnd> ends) {
        LOG.warn("Partitions without any eligible leader replica, and what their logs hold here: {}", ends);
        List<ClusterCommand.RecoveredLog> logs = new ArrayList<>();
        ends.forEach((key, end) -> logs.add(new ClusterCommand.RecoveredLog(key, end.lastEpoch(), end.logEndOffset())));
        metadata.reportRecoveredLogs(life, logs, REPORT_TIMEOUT_MS).whenComplete((answer, failure) -> {
            if (answer == null || !answer.isOk()) {
                LOG.info("The controller did not take what the logs hold; it is told again");
            }
        });
    }

    private static ReplicationConfig configOf(TopicImage topic, TopicSettings topics, ReplicationConfig base) {
        UnaryOperator<ReplicationConfig> flushed = config -> new ReplicationConfig(
                config.brokerId(),
                config.lagMaxMs(),
                config.fetchRetryMs(),
                config.proposalRetryMs(),
                config.replicaFetchMaxBytes(),
                config.producerExpiryMs(),
                config.leaseMs(),
                true);
        return topics.isFlushed(topic) ? flushed.apply(base) : base;
    }

    /** Where requests go. */
    public PartitionDirectory directory() {
        return directory;
    }

    /** Damage was found in a log that is open. Any thread. */
    public void onDamage(UUID topicId, int partition, String detail) {
        directory.onDamage(new PartitionKey(topicId, partition), detail);
    }

    /** Recovers every log found; blocks. The image must be at hand: it says how logs are laid out. */
    public List<RecoveredPartition> recover() throws IOException {
        return logs.recoverAll(metadata.image(), blocking);
    }

    /**
     * What the former stop may have cost, before assignments are taken up. After a loss, nothing that is remembered of high
     * watermarks counts: a cut that was not on disk is undone, and what comes back would pass for committed.
     */
    public void afterStop(StopReport report) {
        if (report.lossy()) {
            hints.forgetAll();
        }
    }

    /** Takes up the assignments of the image, which holds this broker's registration, and follows it from here on. */
    public void activate() {
        if (shardThreads) {
            shards.start();
        }
        tracker.activate(metadata.image());
        metadata.addListener(tracker);
        logs.setStraysAside(metadata.image());
        directory.noteUnclaimed(metadata.image());
        housekeeping.start(retentionCheckMs);
    }

    /**
     * Stops everything and closes every log.
     *
     * @return where each log ends; null when one of them was not closed in good order
     */
    public @Nullable List<RecoveredPartition> stop() throws InterruptedException, IOException {
        fetchers.close();
        housekeeping.stop();
        shards.stop();
        housekeeping.stopCompaction();
        blocking.shutdown();
        if (!blocking.awaitTermination(30, TimeUnit.SECONDS)) {
            LOG.warn("Opening or closing a log hangs");
        }
        flusher.stop();
        List<RecoveredPartition> ends = logs.closeAll();
        store.close();
        return ends;
    }
}
