// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import static io.tidemark.chaos.invariant.Histories.at;
import static io.tidemark.chaos.invariant.Histories.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.Step;
import io.tidemark.chaos.workload.StoredBatch;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each property of logs and states catches its bad run and lets the near miss pass. */
class RunInvariantTest {
    private static final StoredBatch.Identity NOBODY = new StoredBatch.Identity(-1, -1, -1);

    /** A log of batches with one record each; values are their offsets plus 100, times too. */
    private static ReplicaLog log(int nodeId, StoredBatch... batches) {
        TreeMap<Integer, Long> epochs = new TreeMap<>();
        List<StoredRecord> records = new ArrayList<>();
        for (StoredBatch batch : batches) {
            epochs.putIfAbsent(batch.leaderEpoch(), batch.baseOffset());
            records.add(new StoredRecord(batch.baseOffset(), batch.baseOffset() + 100, batch.baseOffset() + 100));
        }
        return new ReplicaLog(nodeId, 0, 0, epochs, List.of(batches), records);
    }

    private static StoredBatch batch(long offset, int leaderEpoch) {
        return new StoredBatch(offset, offset + 1, leaderEpoch, (int) offset, NOBODY);
    }

    private static StoredBatch by(long offset, long producerId, int producerEpoch, int sequence) {
        return new StoredBatch(offset, offset + 1, 0, 0, new StoredBatch.Identity(producerId, producerEpoch, sequence));
    }

    private static RunRecord logs(History history, ReplicaLog... logs) {
        return new RunRecord(history, List.of(logs), List.of(), List.of());
    }

    private static NodeSample sample(
            long timeNanos, int nodeId, String role, int leaderEpoch, long highWatermark, long logEnd) {
        PartitionSample partition = new PartitionSample(
                0,
                role,
                nodeId,
                leaderEpoch,
                leaderEpoch,
                new PartitionSample.Offsets(0, highWatermark, logEnd),
                List.of(nodeId),
                "");
        return new NodeSample(timeNanos, nodeId, 5, 1, true, List.of(partition));
    }

    private static RunRecord states(NodeSample... samples) {
        return new RunRecord(new Histories().end(), List.of(), List.of(samples), List.of());
    }

    @Nested
    class Acknowledged {
        private final RunInvariant invariant = new AcknowledgedOnEveryReplica();
        private final History history =
                new Histories().send(1, 100, 0).send(1, 101, 1).end();

        @Test
        void catchesACopyThatWasNeverMade() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 0), batch(1, 0)), log(2, batch(0, 0)))))
                    .hasSize(1);
        }

        @Test
        void letsAReplicaBeBehindThatIsNotInSync() {
            RunRecord run = new RunRecord(
                    history,
                    List.of(log(1, batch(0, 0), batch(1, 0)), log(2, batch(0, 0))),
                    List.of(sample(1, 1, "LEADER", 0, 2, 2)),
                    List.of());
            assertThat(invariant.violations(run)).isEmpty();
        }
    }

    @Nested
    class Equality {
        private final RunInvariant invariant = new ReplicasAreEqual();
        private final History history = new Histories().end();

        @Test
        void catchesTheSameOffsetInTwoEpochs() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 0)), log(2, batch(0, 1)))))
                    .isNotEmpty();
        }

        @Test
        void catchesAMissingBatchBelowTheEnd() {
            assertThat(invariant.violations(
                            logs(history, log(1, batch(0, 0), batch(1, 0)), log(2, batch(1, 0), batch(2, 0)))))
                    .isNotEmpty();
        }

        @Test
        void letsOneBeLonger() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 0), batch(1, 0)), log(2, batch(0, 0)))))
                    .isEmpty();
        }
    }

    @Nested
    class Epochs {
        private final RunInvariant invariant = new EpochsMatchBatches();
        private final History history = new Histories().end();

        @Test
        void catchesAGap() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 0), batch(2, 0)))))
                    .hasSize(1);
        }

        @Test
        void catchesAnEpochThatFalls() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 2), batch(1, 1)))))
                    .hasSize(1);
        }

        @Test
        void catchesAnEpochHistoryThatIsWrong() {
            TreeMap<Integer, Long> epochs = new TreeMap<>();
            epochs.put(0, 0L);
            epochs.put(1, 0L);
            List<StoredBatch> batches = List.of(batch(0, 0), batch(1, 1));
            assertThat(invariant.violations(logs(history, new ReplicaLog(1, 0, 0, epochs, batches, List.of()))))
                    .hasSize(1);
        }

        @Test
        void letsEpochsBeLeftOut() {
            assertThat(invariant.violations(logs(history, log(1, batch(0, 0), batch(1, 4)))))
                    .isEmpty();
        }
    }

    @Nested
    class Sequences {
        private final RunInvariant invariant = new SequencesAreContiguous();
        private final History history = new Histories().end();

        @Test
        void catchesARepetitionAGapAndALateStart() {
            assertThat(invariant.violations(logs(history, log(1, by(0, 7, 0, 0), by(1, 7, 0, 0)))))
                    .hasSize(1);
            assertThat(invariant.violations(logs(history, log(1, by(0, 7, 0, 0), by(1, 7, 0, 2)))))
                    .hasSize(1);
            assertThat(invariant.violations(logs(history, log(1, by(0, 7, 0, 3)))))
                    .hasSize(1);
        }

        @Test
        void letsAnotherProducerAndANewEpochBeginAtZero() {
            assertThat(invariant.violations(
                            logs(history, log(1, by(0, 7, 0, 0), by(1, 8, 0, 0), by(2, 7, 1, 0), by(3, 8, 0, 1)))))
                    .isEmpty();
        }
    }

    @Nested
    class Refused {
        private final RunInvariant invariant = new RefusedRecordsAreInNoLog();

        @Test
        void catchesARefusedRecordOnAnyReplica() {
            History history = new Histories().told(Outcome.FAIL, 1, 100).end();
            assertThat(invariant.violations(logs(history, log(2, batch(0, 0))))).hasSize(1);
        }

        @Test
        void letsAnUnknownOneBeThere() {
            History history = new Histories().told(Outcome.INFO, 1, 100).end();
            assertThat(invariant.violations(logs(history, log(2, batch(0, 0))))).isEmpty();
        }
    }

    @Nested
    class Times {
        private final RunInvariant invariant = new TimesFindTheFirstRecord();
        private final ReplicaLog log = log(1, batch(0, 0), batch(1, 0), batch(2, 0));

        private RunRecord asked(long timestampMs, long offset) {
            return logs(
                    new Histories()
                            .ok(1, Function.SEND, sent(100, 0), sent(101, 1))
                            .ok(9, Function.TIME, new Step.Listed(0, timestampMs, offset))
                            .end(),
                    log);
        }

        @Test
        void catchesARecordThatIsNotTheFirst() {
            assertThat(invariant.violations(asked(101, 2))).hasSize(1);
            assertThat(invariant.violations(asked(102, 1))).hasSize(1);
        }

        @Test
        void catchesThatAnAcknowledgedRecordIsNotFound() {
            assertThat(invariant.violations(asked(101, -1))).hasSize(1);
        }

        @Test
        void letsARecordBeMissedThatWasNotAcknowledgedYet() {
            assertThat(invariant.violations(asked(102, -1))).isEmpty();
            assertThat(invariant.violations(asked(101, 1))).isEmpty();
        }
    }

    @Nested
    class States {
        @Test
        void catchesTwoLeadersOfOneEpochAndLetsThemLeadInTurn() {
            assertThat(new OneLeaderPerEpoch()
                            .violations(states(sample(1, 1, "LEADER", 3, 0, 0), sample(2, 2, "LEADER", 3, 0, 0))))
                    .hasSize(1);
            assertThat(new OneLeaderPerEpoch()
                            .violations(states(sample(1, 1, "LEADER", 3, 0, 0), sample(2, 2, "LEADER", 4, 0, 0))))
                    .isEmpty();
        }

        @Test
        void catchesAnEpochThatFallsAndLetsAnotherNodeBeBehind() {
            assertThat(new EpochsNeverGoBack()
                            .violations(states(sample(1, 1, "FOLLOWER", 4, 0, 0), sample(2, 1, "FOLLOWER", 3, 0, 0))))
                    .hasSize(1);
            assertThat(new EpochsNeverGoBack()
                            .violations(states(sample(1, 1, "FOLLOWER", 4, 0, 0), sample(2, 2, "FOLLOWER", 3, 0, 0))))
                    .isEmpty();
        }

        @Test
        void letAReplicaKnowNothingWhoseLogFailed() {
            NodeSample before = sample(1, 1, "FOLLOWER", 4, 5, 9);
            NodeSample offline = sample(2, 1, "OFFLINE", -1, -1, 9);
            for (RunInvariant invariant : RunInvariant.all()) {
                assertThat(invariant.violations(states(before, offline)))
                        .as(invariant.name())
                        .isEmpty();
            }
        }

        @Test
        void catchesAWatermarkThatFallsAndLetsTheLogEndFall() {
            assertThat(new HighWatermarkNeverFalls()
                            .violations(states(sample(1, 1, "FOLLOWER", 4, 5, 9), sample(2, 1, "FOLLOWER", 4, 4, 9))))
                    .hasSize(1);
            assertThat(new HighWatermarkNeverFalls()
                            .violations(states(sample(1, 1, "FOLLOWER", 4, 5, 9), sample(2, 1, "FOLLOWER", 4, 5, 6))))
                    .isEmpty();
        }

        @Test
        void catchesAWatermarkAboveTheEnd() {
            assertThat(new OffsetsStayOrdered().violations(states(sample(1, 1, "FOLLOWER", 4, 6, 5))))
                    .hasSize(1);
            assertThat(new OffsetsStayOrdered().violations(states(sample(1, 1, "FOLLOWER", 4, 5, 5))))
                    .isEmpty();
        }

        @Test
        void catchesALeaderThatLacksWhatWasAcknowledgedAndLetsAnOldOneLackIt() {
            History history = new Histories().send(1, 101, 1).end();
            List<ReplicaLog> logs = List.of(log(1, batch(0, 3), batch(1, 4)));
            RunInvariant invariant = new LeaderHoldsTheAcknowledged();
            assertThat(invariant.violations(
                            new RunRecord(history, logs, List.of(sample(9, 2, "LEADER", 4, 1, 1)), List.of())))
                    .hasSize(1);
            assertThat(invariant.violations(
                            new RunRecord(history, logs, List.of(sample(9, 2, "LEADER", 3, 1, 1)), List.of())))
                    .isEmpty();
        }
    }

    @Nested
    class InSync {
        private static final long LATER_NANOS = 2_000_000_000L;

        private final RunInvariant invariant = new InSyncReplicasHoldTheCommitted();

        private NodeSample node(
                long timeNanos, int nodeId, long brokerEpoch, int leaderEpoch, long watermark, long end) {
            PartitionSample partition = new PartitionSample(
                    0,
                    nodeId == 1 ? "LEADER" : "FOLLOWER",
                    1,
                    leaderEpoch,
                    7,
                    new PartitionSample.Offsets(0, watermark, end),
                    List.of(1, 2),
                    "");
            return new NodeSample(timeNanos, nodeId, brokerEpoch, 1, true, List.of(partition));
        }

        @Test
        void catchesAMemberThatLacksWhatIsCommitted() {
            assertThat(invariant.violations(
                            states(node(0, 2, 5, 3, 0, 8), node(1, 1, 4, 3, 9, 9), node(LATER_NANOS, 2, 5, 3, 8, 8))))
                    .hasSize(1);
        }

        @Test
        void letsAFollowerBeAskedTooEarlyOrAfterARestartOrInAnotherEpoch() {
            assertThat(invariant.violations(
                            states(node(0, 2, 5, 3, 0, 8), node(1, 1, 4, 3, 9, 9), node(2, 2, 5, 3, 8, 8))))
                    .isEmpty();
            assertThat(invariant.violations(
                            states(node(0, 2, 5, 3, 0, 9), node(1, 1, 4, 3, 9, 9), node(LATER_NANOS, 2, 6, 3, 8, 8))))
                    .isEmpty();
            assertThat(invariant.violations(
                            states(node(0, 2, 5, 3, 0, 9), node(1, 1, 4, 3, 9, 9), node(LATER_NANOS, 2, 5, 4, 8, 8))))
                    .isEmpty();
        }
    }

    @Nested
    class Budget {
        private final RunInvariant invariant = new LossStaysInBudget();
        private final History lossy =
                new Histories().send(1, 7, 0).send(1, 8, 1).read(at(0, 7)).end();

        private FaultRecord cut(int lostDisks, long wholeNanos) {
            return new FaultRecord("power-cut", "disks", 1, 2, wholeNanos, true, "files changed", lostDisks);
        }

        private RunRecord run(History history, String role, FaultRecord... faults) {
            return new RunRecord(history, List.of(), List.of(sample(9, 1, role, 0, 1, 1)), List.of(faults));
        }

        @Test
        void catchesLossInsideTheBudget() {
            assertThat(invariant.violations(run(lossy, "LEADERLESS", cut(1, 3), cut(1, 4))))
                    .hasSize(1);
        }

        @Test
        void catchesLossBeyondTheBudgetThatNobodyIsToldOf() {
            assertThat(invariant.violations(run(lossy, "LEADER", cut(2, -1)))).hasSize(1);
        }

        @Test
        void letsALossBeyondTheBudgetWaitForAnOperator() {
            assertThat(invariant.violations(run(lossy, "LEADERLESS", cut(1, -1), cut(1, -1))))
                    .isEmpty();
            History whole = new Histories().send(1, 7, 0).read(at(0, 7)).end();
            assertThat(invariant.violations(run(whole, "LEADER", cut(3, 5)))).isEmpty();
        }
    }
}
