// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.engine.group.Groups;
import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.engine.replication.ReplicaState.Role;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.FailedReplica;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broker 1 with real shards, hosts and replicas, driven round by round without a thread. */
class PartitionDirectoryTest {
    private static final PartitionKey KEY = new PartitionKey(TestCluster.TOPIC_ID, 0);

    private final ManualClock clock = new ManualClock();
    private final RecordingSender sender = new RecordingSender();
    private final RecordingMetadata metadata = new RecordingMetadata();
    private final MemoryLogStore store = new MemoryLogStore();
    private Opening opening = () -> {};
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EngineMetrics metrics = new EngineMetrics(registry);
    private final LogFlusher flusher = new LogFlusher(Executors.newSingleThreadExecutor());
    private final Shards shards = new Shards(2, 2, clock, (reason, cause) -> {
        throw new AssertionError(reason, cause);
    });
    private final List<PartitionKey> reported = new ArrayList<>();
    private final List<LogEndReports.LogEnd> reportedEnds = new ArrayList<>();
    private final FailureReports failures = new FailureReports(1, () -> metadata.image, failed -> {
        reported.addAll(failed.stream().map(FailedReplica::partition).toList());
        return new CompletableFuture<>();
    });
    private final List<String> replies = new ArrayList<>();
    private PartitionDirectory directory = directory(Path.of("unused"));
    private AssignmentTracker tracker = new AssignmentTracker(1, directory, metrics);
    private ClusterImage image = ClusterImage.EMPTY;

    @BeforeEach
    void start(@TempDir Path dataDirectory) {
        directory = directory(dataDirectory);
        tracker = new AssignmentTracker(1, directory, metrics);
        directory.onLease(Long.MAX_VALUE);
    }

    @AfterEach
    void stop() throws InterruptedException {
        flusher.stop();
    }

    private PartitionDirectory directory(Path dataDirectory) {
        TopicSettings settings =
                new TopicSettings(new TopicDefaults(1 << 20, 60_000, -1, -1, 1 << 20), () -> metadata.image);
        BrokerIdentity identity = new BrokerIdentity(1);
        identity.registered(11);
        HostPorts ports = new HostPorts(
                new ReplicaFetchers(1, new ReplicaFetchers.Parts(sender, () -> metadata.image, shards, clock)),
                new IsrProposer(metadata, identity, shards),
                flusher,
                HighWatermarkHints.load(dataDirectory.resolve("high-watermarks")),
                Runnable::run,
                new LogEndReports(1, ends -> reportedEnds.addAll(ends.values())),
                failures,
                new DamagedReplicas(1),
                new BrokerLease(),
                metrics);
        ReplicationConfig config = new ReplicationConfig(1, 1_000, 50, 200, 1 << 20, 60_000, 1_500, false);
        ReplicationConfig flushed = new ReplicationConfig(1, 1_000, 50, 200, 1 << 20, 60_000, 1_500, true);
        return new PartitionDirectory(
                shards,
                ports,
                new StoredLogs(new WatchedStore(), settings),
                new KeyedTasks(Runnable::run),
                new PartitionDirectory.Lifetime(clock, new RemovedReplicas(1)),
                topic -> settings.isFlushed(topic) ? flushed : config);
    }

    /** The store, with something that happens when a log is opened. */
    private final class WatchedStore implements LogStore {
        @Override
        public OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException {
            opening.run();
            return store.open(topic, topicId, partition, config);
        }

        @Override
        public void delete(UUID topicId, int partition) throws IOException {
            store.delete(topicId, partition);
        }

        @Override
        public void setAside(UUID topicId, int partition) throws IOException {
            store.setAside(topicId, partition);
        }

        @Override
        public List<StoredLog> list() {
            return store.list();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /** What happens when a log is opened. */
    private interface Opening {
        void run() throws IOException;
    }

    private void follow(ClusterImage next) {
        ClusterDelta delta = ClusterImages.diff(image, next);
        ClusterImage before = image;
        image = next;
        metadata.image = next;
        if (before.index() < 0) {
            tracker.activate(next);
        } else {
            tracker.onImage(before, next, delta);
        }
        run();
    }

    private void run() {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (PartitionShard shard : shards.all()) {
                worked |= shard.runOnce();
            }
        }
    }

    private void tick() {
        clock.advance(PartitionShard.REST_MS);
        run();
    }

    private static ByteBuffer batch(long baseOffset, int leaderEpoch) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1, null, "value".getBytes(java.nio.charset.StandardCharsets.UTF_8), List.of());
        return builder.build(baseOffset, leaderEpoch);
    }

    private boolean produce(int acks) {
        ProduceReply reply = new ProduceReply() {
            @Override
            public void completed(Effect.CompleteProduce result) {
                replies.add("completed at " + result.baseOffset());
            }

            @Override
            public void rejected(Rejection rejection) {
                replies.add("rejected " + rejection.error() + (rejection.appended() ? " after append" : ""));
            }
        };
        ByteBuffer batch = batch(0, 0);
        return directory
                .shardFor(KEY)
                .submit(
                        KEY,
                        reply,
                        (host, nowMs) -> host.produce(
                                reply,
                                token -> new ProduceInput(token, batch, acks, OptionalInt.empty(), nowMs + 500),
                                nowMs));
    }

    private void askLatest() {
        OffsetReply reply = new OffsetReply() {
            @Override
            public void found(long offset, long timestampMs, int leaderEpoch) {
                replies.add("latest is " + offset);
            }

            @Override
            public void rejected(Rejection rejection) {
                replies.add("rejected " + rejection.error());
            }
        };
        directory
                .shardFor(KEY)
                .submit(
                        KEY,
                        reply,
                        (host, nowMs) -> host.offsets(
                                reply,
                                token -> new OffsetInput(token, OffsetInput.Spec.LATEST, -1, OptionalInt.empty()),
                                nowMs));
    }

    private void leadAloneWithALeaseOf(long leaseMs) {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        directory.onLease(clock.monotonicMs() + leaseMs);
        run();
    }

    private PartitionSnapshot snapshot() {
        var snapshots = directory.snapshots();
        run();
        return snapshots.join().get(0);
    }

    @Test
    void leadsWhatTheImageGivesIt() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        produce(1);
        run();

        assertThat(replies).containsExactly("completed at 0");
        assertThat(snapshot().state().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void remembersWhenItWasLastWrittenToWithoutAllReplicas() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        produce(-1);
        run();
        assertThat(snapshot().sinceWeakWriteMs()).isEqualTo(PartitionSnapshot.NEVER);

        produce(1);
        run();
        clock.advance(70);

        assertThat(snapshot().sinceWeakWriteMs()).isEqualTo(70);
    }

    @Test
    void compactionThatWaitsAtAShardIsStillTakenAfterHousekeepingStopped(@TempDir Path folder)
            throws InterruptedException {
        TreeMap<String, String> compacted = new TreeMap<>();
        compacted.put("cleanup.policy", "compact");
        TopicImage topic =
                TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1))).withConfigs(compacted);
        follow(TestCluster.image(5, topic));
        Housekeeping housekeeping = new Housekeeping(
                Executors.newSingleThreadScheduledExecutor(),
                directory,
                HighWatermarkHints.load(folder.resolve("high-watermarks")),
                new TopicSettings(new TopicDefaults(1 << 20, 60_000, -1, -1, 1 << 20), () -> metadata.image),
                () -> metadata.image,
                clock);
        housekeeping.retain();

        housekeeping.stop();
        run();
        housekeeping.stopCompaction();

        assertThat(snapshot().offline()).isNull();
    }

    @Test
    void rejectsWhatItDoesNotHold() {
        produce(1);
        run();

        assertThat(replies).containsExactly("rejected NOT_LEADER_OR_FOLLOWER");
    }

    @Test
    void refusesRequestsWhenTheMailboxIsFullButTakesNews() {
        assertThat(produce(1)).isTrue();
        assertThat(produce(1)).isTrue();
        assertThat(produce(1)).isFalse();

        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));

        assertThat(snapshot().state().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void timesOutAWriteThatItsReplicasDoNotTake() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1, 2, 3)))));
        produce(-1);
        run();
        assertThat(replies).isEmpty();

        clock.advance(500);
        tick();

        assertThat(replies).containsExactly("rejected REQUEST_TIMED_OUT after append");
    }

    @Test
    void tellsNoEndOnceItsLeaseIsOverThoughNobodySaidThatItIs() {
        leadAloneWithALeaseOf(1_000);
        clock.advance(999);
        askLatest();
        run();
        clock.advance(1);
        askLatest();
        run();

        assertThat(replies).containsExactly("latest is 0", "rejected OFFSET_NOT_AVAILABLE");
    }

    @Test
    void tellsNoEndWhenTheProcessWasFrozenInTheMiddleOfARound() {
        leadAloneWithALeaseOf(1_000);
        directory.shardFor(KEY).deliver(KEY, (host, nowMs) -> {
            clock.advance(1_000);
            askLatest();
        });
        run();

        assertThat(replies).containsExactly("rejected OFFSET_NOT_AVAILABLE");
    }

    @Test
    void acknowledgesWhatWaitedForALeaseWhenItHasOne() {
        leadAloneWithALeaseOf(1_000);
        clock.advance(1_000);
        produce(-1);
        run();
        assertThat(replies).isEmpty();

        directory.onLease(clock.monotonicMs() + 1_000);
        run();

        assertThat(replies).containsExactly("completed at 0");
    }

    @Test
    void goesOnWithALeaseThatIsRenewedBeforeItsEnd() {
        leadAloneWithALeaseOf(1_000);
        clock.advance(900);
        directory.onLease(clock.monotonicMs() + 1_000);
        clock.advance(900);
        produce(-1);
        run();

        assertThat(replies).containsExactly("completed at 0");
    }

    @Test
    void fetchesFromItsLeaderAndAppendsWhatComes() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        assertThat(sender.opened).containsExactly(2);
        long fetchId = sender.lastFetch().fetch().fetchId();

        sender.lastListener().onReply(KEY, new FetchReply(fetchId, null, 0, 0, 0, 1, null, List.of(), batch(0, 0)));
        run();

        assertThat(snapshot().state().logEndOffset()).isEqualTo(1);
        assertThat(sender.lastFetch().fetch().fetchOffset()).isEqualTo(1);
    }

    @Test
    void dropsBatchesWithAWrongCrc() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        ByteBuffer damaged = batch(0, 0);
        damaged.put(damaged.limit() - 2, (byte) (damaged.get(damaged.limit() - 2) + 1));
        long fetchId = sender.lastFetch().fetch().fetchId();

        sender.lastListener().onReply(KEY, new FetchReply(fetchId, null, 0, 0, 0, 1, null, List.of(), damaged));
        run();

        assertThat(snapshot().state().logEndOffset()).isZero();
    }

    @Test
    void fetchesAgainOnANewStreamWhenOneBreaks() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));

        sender.lastListener().onBroken("gone");
        run();
        tick();

        assertThat(sender.opened).containsExactly(2, 2);
    }

    @Test
    void fetchesAgainWhenTheRetryIsDueAndNotOnlyAtTheNextTickAtRest() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));

        sender.lastListener().onBroken("gone");
        run();
        clock.advance(2 * PartitionShard.TICK_MS);
        run();

        assertThat(sender.opened).containsExactly(2, 2);
    }

    @Test
    void followsTheNextLeaderAtOnce() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));

        follow(TestCluster.image(6, TestCluster.topic(TestCluster.partition(3, 1, 1, List.of(1, 3)))));

        assertThat(sender.opened).containsExactly(2, 3);
        assertThat(sender.lastFetch().fetch().leaderEpoch()).isEqualTo(1);
    }

    @Test
    void proposesToTheControllerToDropAFollowerThatStaysAway() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1, 2, 3)))));
        produce(1);
        run();
        for (int i = 0; i < 30; i++) {
            tick();
        }

        assertThat(metadata.commands.get(0)).isInstanceOfSatisfying(AlterPartitions.class, command -> {
            assertThat(command.sender().brokerEpoch()).isEqualTo(11);
            assertThat(command.proposals()).hasSize(1);
        });
        metadata.answers.get(0).complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "", -1));
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void beginsAgainWithADamagedLogOnceWhatItAcknowledgedIsFenced() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        directory.onDamage(KEY, "segment 3: bad record");
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.OFFLINE);
        assertThat(reported).contains(KEY);

        directory.repairDamaged(image);
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.OFFLINE);

        follow(TestCluster.image(6, TestCluster.topic(TestCluster.partition(2, 0, 1, List.of(2, 3)))));
        directory.repairDamaged(image);
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.OFFLINE);

        follow(TestCluster.image(7, TestCluster.topic(TestCluster.partition(2, 1, 2, List.of(2, 3)))));
        directory.repairDamaged(image);
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.FOLLOWER);
        assertThat(sender.lastFetch().fetch().leaderEpoch()).isEqualTo(1);
    }

    @Test
    void aDamagedReplicaThatNobodyCountsOnAsksForALaterEpochAndBeginsAgainInIt() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 3, 4, List.of(2)))));
        directory.onDamage(KEY, "segment 3: bad record");
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.OFFLINE);
        assertThat(reported).containsExactly(KEY);

        follow(TestCluster.image(6, TestCluster.topic(TestCluster.partition(2, 4, 5, List.of(2)))));
        directory.repairDamaged(image);
        run();
        assertThat(snapshot().state().role()).isEqualTo(Role.FOLLOWER);
        assertThat(sender.lastFetch().fetch().leaderEpoch()).isEqualTo(4);
    }

    @Test
    void aLogInWhichDamageIsMetWhileItOpensBeginsAgainOnceNobodyCountsOnIt() {
        opening = () -> {
            opening = () -> {};
            throw new DamagedLogException("segment 3: bad checksum");
        };
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        assertThat(directory.unopened()).containsKey(KEY);
        assertThat(reported).containsExactly(KEY);

        directory.repairDamaged(image);
        run();
        assertThat(directory.unopened()).containsKey(KEY);

        follow(TestCluster.image(6, TestCluster.topic(TestCluster.partition(2, 1, 1, List.of(2, 3)))));
        directory.repairDamaged(image);
        run();
        assertThat(directory.unopened()).isEmpty();
        assertThat(snapshot().state().role()).isEqualTo(Role.FOLLOWER);
        assertThat(sender.lastFetch().fetch().leaderEpoch()).isEqualTo(1);
    }

    @Test
    void anOnlyCopyInWhichDamageIsMetWhileItOpensStaysAsItIs() {
        opening = () -> {
            throw new DamagedLogException("segment 3: bad checksum");
        };
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        assertThat(reported).containsExactly(KEY);

        opening = () -> {};
        follow(TestCluster.image(6, TestCluster.topic(TestCluster.lost(1, List.of(1)))));
        directory.repairDamaged(image);
        run();
        assertThat(directory.unopened()).containsKey(KEY);

        follow(TestCluster.image(7, TestCluster.topic(TestCluster.partition(2, 2, 2, List.of(2)))));
        directory.repairDamaged(image);
        run();
        assertThat(directory.unopened()).isEmpty();
    }

    @Test
    void damageIsCountedOnceHoweverManyMeetIt() throws IOException {
        storeDamaged();
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 1, 1, List.of(1)))));
        read(0);
        run();
        read(0);
        run();

        assertThat(registry.get("tidemark.log.damage.found").counter().count()).isEqualTo(1);
    }

    @Test
    void aReplicaThatComesBackIsNotHeldForTheFailedOneThatWasMovedAway() {
        opening = () -> {
            throw new IOException("no such disk");
        };
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1)))));
        assertThat(reported).containsExactly(KEY);
        follow(TestCluster.image(6, TestCluster.topic(TestCluster.movedTo(2, 1, List.of(2, 3)))));

        opening = () -> {};
        follow(TestCluster.image(7, TestCluster.topic(TestCluster.partition(2, 2, 2, List.of(2, 1)))));
        directory.reportFailures();

        assertThat(reported).containsExactly(KEY);
    }

    @Test
    void damageThatAColdReadMeetsMovesTheLeadershipAway() throws IOException {
        storeDamaged();
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 1, 1, List.of(1)))));
        follow(TestCluster.image(6, TestCluster.topic(TestCluster.partition(1, 1, 2, List.of(1, 2)))));
        read(0);
        run();

        assertThat(replies).containsExactly("rejected " + ReplicaError.LOG_OFFLINE);
        assertThat(snapshot().state().role()).isEqualTo(Role.OFFLINE);
        assertThat(reported).containsExactly(KEY);
    }

    @Test
    void aReaderIsToldOfDamageWhereNobodyElseIsInSync() throws IOException {
        storeDamaged();
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 1, 1, List.of(1)))));
        read(0);
        run();

        assertThat(replies).containsExactly("rejected " + ReplicaError.CORRUPT_BATCH);
        assertThat(snapshot().state().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void goesOnWithADamagedLogWhenNobodyElseIsInSync() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        directory.onDamage(KEY, "segment 3: bad record");
        run();

        assertThat(snapshot().state().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void deletesTheLogOfADeletedTopic() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        assertThat(store.list()).hasSize(1);

        follow(TestCluster.image(6));

        assertThat(store.list()).isEmpty();
        assertThat(directory.assigned()).isEmpty();
    }

    @Test
    void answersWhatWaitsWhenThePartitionLeaves() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1, 2, 3)))));
        produce(-1);
        run();

        follow(TestCluster.image(6));

        assertThat(replies).containsExactly("rejected " + ReplicaError.NOT_LEADER_OR_FOLLOWER + " after append");
    }

    @Test
    void servesNothingBeforeItsImageHoldsItsRegistration() {
        ClusterImage early = TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1))));

        tracker.onImage(ClusterImage.EMPTY, early, ClusterImages.diff(ClusterImage.EMPTY, early));
        run();

        assertThat(directory.assigned()).isEmpty();
    }

    @Test
    void tellsWhatItHoldsOfAPartitionThatLostEveryEligibleReplica() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 3, 3, List.of(1)))));
        produce(1);
        run();
        directory.reportLogEnds(image);
        run();
        assertThat(reportedEnds).isEmpty();

        follow(TestCluster.image(6, TestCluster.topic(TestCluster.lost(4, List.of(1, 2)))));
        directory.reportLogEnds(image);
        run();
        assertThat(reportedEnds).containsExactly(new LogEndReports.LogEnd(3, 1));

        follow(TestCluster.image(7, TestCluster.topic(TestCluster.lost(5, List.of(2)))));
        directory.reportLogEnds(image);
        run();
        assertThat(reportedEnds).hasSize(1);
    }

    @Test
    void servesWhatAnEarlierLifeWroteFromAnotherThread() throws IOException {
        PartitionLog log =
                store.open("orders", TestCluster.TOPIC_ID, 0, LogConfig.DEFAULT).log();
        log.append(batch(0, 0), 0);
        log.close();
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 1, 1, List.of(1)))));

        read(0);
        run();

        assertThat(replies).containsExactly("read up to 1");
    }

    private void storeDamaged() throws IOException {
        ByteBuffer damaged = batch(0, 0);
        damaged.put(damaged.limit() - 1, (byte) (damaged.get(damaged.limit() - 1) ^ 1));
        PartitionLog log =
                store.open("orders", TestCluster.TOPIC_ID, 0, LogConfig.DEFAULT).log();
        log.append(damaged, 0);
        log.close();
    }

    private void read(long offset) {
        ReadReply reply = new ReadReply() {
            @Override
            public void served(Effect.ServeFetch limits, LogSlice slice) {
                replies.add("read up to " + slice.endOffset());
                slice.close();
            }

            @Override
            public void diverging(Effect.AnswerDiverging answer) {
                throw new AssertionError(answer);
            }

            @Override
            public void rejected(Rejection rejection) {
                replies.add("rejected " + rejection.error());
            }
        };
        directory
                .shardFor(KEY)
                .deliver(
                        KEY,
                        reply,
                        (host, nowMs) -> host.fetch(
                                reply,
                                token -> new FetchInput.Consumer(token, offset, 1_000, 1, OptionalInt.empty(), nowMs),
                                nowMs));
    }

    @Test
    void tellsTheControllerOfALogThatDoesNotOpenForWhateverReason() {
        opening = () -> {
            throw new IllegalArgumentException("saved in a format of a later version");
        };
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1, 2, 3)))));

        assertThat(reported).containsExactly(KEY);
    }

    @Test
    void loadsNoGroupsFromADamagedBatch() throws IOException {
        storeDamaged();
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 1, 1, List.of(1)))));
        List<String> failed = new ArrayList<>();

        GroupLoad load = new GroupLoad(directory, KEY, 1, 1, Runnable::run, new GroupLoad.Result() {
            @Override
            public void loaded(Groups groups) {
                failed.add("loaded");
            }

            @Override
            public void failed(String reason) {
                failed.add(reason);
            }
        });
        load.readFrom(0);
        run();

        assertThat(failed).singleElement().asString().contains("CORRUPT_BATCH");
    }

    @Test
    void tellsTheControllerThatItsLogFailed() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1, 2, 3)))));

        directory
                .shardFor(KEY)
                .deliver(KEY, (host, nowMs) -> host.accept((r, now, out) -> r.onLogFailed("no disk", now, out), nowMs));
        run();

        assertThat(reported).containsExactly(KEY);
    }

    @Test
    void keepsTheLogOfAReplicaThatWasTakenAwayAndDeletesItLater() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        ClusterImage without = TestCluster.image(6, TestCluster.topic(TestCluster.movedTo(2, 1, List.of(2, 3))));

        follow(without);
        directory.deleteRemoved(without);
        assertThat(store.list()).hasSize(1);

        clock.advance(RemovedReplicas.DELAY_MS);
        directory.deleteRemoved(without);
        assertThat(store.list()).isEmpty();
    }

    @Test
    void keepsTheLogOfAReplicaThatComesBackInTime() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(2, 0, 0, List.of(2, 1, 3)))));
        follow(TestCluster.image(6, TestCluster.topic(TestCluster.movedTo(2, 1, List.of(2, 3)))));
        ClusterImage back = TestCluster.image(7, TestCluster.topic(TestCluster.partition(2, 2, 2, List.of(2, 3))));
        follow(back);

        clock.advance(RemovedReplicas.DELAY_MS);
        directory.deleteRemoved(back);

        assertThat(store.list()).hasSize(1);
        assertThat(snapshot().state().role()).isEqualTo(Role.FOLLOWER);
    }

    @Test
    void takesOverTheDurabilityOfTheTopic() {
        follow(TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1)))));
        produce(-1);
        run();
        assertThat(replies).hasSize(1);

        follow(TestCluster.image(6, TestCluster.flushedTopic(TestCluster.partition(1, 0, 0, List.of(1)))));
        produce(-1);
        run();

        // The flush comes back from another thread.
        long endNs = System.nanoTime() + 10_000_000_000L;
        while (replies.size() < 2 && System.nanoTime() < endNs) {
            LockSupport.parkNanos(1_000_000);
            run();
        }
        assertThat(replies).hasSize(2);
        assertThat(snapshot().state().flushedEndOffset()).isEqualTo(2);
    }
}
