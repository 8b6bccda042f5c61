// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.LogStore.StoredLog;
import io.tidemark.engine.observe.BrokerSnapshot;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.CleanShutdownFile;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.FatalListener;
import io.tidemark.engine.runtime.GroupHost;
import io.tidemark.engine.runtime.ImageProgress;
import io.tidemark.engine.runtime.NamedThreads;
import io.tidemark.engine.runtime.PartitionEngine;
import io.tidemark.engine.runtime.ProducerIds;
import io.tidemark.engine.runtime.RecoveredPartition;
import io.tidemark.engine.runtime.RegisteredBoot;
import io.tidemark.engine.runtime.StartingBrokers;
import io.tidemark.engine.runtime.StopReport;
import io.tidemark.engine.runtime.TopicSettings;
import io.tidemark.engine.runtime.UntoldReport;
import io.tidemark.engine.transport.AdminParts;
import io.tidemark.engine.transport.AdminService;
import io.tidemark.engine.transport.EventLoops;
import io.tidemark.engine.transport.FetchService;
import io.tidemark.engine.transport.GroupService;
import io.tidemark.engine.transport.GrpcServer;
import io.tidemark.engine.transport.ProduceService;
import io.tidemark.engine.transport.ReplicaFetchClient;
import io.tidemark.engine.transport.ReplicaFetchService;
import io.tidemark.engine.transport.ServiceParts;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.ratis.FormattedDirectory;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The broker in a node: its partitions, its services and its life, put together. */
final class BrokerRole {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerRole.class);
    private static final int REQUEST_CAPACITY = 4_096;
    private static final long INBOUND_BUDGET_BYTES = 64L << 20;
    private static final int REPLICA_FETCH_WAIT_MS = 2_000;
    private static final long DUPLICATE_LIMIT_LEASES = 20;
    private static final long SNAPSHOT_WAIT_MS = 2_000;

    private final NodeConfig config;
    private final FormattedDirectory directory;
    private final Parts parts;
    private final BrokerIdentity identity;
    private final ReplicaFetchClient fetchClient;
    private final TopicSettings settings;
    private final PartitionEngine engine;
    private final CleanShutdownFile cleanShutdown;
    private final CleanShutdownFile.@Nullable Content lastShutdown;
    private final RegisteredBoot registeredBoot;
    private final UntoldReport untold;
    private final boolean sameBoot;
    private final GroupHost groups;
    private final ImageProgress progress = new ImageProgress();
    private final StartingBrokers starting;
    private final ExecutorService decoding = Executors.newFixedThreadPool(2, new NamedThreads("tidemark-decode"));
    private volatile @Nullable LifecycleThread life;

    /** Parts of the node that the broker works with. */
    record Parts(
            MetadataClient metadata,
            LogStore store,
            EventLoops loops,
            EngineMetrics metrics,
            Clock clock,
            FatalListener fatal) {}

    /** Takes the clean-shutdown file, before any log is touched (guard G34). */
    BrokerRole(NodeConfig config, FormattedDirectory directory, Parts parts) throws IOException {
        this.config = config;
        this.directory = directory;
        this.parts = parts;
        starting = new StartingBrokers(parts.clock());
        identity = new BrokerIdentity(config.nodeId());
        cleanShutdown = new CleanShutdownFile(directory.path());
        lastShutdown = cleanShutdown.take();
        registeredBoot = new RegisteredBoot(directory.path());
        sameBoot = registeredBoot.isSameAsLastRegistered();
        untold = new UntoldReport(directory.path());
        fetchClient = new ReplicaFetchClient(
                identity,
                parts.loops(),
                new ReplicaFetchClient.FetchSettings(
                        REPLICA_FETCH_WAIT_MS,
                        config.replication().replicaFetchMaxBytes(),
                        config.maxMessageBytes() + (64 << 20)));
        settings = new TopicSettings(config.topicDefaults(), parts.metadata()::image);
        engine = new PartitionEngine(
                new PartitionEngine.Settings(
                        (int) config.number(ConfigKey.NUM_SHARDS),
                        REQUEST_CAPACITY,
                        config.number(ConfigKey.LOG_RETENTION_CHECK_INTERVAL_MS),
                        config.replication()),
                settings,
                new PartitionEngine.Parts(
                        identity,
                        parts.metadata(),
                        parts.store(),
                        fetchClient,
                        parts.metrics(),
                        parts.clock(),
                        parts.fatal()),
                directory.path());
        groups = new GroupHost(
                new GroupHost.Settings(
                        config.groups(), (int) config.number(ConfigKey.OFFSETS_TOPIC_NUM_PARTITIONS), (int)
                                config.number(ConfigKey.OFFSETS_TOPIC_REPLICATION_FACTOR)),
                config.nodeId(),
                parts.metadata(),
                engine.directory(),
                Executors.newSingleThreadScheduledExecutor(new NamedThreads("tidemark-groups")),
                parts.clock());
    }

    /** Damage was found in a log that is open: the replica makes room for a whole one. */
    void onDamage(StoredLog log, String detail) {
        engine.onDamage(log.topicId(), log.partition(), detail);
    }

    GrpcServer.Services services() {
        ServiceParts shared = new ServiceParts(
                engine.directory(), parts.metadata()::image, parts.metrics(), decoding, INBOUND_BUDGET_BYTES);
        AdminParts admin = new AdminParts(
                parts.metadata(),
                progress,
                starting,
                identity,
                directory.clusterId(),
                (int) config.number(ConfigKey.NUM_PARTITIONS),
                (int) config.number(ConfigKey.DEFAULT_REPLICATION_FACTOR),
                (int) config.number(ConfigKey.MIN_INSYNC_REPLICAS),
                config.maxMessageBytes(),
                this::snapshot);
        return new GrpcServer.Services(
                List.of(
                        new ProduceService(shared, settings, new ProducerIds(parts.metadata()), parts.clock()),
                        new FetchService(shared),
                        new GroupService(groups, config.groups(), parts.metadata()::image, parts.clock()),
                        new ReplicaFetchService(shared)),
                List.of(new AdminService(admin)));
    }

    /** Recovers the logs once the image is known, then begins the broker's life. Returns at once. */
    void start() {
        // Before that which answers wait for: what they name is known to it then.
        parts.metadata().addListener(starting);
        parts.metadata().addListener(progress);
        progress.reached(0).thenRunAsync(this::recoverAndLive, decoding).exceptionally(death -> {
            parts.fatal().onFatal("the broker could not start", death);
            return null;
        });
    }

    private void recoverAndLive() {
        List<RecoveredPartition> recovered;
        try {
            recovered = engine.recover();
        } catch (IOException failed) {
            parts.fatal().onFatal("recovery of the logs failed: " + failed.getMessage(), failed);
            return;
        }
        StopReport report;
        try {
            report = untold.extend(StopReport.judge(lastShutdown, sameBoot, recovered));
        } catch (IOException failed) {
            parts.fatal().onFatal("what recovery found cannot be kept: " + failed.getMessage(), failed);
            return;
        }
        engine.afterStop(report);
        if (!recovered.isEmpty()) {
            LOG.info(
                    "Broker {} recovered {} logs after {} stop{}",
                    identity.brokerId(),
                    recovered.size(),
                    lastShutdown != null ? "a clean" : "an unclean",
                    report.lossy() ? " that may have lost what was not flushed" : "");
        }
        LifecycleThread started = new LifecycleThread(
                times(),
                registration(report),
                new LifecycleThread.Parts(
                        identity, parts.metadata(), engine, parts.clock(), parts.fatal(), this::onRegistered));
        life = started;
        started.start();
        groups.start();
    }

    /** The order matters: while the boot id is the old one, a lost report is no loss. */
    private void onRegistered() {
        try {
            untold.told();
            registeredBoot.registered();
        } catch (IOException failed) {
            parts.fatal().onFatal("the registration cannot be noted: " + failed.getMessage(), failed);
        }
    }

    private RegisterBroker registration(StopReport report) {
        return new RegisterBroker(
                identity.brokerId(),
                identity.incarnationId(),
                config.advertisedListener(),
                config.text(ConfigKey.BROKER_RACK),
                directory.directoryId(),
                report.previousBrokerEpoch(),
                report.lossy(),
                report.uncleanPartitions(),
                identity.replicaSecret(),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST);
    }

    private LifecycleTimes times() {
        return new LifecycleTimes(
                config.heartbeatIntervalMs(),
                config.heartbeatIntervalMs(),
                DUPLICATE_LIMIT_LEASES * config.sessionTimeoutMs(),
                config.number(ConfigKey.CONTROLLED_SHUTDOWN_TIMEOUT_MS),
                2L * config.sessionTimeoutMs());
    }

    /** Why the broker is not ready, in one line; empty when it is. */
    String notReady() {
        LifecycleThread current = life;
        if (current == null) {
            return "recovering logs, or no metadata yet";
        }
        if (current.phase() != BrokerLifecycle.Phase.RUNNING) {
            return "broker is " + current.phase();
        }
        return current.isLeaseValid() ? "" : "broker has no valid lease";
    }

    String phase() {
        LifecycleThread current = life;
        return current == null ? "RECOVERING" : current.phase().name();
    }

    boolean isLeaseValid() {
        LifecycleThread current = life;
        return current != null && current.isLeaseValid();
    }

    long brokerEpoch() {
        return identity.brokerEpoch();
    }

    /** The partitions as they stand; waits for the shards a little. */
    List<PartitionSnapshot> snapshots() {
        try {
            return engine.directory().snapshots().get(SNAPSHOT_WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (java.util.concurrent.ExecutionException | TimeoutException slow) {
            LOG.warn("Shards do not answer: {}", slow.toString());
            return List.of();
        }
    }

    private BrokerSnapshot snapshot() {
        File disk = directory.path().toFile();
        return new BrokerSnapshot(parts.clock().wallMs(), disk.getUsableSpace(), disk.getTotalSpace(), snapshots());
    }

    /** Leaves in good order; returns when the broker may be left alone. */
    void leave() throws InterruptedException {
        LifecycleThread current = life;
        if (current == null) {
            return;
        }
        CompletableFuture<String> left = current.leave();
        try {
            left.get(config.number(ConfigKey.CONTROLLED_SHUTDOWN_TIMEOUT_MS) + 1_000, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.ExecutionException | TimeoutException hung) {
            LOG.warn("The broker leaves without the controller's word: {}", hung.toString());
        }
    }

    /** Stops everything; the clean-shutdown file comes last, and only after every log was closed (guard G38). */
    void stop(boolean clean) throws InterruptedException, IOException {
        LifecycleThread current = life;
        if (current != null) {
            current.close();
        }
        groups.stop();
        fetchClient.close();
        decoding.shutdownNow();
        List<RecoveredPartition> ends = engine.stop();
        if (clean && ends != null && identity.brokerEpoch() >= 0) {
            cleanShutdown.write(identity.brokerEpoch(), ends);
        }
    }
}
