// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.PartitionReplica;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ProducerStates.Snapshot;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of three records on a shard without a thread: flushes and cuts that meet. */
class HostLogTest {
    private static final PartitionKey KEY = new PartitionKey(TestCluster.TOPIC_ID, 0);

    private static final long PRODUCER = 4;

    private final List<Runnable> flushes = new ArrayList<>();
    private final RecordingMetadata metadata = new RecordingMetadata();
    private final Shards shards = new Shards(1, 2, new ManualClock(), (reason, cause) -> {
        throw new AssertionError(reason, cause);
    });
    private final PartitionShard shard = shards.shardFor(KEY);
    private Runnable whileCutting = () -> {};
    private boolean isFull;
    private boolean isDamaged;
    private int rests;
    private @Nullable HostLog log;
    private @Nullable PartitionHost host;
    private @Nullable HostPorts ports;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        TopicSettings settings =
                new TopicSettings(new TopicDefaults(1 << 20, 60_000, -1, -1, 1 << 20), () -> metadata.image);
        PartitionLog stored = new MemoryLogStore()
                .open("orders", KEY.topicId(), 0, settings.defaultLogConfig())
                .log();
        for (int offset = 0; offset < 3; offset++) {
            BatchBuilder builder = new BatchBuilder(Compression.NONE);
            builder.append(1, null, new byte[1], List.of());
            stored.append(builder.build(offset, 0), offset);
        }
        HostPorts ports = ports(folder);
        this.ports = ports;
        PartitionLog cutting = beingWatched(stored);
        ReplicationConfig config = new ReplicationConfig(1, 1_000, 50, 200, 1 << 20, 60_000, 1_500, true);
        PartitionHost installed = new PartitionHost(
                KEY, "orders", new PartitionReplica(LogRecovery.recover(stored, 0), config), cutting, ports, shard);
        log = new HostLog(KEY, cutting, ports, shard);
        host = installed;
        shard.install(installed);
        shard.runOnce();
    }

    private HostLog log() {
        return Objects.requireNonNull(log);
    }

    private PartitionHost host() {
        return Objects.requireNonNull(host);
    }

    private HostPorts ports(Path folder) {
        BrokerIdentity identity = new BrokerIdentity(1);
        return new HostPorts(
                new ReplicaFetchers(
                        1,
                        new ReplicaFetchers.Parts(
                                new RecordingSender(), () -> metadata.image, shards, new ManualClock())),
                new IsrProposer(metadata, identity, shards),
                new LogFlusher(new Recorded()),
                HighWatermarkHints.load(folder.resolve("high-watermarks")),
                Runnable::run,
                new LogEndReports(1, ends -> {}),
                new FailureReports(1, () -> metadata.image, failed -> new CompletableFuture<>()),
                new DamagedReplicas(1),
                new BrokerLease(),
                new EngineMetrics(new SimpleMeterRegistry()));
    }

    /** The log, with something that happens while a cut has begun and is not done. */
    private PartitionLog beingWatched(PartitionLog stored) {
        return (PartitionLog) Proxy.newProxyInstance(
                PartitionLog.class.getClassLoader(), new Class<?>[] {PartitionLog.class}, (self, method, arguments) -> {
                    rests += method.getName().equals("rest") ? 1 : 0;
                    if (method.getName().equals("truncateTo")) {
                        whileCutting.run();
                    }
                    if (isDamaged && method.getName().equals("truncateTo")) {
                        throw new DamagedLogException("segment 3: bad checksum");
                    }
                    if (isDamaged && method.getName().equals("offsetForTime")) {
                        throw new DamagedLogException("batch at offset 1 is damaged");
                    }
                    if (isFull && List.of("truncateTo", "appendEpoch").contains(method.getName())) {
                        throw new DiskFullException("full");
                    }
                    try {
                        return method.invoke(stored, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    @Test
    void aLogThatIsToHoldNoFilesRestsAndGoesOn() {
        host().rest(0);
        assertThat(rests).isEqualTo(1);
        log().flush();
        shard.runOnce();

        assertThat(host().state().flushedEndOffset()).isEqualTo(3);
    }

    @Test
    void aFlushIsToldToTheReplica() {
        log().flush();
        shard.runOnce();

        assertThat(host().state().flushedEndOffset()).isEqualTo(3);
    }

    @Test
    void aFlushOfBeforeACutIsDoneAgain() {
        log().flush();
        log().truncate(new Effect.TruncateLog(1, 0));
        shard.runOnce();

        assertThat(host().state().flushedEndOffset()).isZero();
        assertThat(flushes).hasSize(1);
    }

    @Test
    void aFlushThatFallsIntoACutIsDoneAgain() {
        whileCutting = log()::flush;
        log().truncate(new Effect.TruncateLog(1, 0));
        shard.runOnce();

        assertThat(host().state().flushedEndOffset()).isZero();
        assertThat(flushes).hasSize(1);
    }

    @Test
    void aCutWithoutSpaceIsTriedAgain() {
        isFull = true;
        assertThat(log().truncate(new Effect.TruncateLog(1, 0))).isNull();
        assertThat(log().retryRefused()).isNull();
        assertThat(log().port().logEndOffset()).isEqualTo(3);

        isFull = false;
        assertThat(log().retryRefused()).isNotNull();

        assertThat(log().port().logEndOffset()).isEqualTo(1);
        assertThat(log().retryRefused()).isNull();
    }

    @Test
    void aCutThatDamageKeepsFromBeingDoneStopsTheReplica() {
        isDamaged = true;

        log().truncate(new Effect.TruncateLog(1, 0));
        shard.runOnce();

        assertThat(host().offlineReason()).contains("segment 3");
    }

    @Test
    void aLookUpThatMeetsDamageIsToldOfItWhereNobodyElseIsInSync() {
        isDamaged = true;
        List<ReplicaError> errors = new ArrayList<>();

        log().reads().lookUp(new Effect.LookUpTime(1, 5, 3, 0), new OffsetReply() {
            @Override
            public void found(long offset, long timestampMs, int leaderEpoch) {
                throw new AssertionError(offset);
            }

            @Override
            public void rejected(Rejection rejection) {
                errors.add(rejection.error());
            }
        });
        shard.runOnce();

        assertThat(errors).containsExactly(ReplicaError.CORRUPT_BATCH);
        assertThat(host().offlineReason()).isNull();
    }

    @Test
    void theBeginningOfAnEpochWithoutSpaceIsTriedAgain() {
        isFull = true;
        assertThat(log().appendEpoch(7)).isNull();
        assertThat(log().retryRefused()).isNull();
        assertThat(log().port().epochs()).doesNotContain(new EpochStart(7, 3));

        isFull = false;
        assertThat(log().retryRefused()).isNull();

        assertThat(log().port().epochs()).contains(new EpochStart(7, 3));
    }

    @Test
    void anEpochThatWaitedForSpaceDoesNotBeginWhereTheLogWasCut() {
        isFull = true;
        log().appendEpoch(7);
        isFull = false;
        log().truncate(new Effect.TruncateLog(1, 8));
        log().retryRefused();

        assertThat(log().port().epochs()).extracting(EpochStart::leaderEpoch).doesNotContain(7);
    }

    @Test
    void aFollowerOutsideTheLogIsToldWhoWroteBelowItsStart() throws IOException {
        log().port().append(produced(3, 0), 3);
        log().port().append(produced(4, 1), 4);
        Outcome outcome = new Outcome();

        log().reads().answerOutOfRange(new Effect.AnswerOutOfRange(1, 7, 4, 4, 5, false), outcome);
        shard.runOnce();

        assertThat(outcome.told)
                .containsExactly(new Snapshot(PRODUCER, (short) 0, List.of(new ProducerStates.Batch(0, 0, 3))));
    }

    @Test
    void aFollowerIsToldToAskAgainWhenMoreIsDeletedMeanwhile() throws IOException {
        log().port().restartAt(9, null);
        Outcome outcome = new Outcome();

        log().reads().answerOutOfRange(new Effect.AnswerOutOfRange(1, 7, 4, 4, 5, false), outcome);
        shard.runOnce();

        assertThat(outcome.error).isEqualTo(ReplicaError.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void aLogThatStartsOverKeepsWhatItIsTold() throws IOException {
        Snapshot producer = new Snapshot(PRODUCER, (short) 0, List.of(new ProducerStates.Batch(0, 0, 3)));

        log().restart(new Effect.RestartLog(9, List.of(producer)));

        assertThat(LogRecovery.producersOf(log().port()).snapshots()).containsExactly(producer);
    }

    @Test
    void aLogThatStartsOverWithoutBeingToldKnowsThatItDoesNotKnow() throws IOException {
        log().restart(new Effect.RestartLog(9, null));

        assertThat(log().port().fold(new ProducerFold())).isFalse();
    }

    @Test
    void whatALogTellsLateIsNotTakenForWordOfTheOneThatFollowsIt() throws IOException {
        PartitionLog former = new MemoryLogStore()
                .open("orders", KEY.topicId(), 0, LogConfig.DEFAULT)
                .log();
        HostLog late = new HostLog(KEY, former, Objects.requireNonNull(ports), shard);
        former.close();

        late.flush();
        shard.runOnce();

        assertThat(host().state().role()).isNotEqualTo(ReplicaState.Role.OFFLINE);
    }

    @Test
    void aReadByAnotherThreadOfBeforeACutIsThrownAway() {
        Outcome outcome = new Outcome();

        log().reads().serve(new Effect.ServeFetch(1, 0, 1_000, 3, 7, 3, 0, 3), outcome);
        log().truncate(new Effect.TruncateLog(1, 8));
        shard.runOnce();

        assertThat(outcome.error).isEqualTo(ReplicaError.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void aReadWhoseBytesTurnOutUnreadableIsRefusedAndTheLogGivenUp() {
        Outcome outcome = new Outcome();
        outcome.isUnreadable = true;

        log().reads().serve(new Effect.ServeFetch(1, 0, 1_000, 3, 7, 3, 0, 3), outcome);
        shard.runOnce();
        shard.runOnce();

        assertThat(outcome.error).isEqualTo(ReplicaError.LOG_OFFLINE);
        assertThat(host().state().role()).isEqualTo(ReplicaState.Role.OFFLINE);
    }

    @Test
    void aFaultOfTheDiskThatReachesThePartitionEndsItAndNotItsShard() {
        shard.deliver(
                KEY,
                (host, nowMs) -> host.accept(
                        (replica, now, out) -> {
                            throw new InternalError("a fault occurred in a recent unsafe memory access operation");
                        },
                        nowMs));
        shard.runOnce();

        assertThat(host().offlineReason()).contains("cannot be read");
    }

    private static ByteBuffer produced(long offset, int sequence) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.producer(PRODUCER, (short) 0, sequence);
        builder.append(1, null, new byte[1], List.of());
        return builder.build(offset, 0);
    }

    /** Keeps what it is answered. */
    private static final class Outcome implements ReadReply {
        private List<Snapshot> told = List.of();
        private @Nullable ReplicaError error;
        private boolean isUnreadable;

        @Override
        public void served(Effect.ServeFetch limits, LogSlice slice) {
            slice.close();
            if (isUnreadable) {
                throw new UncheckedIOException(new IOException("input/output error"));
            }
        }

        @Override
        public void outOfRange(Effect.AnswerOutOfRange answer, List<Snapshot> producers) {
            told = producers;
        }

        @Override
        public void diverging(Effect.AnswerDiverging answer) {
            error = ReplicaError.FENCED_LEADER_EPOCH;
        }

        @Override
        public void rejected(Rejection rejection) {
            error = rejection.error();
        }
    }

    /** Keeps what it is given. */
    private final class Recorded extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            flushes.add(task);
        }

        @Override
        public void shutdown() {
            flushes.clear();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return flushes;
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
