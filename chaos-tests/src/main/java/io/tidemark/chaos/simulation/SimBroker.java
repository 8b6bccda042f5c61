// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.engine.broker.BrokerLifecycle;
import io.tidemark.engine.broker.LifecycleThread;
import io.tidemark.engine.broker.LifecycleTimes;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.DeleteInput;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.CleanShutdownFile;
import io.tidemark.engine.runtime.EngineThreads;
import io.tidemark.engine.runtime.ImageProgress;
import io.tidemark.engine.runtime.OffsetReply;
import io.tidemark.engine.runtime.PartitionEngine;
import io.tidemark.engine.runtime.PartitionHost;
import io.tidemark.engine.runtime.PartitionShard;
import io.tidemark.engine.runtime.ProduceReply;
import io.tidemark.engine.runtime.ReadReply;
import io.tidemark.engine.runtime.RecoveredPartition;
import io.tidemark.engine.runtime.Rejection;
import io.tidemark.engine.runtime.StopReport;
import io.tidemark.engine.runtime.TopicDefaults;
import io.tidemark.engine.runtime.TopicSettings;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** One life of a broker process: the production engine and life cycle over simulated ports. */
final class SimBroker extends SimProcess {
    static final int FETCH_BYTES = 4_096;
    private static final long ROUND_MICROS = 1_500;
    private static final long TICK_MICROS = 50_000;
    private static final EngineMetrics METRICS = new EngineMetrics(new CompositeMeterRegistry());

    private final Stage stage;
    private final Machine machine;
    private final BrokerIdentity identity;
    private final SimMetadataClient metadata;
    private final PartitionEngine engine;
    private final EngineThreads threads;
    private final SimThread logThread;
    private final SimFetches fetches;
    private final ImageProgress progress = new ImageProgress();
    private final CleanShutdownFile.@Nullable Content lastShutdown;
    private final boolean sameBoot;
    private final List<PartitionShard> shards = new ArrayList<>();
    private @Nullable LifecycleThread life;
    private boolean roundPlanned;
    private boolean leaving;

    SimBroker(Stage stage, Machine machine) {
        super(stage.world(), machine.node());
        this.stage = stage;
        this.machine = machine;
        Prng prng = machine.prng();
        identity = new BrokerIdentity(machine.node(), prng.uuid(), prng.uuid());
        lastShutdown = machine.takeClean();
        sameBoot = machine.isSameBootAsLastRegistered();
        metadata = new SimMetadataClient(this, stage.network(), stage.quorum(), prng);
        logThread = new SimThread(this, machine.disk()::accessMicros);
        threads = new EngineThreads(
                logThread,
                new SimThread(this, machine.disk()::flushMicros),
                new SimThread(this, () -> prng.between(100, 1_000)),
                false);
        fetches = new SimFetches(this, stage.network(), identity);
        SimulationConfig config = stage.config();
        TopicSettings topics = new TopicSettings(
                new TopicDefaults(
                        config.segmentBytes(), 60_000, config.retentionMs(), config.retentionBytes(), 1 << 20),
                metadata::image);
        ReplicationConfig replication = new ReplicationConfig(
                machine.node(), config.lagMaxMs(), 50, 200, FETCH_BYTES, 3_600_000, config.leaseMs(), false);
        engine = new PartitionEngine(
                new PartitionEngine.Settings(1, config.requestCapacity(), 1_000, replication),
                topics,
                new PartitionEngine.Parts(
                        identity,
                        metadata,
                        machine.disk(),
                        fetches,
                        METRICS,
                        machine.clock(),
                        (reason, cause) -> onFatal(reason, cause)),
                machine.hintFile(),
                threads);
    }

    /** Recovers the logs once the image is known, then begins the broker's life. */
    void begin() {
        metadata.addListener(progress);
        var unused = progress.reached(0).thenRun(() -> world().after(
                        machine.prng().between(1_000, 80_000), this, World.TASK, this::recoverAndLive));
    }

    private void recoverAndLive() {
        List<RecoveredPartition> recovered = new ArrayList<>();
        logThread.inline(() -> {
            try {
                recovered.addAll(engine.recover());
            } catch (IOException failed) {
                onFatal("recovery failed", failed);
            }
        });
        StopReport report = machine.extendUntold(StopReport.judge(lastShutdown, sameBoot, recovered));
        world().say("broker " + node() + " recovered " + recovered + ", " + report);
        engine.afterStop(report);
        LifecycleThread started = new LifecycleThread(
                new LifecycleTimes(300, 200, 20_000, 6_000, 3_000),
                registration(report),
                new LifecycleThread.Parts(
                        identity, metadata, engine, machine.clock(), this::onFatal, machine::registered),
                new SimThread(this, () -> machine.prng().between(50, 1_000)));
        life = started;
        started.start();
        tick();
    }

    private RegisterBroker registration(StopReport report) {
        return new RegisterBroker(
                node(),
                identity.incarnationId(),
                new Endpoint("broker" + node(), 9000),
                "rack" + node() % 2,
                machine.directoryId(),
                report.previousBrokerEpoch(),
                report.lossy(),
                report.uncleanPartitions(),
                identity.replicaSecret(),
                RegisterBroker.NOT_OBSERVED,
                FeatureLevel.LATEST);
    }

    private void tick() {
        world().after(TICK_MICROS, this, World.TICK, () -> {
            planRound(0);
            tick();
        });
    }

    private void onFatal(String reason, @Nullable Throwable cause) {
        world().say("broker " + node() + " must end: " + reason);
        world().reached("process ends by itself");
        if (cause != null) {
            world().violated("process death", reason + ": " + cause);
            return;
        }
        machine.end(this, false);
        machine.startAfter(machine.prng().between(50, 500));
    }

    /** A flipped bit was found in a log that may be open here. */
    void onDamage(PartitionKey key) {
        engine.onDamage(key.topicId(), key.partition(), "a simulated flipped bit");
    }

    /** Leaves in good order and stops; comes back after a while. */
    void leave(long downMs) {
        LifecycleThread current = life;
        if (leaving || current == null) {
            machine.crash(false, downMs);
            return;
        }
        leaving = true;
        var unused = current.leave().thenAccept(how -> {
            world().say("broker " + node() + " leaves " + how);
            world().reached("left " + how.split(":", -1)[0]);
            // The life's thread must not close itself.
            world().after(100, this, World.TASK, () -> stop(downMs));
        });
    }

    private void stop(long downMs) {
        LifecycleThread current = life;
        if (current != null) {
            current.close();
        }
        List<RecoveredPartition> ends = null;
        try {
            ends = engine.stop();
        } catch (IOException | InterruptedException failed) {
            world().violated("process death", "stop failed: " + failed);
        }
        if (ends != null && identity.brokerEpoch() >= 0) {
            machine.writeClean(new CleanShutdownFile.Content(identity.brokerEpoch(), ends));
            world().reached("clean shutdown");
        }
        machine.end(this, false);
        machine.startAfter(downMs);
    }

    @Override
    void die() {
        super.die();
        metadata.close();
    }

    @Override
    void afterEvent() {
        if (!roundPlanned && !shard().isIdle()) {
            planRound(machine.prng().between(0, ROUND_MICROS));
        }
    }

    private void planRound(long delayMicros) {
        if (roundPlanned) {
            return;
        }
        roundPlanned = true;
        world().after(delayMicros, this, World.ROUND, () -> {
            roundPlanned = false;
            shard().runOnce();
            stage.oracle().onRound(this);
        });
    }

    private PartitionShard shard() {
        if (shards.isEmpty()) {
            shards.add(engine.directory().shardFor(new PartitionKey(new UUID(0, 0), 0)));
        }
        return shards.get(0);
    }

    List<PartitionHost> hosts() {
        return shard().hosts();
    }

    /** A replica here as it stands; null when it is not here. */
    @Nullable
    ReplicaState stateOf(PartitionKey key) {
        for (PartitionHost host : hosts()) {
            if (host.key().equals(key)) {
                return host.state();
            }
        }
        return null;
    }

    /** Somebody who says to be that broker fetches what follows the ends of the logs led here. */
    void onForgedFetches(SimBroker named) {
        for (PartitionHost host : hosts()) {
            if (host.state().role() == ReplicaState.Role.LEADER) {
                fetches.forge(named, host.key(), host.state());
            }
        }
    }

    /** Epoch of this life; -1 before it is registered. */
    long brokerEpoch() {
        return identity.brokerEpoch();
    }

    /** Whether this life is the registered one in its own image; before it is nothing may be held here (G36). */
    boolean knowsItself() {
        BrokerImage self = image().brokers().get(node());
        return self != null && self.brokerEpoch() == identity.brokerEpoch();
    }

    ClusterImage image() {
        return metadata.image();
    }

    SimMetadataClient metadata() {
        return metadata;
    }

    UUID incarnationId() {
        return identity.incarnationId();
    }

    Machine machine() {
        return machine;
    }

    boolean isRunning() {
        LifecycleThread current = life;
        return current != null && current.phase() == BrokerLifecycle.Phase.RUNNING;
    }

    String phase() {
        LifecycleThread current = life;
        return current == null ? "RECOVERING" : current.phase().name();
    }

    void oracleRequestOpened(ProduceDoor door, long timeoutMs) {
        stage.oracle().opened(door, world().nowMs() + timeoutMs);
    }

    void oracleRequestAnswered(ProduceDoor door) {
        stage.oracle().answered(door);
    }

    void told(PartitionKey key, long highWatermark) {
        stage.oracle().onTold(key, highWatermark);
    }

    void acknowledged(PartitionKey key, ByteBuffer batch, long baseOffset) {
        stage.oracle().acknowledged(this, key, batch, baseOffset);
    }

    void deliver(PartitionKey key, Consumer<PartitionHost> input) {
        shard().deliver(key, (host, nowMs) -> input.accept(host));
    }

    void fetch(PartitionKey key, SimFetches.Answer reply, ReplicaLife replica, long waitMs) {
        shard().deliver(
                        key,
                        reply,
                        (host, nowMs) ->
                                host.fetch(reply, token -> reply.input(token, replica, nowMs + waitMs), nowMs));
    }

    boolean produce(PartitionKey key, ProduceReply reply, LongFunction<LongFunction<ProduceInput>> input) {
        return shard().submit(key, reply, (host, nowMs) -> host.produce(reply, input.apply(nowMs), nowMs));
    }

    boolean read(PartitionKey key, ReadReply reply, LongFunction<LongFunction<FetchInput>> input) {
        return shard().submit(key, reply, (host, nowMs) -> host.fetch(reply, input.apply(nowMs), nowMs));
    }

    /** Asks to delete what is committed, or all that the log holds: what is not committed must stay. */
    void deleteRecords(PartitionKey key, boolean all) {
        OffsetReply reply = new OffsetReply() {
            @Override
            public void found(long offset, long timestampMs, int leaderEpoch) {
                world().reached("records deleted");
            }

            @Override
            public void rejected(Rejection rejection) {
                world().reached("deletion rejected " + rejection.error());
            }
        };
        shard().deliver(
                        key,
                        reply,
                        (host, nowMs) -> host.delete(
                                reply,
                                token -> new DeleteInput(
                                        token,
                                        all ? host.state().logEndOffset() : DeleteInput.HIGH_WATERMARK,
                                        OptionalInt.empty(),
                                        nowMs + 2_000),
                                nowMs));
    }

    boolean offsets(PartitionKey key, OffsetReply reply, LongFunction<OffsetInput> input) {
        return shard().submit(key, reply, (host, nowMs) -> host.offsets(reply, input, nowMs));
    }
}
