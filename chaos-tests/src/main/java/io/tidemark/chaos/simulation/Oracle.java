// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.engine.runtime.PartitionHost;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Knows what was ever committed and asks every invariant after every step that can concern it. */
final class Oracle {
    private static final long ANSWER_SLACK_MS = 10_000;

    private final Stage stage;
    private final Map<PartitionKey, Truth> truths = new TreeMap<>();
    private final Map<Integer, Map<PartitionKey, ReplicaState>> last = new HashMap<>();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final List<Served> served = new ArrayList<>();
    /** The highest high watermark that followers were told in this round. */
    private final Map<PartitionKey, Long> told = new TreeMap<>();

    private final Map<ProduceDoor, Long> open = new LinkedHashMap<>();
    private final List<Invariant> invariants = List.of(
            new NoFaultOfTheCore(),
            new HighWatermarkMonotone(),
            new FrozenBelowMinimum(),
            new NothingTakenBelowMinimum(),
            new LeaderCompleteness(),
            new ReadStability(),
            new LeaderCountsMembers(),
            new MetadataRules(),
            new EpochsGrow(),
            new StaleLivesChangeNothing(),
            new UncleanRestartsAreOut(),
            new CandidateCompleteness(),
            new LogMatching(),
            new CountedIsHeld(),
            new ProducersFollowTheLog(),
            new LogsFollowTheirEpoch(),
            new FlushedIsOnDisk(),
            new MovesEndWhole());
    /** What still holds when more was lost than is promised against: nothing is lost without being noticed. */
    private static final List<Invariant> BEYOND_BUDGET =
            List.of(new HighWatermarkMonotone(), new MetadataRules(), new EpochsGrow(), new StaleLivesChangeNothing());

    private boolean beyondBudget;

    private record Acknowledged(PartitionKey key, long baseOffset, long endOffset, int crc, int leaderEpoch) {}

    /** Batches on their way to a reader. */
    private record Served(int broker, PartitionKey key, int leaderEpoch, long baseOffset, long endOffset, int crc) {}

    Oracle(Stage stage) {
        this.stage = stage;
    }

    /** From now on the run has lost more than is promised against. */
    void beyondBudget() {
        beyondBudget = true;
    }

    boolean isBeyondBudget() {
        return beyondBudget;
    }

    private List<Invariant> invariants() {
        return beyondBudget ? BEYOND_BUDGET : invariants;
    }

    Truth truth(PartitionKey key) {
        return truths.computeIfAbsent(key, unused -> new Truth());
    }

    /** A broker's shard took a round. */
    void onRound(SimBroker broker) {
        Map<PartitionKey, ReplicaState> before = last.computeIfAbsent(broker.node(), unused -> new HashMap<>());
        List<PartitionHost> hosts = broker.hosts();
        if (!hosts.isEmpty() && !broker.knowsItself()) {
            stage.world()
                    .violated(
                            "G36 nothing is served before the image holds this life",
                            "broker " + broker.node() + " holds " + hosts.get(0).label() + " in life "
                                    + broker.brokerEpoch());
        }
        for (PartitionHost host : hosts) {
            ReplicaState now = host.state();
            ReplicaState earlier = before.put(host.key(), now);
            if (!now.equals(earlier)) {
                onReplica(broker, host, earlier, now);
            }
        }
        forgetRemoved(broker, before, hosts);
        told.clear();
        if (beyondBudget) {
            acknowledged.clear();
            served.clear();
        } else {
            checkAcknowledged();
            served.forEach(this::checkServed);
            served.clear();
        }
    }

    /** A replica that was taken away in this round does not tell its high watermark any more either. */
    private void forgetRemoved(SimBroker broker, Map<PartitionKey, ReplicaState> before, List<PartitionHost> hosts) {
        Set<PartitionKey> removed = new TreeSet<>(before.keySet());
        hosts.forEach(host -> removed.remove(host.key()));
        before.keySet().removeAll(removed);
        for (PartitionKey key : removed) {
            PartitionLog log = broker.machine().disk().log(key);
            if (log != null && !beyondBudget && stage.quorum().image().partition(key) != null) {
                commitAcknowledged(key, log);
                commitTold(key, log);
            }
        }
    }

    private void onReplica(SimBroker broker, PartitionHost host, @Nullable ReplicaState before, ReplicaState now) {
        PartitionImage metadata = stage.quorum().image().partition(host.key());
        PartitionLog log = broker.machine().disk().log(host.key());
        if (metadata == null || log == null) {
            return;
        }
        stage.world()
                .trace(now.logEndOffset() * 31
                        + now.highWatermark()
                        + now.leaderEpoch() * 7L
                        + now.role().name().length());
        if (now.role() == ReplicaState.Role.OFFLINE && !beyondBudget) {
            // Its high watermark is not told any more; what it acknowledged, showed or told in its last round was below
            // it.
            commitAcknowledged(host.key(), log);
            commitTold(host.key(), log);
        }
        ReplicaStep step = new ReplicaStep(stage, broker.node(), host, log, before, now, truth(host.key()), metadata);
        if (stage.world().isVerbose() && (before == null || !sameRole(before, now))) {
            stage.world().say("replica " + broker.node() + " " + host.label() + " " + now);
        }
        StepCoverage.note(stage.world(), step);
        for (Invariant invariant : invariants()) {
            report(invariant, invariant.onReplica(step));
        }
    }

    private static boolean sameRole(ReplicaState a, ReplicaState b) {
        return a.role() == b.role()
                && a.leaderEpoch() == b.leaderEpoch()
                && a.partitionEpoch() == b.partitionEpoch()
                && a.maximalIsr().equals(b.maximalIsr())
                && b.logEndOffset() >= a.logEndOffset()
                && b.highWatermark() >= a.highWatermark();
    }

    /** An entry of the metadata log was applied. */
    void onMetadata(ClusterImage before, ClusterImage after, ClusterCommand command, CommandAnswer answer) {
        if (command instanceof RegisterBroker register && answer.isOk()) {
            Machine machine = stage.machines().get(register.brokerId());
            SimBroker broker = machine.broker();
            if (broker != null && broker.incarnationId().equals(register.incarnationId())) {
                machine.disk().lossReported();
            }
        }
        if (command instanceof ReportFailedReplicas report && answer.isOk()) {
            Machine machine = stage.machines().get(report.sender().brokerId());
            SimBroker broker = machine.broker();
            // What an ended life reported, it reported before a power cut that ended it.
            if (broker != null && broker.brokerEpoch() == report.sender().brokerEpoch()) {
                machine.disk().failureReported(report.partitions());
            }
        }
        MetadataStep step = new MetadataStep(stage, before, after, command, answer);
        MetadataCoverage.note(stage.world(), step);
        for (Invariant invariant : invariants()) {
            report(invariant, invariant.onMetadata(step));
        }
    }

    /** Everything, the costly part too. */
    void checkAll() {
        for (Invariant invariant : invariants()) {
            report(invariant, invariant.onCluster(stage));
        }
        long nowMs = stage.world().nowMs();
        open.entrySet().removeIf(entry -> !entry.getKey().broker().isAlive());
        for (Map.Entry<ProduceDoor, Long> entry : open.entrySet()) {
            if (entry.getValue() + ANSWER_SLACK_MS < nowMs
                    && !entry.getKey().broker().isPaused()) {
                stage.world()
                        .violated(
                                "L4 L10 every request is answered in time",
                                "a write due at " + entry.getValue() + " on broker "
                                        + entry.getKey().broker().node());
            }
        }
    }

    private void report(Invariant invariant, @Nullable String fault) {
        if (fault != null) {
            stage.world().violated(invariant.name(), fault);
        }
    }

    /** A broker's process is gone: its replicas' volatile state with it. */
    void forget(int node) {
        last.remove(node);
    }

    void opened(ProduceDoor door, long dueMs) {
        open.put(door, dueMs);
    }

    void answered(ProduceDoor door) {
        open.remove(door);
    }

    /** A leader answered acks=all with success. */
    void acknowledged(SimBroker broker, PartitionKey key, ByteBuffer batch, long baseOffset) {
        int leaderEpoch = -1;
        long endOffset = baseOffset + RecordBatch.lastOffsetDelta(batch) + 1;
        for (PartitionHost host : broker.hosts()) {
            if (host.key().equals(key)) {
                ReplicaState before = last.getOrDefault(broker.node(), Map.of()).get(key);
                leaderEpoch = before == null ? -1 : before.leaderEpoch();
            }
        }
        acknowledged.add(new Acknowledged(key, baseOffset, endOffset, RecordBatch.crc(batch), leaderEpoch));
    }

    private void commitAcknowledged(PartitionKey key, PartitionLog log) {
        for (Acknowledged ack : acknowledged) {
            if (ack.key.equals(key) && truth(key).highWatermark() < ack.endOffset) {
                String fault = truth(key).extend(log, ack.endOffset);
                if (fault != null) {
                    stage.world().violated("I5 what is acknowledged is committed", fault);
                }
            }
        }
    }

    private void commitTold(PartitionKey key, PartitionLog log) {
        long committed = told.getOrDefault(key, 0L);
        for (Served batch : served) {
            committed = batch.key.equals(key) ? Math.max(committed, batch.endOffset) : committed;
        }
        String fault = truth(key).highWatermark() < committed ? truth(key).extend(log, committed) : null;
        if (fault != null) {
            stage.world().violated("I6 I7 reads show committed records", fault);
        }
    }

    /** A leader told a follower its high watermark. */
    void onTold(PartitionKey key, long highWatermark) {
        told.merge(key, highWatermark, Math::max);
    }

    private void checkAcknowledged() {
        for (Acknowledged ack : acknowledged) {
            Truth truth = truth(ack.key);
            PartitionImage metadata = stage.quorum().image().partition(ack.key);
            boolean excused = metadata == null
                    || ack.leaderEpoch < truth.lossEpoch()
                    || metadata.lastUncleanLeaderEpoch() > truth.lossEpoch();
            if (!excused && !truth.holds(ack.baseOffset, ack.endOffset, ack.crc)) {
                stage.world()
                        .violated(
                                "I5 what is acknowledged is committed",
                                ack + " but committed is up to " + truth.highWatermark() + " " + metadata);
            }
        }
        acknowledged.clear();
    }

    /** Batches on their way to a reader: looked at when the round has ended that may have committed them. */
    void onServedToReader(SimBroker broker, PartitionKey key, int leaderEpoch, List<ByteBuffer> batches) {
        for (ByteBuffer batch : batches) {
            served.add(new Served(
                    broker.node(),
                    key,
                    leaderEpoch,
                    RecordBatch.baseOffset(batch),
                    RecordBatch.endOffset(batch),
                    RecordBatch.crc(batch)));
        }
    }

    private void checkServed(Served batch) {
        PartitionImage metadata = stage.quorum().image().partition(batch.key);
        Truth truth = truth(batch.key);
        boolean excused = metadata == null
                || batch.leaderEpoch < truth.lossEpoch()
                || metadata.lastUncleanLeaderEpoch() > truth.lossEpoch();
        if (!excused && !truth.holds(batch.baseOffset, batch.endOffset, batch.crc)) {
            stage.world()
                    .violated(
                            "I6 I7 reads show committed records",
                            batch + ", committed to " + truth.highWatermark() + " of " + metadata);
        }
    }

    long latestAnswered(PartitionKey key) {
        return truth(key).latestAnswered();
    }

    /** A client was told the latest offset; {@code floor} is what anyone had been told when it asked. */
    void onLatest(PartitionKey key, long offset, long floor, int leaderEpoch) {
        Truth truth = truth(key);
        PartitionImage metadata = stage.quorum().image().partition(key);
        if (beyondBudget
                || metadata == null
                || truth.losses() > 0
                || metadata.lastUncleanLeaderEpoch() > truth.lossEpoch()) {
            return;
        }
        if (offset < floor) {
            stage.world()
                    .violated(
                            "I7 the latest offset never goes back",
                            "answered " + offset + " in leader epoch " + leaderEpoch + " after " + floor + " of "
                                    + metadata);
        }
        if (offset > truth.highWatermark()) {
            stage.world().violated("I7 the latest offset is committed", offset + " above " + truth.highWatermark());
        }
        truth.answeredLatest(offset);
    }

    /** A client was told the offset of a time; -1 for none. */
    void onTime(PartitionKey key, long offset) {
        Truth truth = truth(key);
        PartitionImage metadata = stage.quorum().image().partition(key);
        boolean excused = beyondBudget
                || metadata == null
                || truth.losses() > 0
                || metadata.lastUncleanLeaderEpoch() > truth.lossEpoch();
        if (!excused && offset >= truth.highWatermark()) {
            stage.world()
                    .violated("I7 the offset of a time is committed", offset + " not below " + truth.highWatermark());
        }
    }

    /** A reader was told that its position, which it reached by reading, lies above the log. */
    void onReaderOutOfRange(PartitionKey key, long position, Object answer) {
        PartitionImage metadata = stage.quorum().image().partition(key);
        if (!beyondBudget && metadata != null && metadata.lastUncleanLeaderEpoch() < 0) {
            stage.world()
                    .violated(
                            "I7 a reader's position stays in range",
                            "position " + position + " of " + metadata + " was answered " + answer);
        }
    }
}
