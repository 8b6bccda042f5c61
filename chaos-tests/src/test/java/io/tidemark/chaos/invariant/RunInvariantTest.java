// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import static io.tidemark.chaos.invariant.Histories.at;
import static io.tidemark.chaos.invariant.Histories.sent;
import static io.tidemark.chaos.invariant.Runs.OTHER;
import static io.tidemark.chaos.invariant.Runs.SECOND_NANOS;
import static io.tidemark.chaos.invariant.Runs.TOPIC;
import static io.tidemark.chaos.invariant.Runs.batch;
import static io.tidemark.chaos.invariant.Runs.by;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.Step;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each property of logs, states and times catches its bad run and lets the near miss pass. */
class RunInvariantTest {
    private static Runs run() {
        return new Runs();
    }

    private static Histories history() {
        return new Histories();
    }

    private static Histories twoAcknowledged() {
        return history().send(1, 100, 0).send(1, 101, 1);
    }

    private static Histories asked(long timestampMs, long offset) {
        return history()
                .ok(1, Function.SEND, sent(100, 0), sent(101, 1))
                .ok(9, Function.TIME, new Step.Listed(0, timestampMs, offset));
    }

    private static SortedMap<Integer, Long> epochs(int epoch, long start, int other, long otherStart) {
        TreeMap<Integer, Long> epochs = new TreeMap<>();
        epochs.put(epoch, start);
        epochs.put(other, otherStart);
        return epochs;
    }

    static Stream<Arguments> badLogs() {
        return Stream.of(
                bad(
                        "a copy that was never made",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(twoAcknowledged())
                                .log(1, batch(0, 0), batch(1, 0))
                                .log(2, batch(0, 0))
                                .members(List.of(1, 2), List.of())),
                bad(
                        "a member without a log",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(twoAcknowledged())
                                .log(1, batch(0, 0), batch(1, 0))
                                .members(List.of(1, 2), List.of())),
                bad(
                        "an eligible leader replica that lacks an acknowledged record",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(twoAcknowledged())
                                .log(1, batch(0, 0), batch(1, 0))
                                .log(2, batch(0, 0))
                                .members(List.of(1), List.of(2))),
                bad(
                        "an acknowledged record at another offset",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(history().send(1, 101, 0))
                                .log(1, batch(0, 0), batch(1, 0))
                                .members(List.of(1), List.of())),
                bad(
                        "the same offset in two epochs",
                        new ReplicasAreEqual(),
                        run().log(1, batch(0, 0)).log(2, batch(0, 1))),
                bad(
                        "a missing batch below the end",
                        new ReplicasAreEqual(),
                        run().log(1, batch(0, 0), batch(1, 0)).log(2, batch(1, 0), batch(2, 0))),
                bad(
                        "another topic whose replicas differ",
                        new ReplicasAreEqual(),
                        run().log(OTHER, 1, batch(0, 0)).log(OTHER, 2, batch(0, 1))),
                bad(
                        "a replica that is gone",
                        new ReplicasAreEqual(),
                        run().log(OTHER, 1, batch(0, 0)).members(OTHER, List.of(1, 2), List.of())),
                bad("a gap", new EpochsMatchBatches(), run().log(1, batch(0, 0), batch(2, 0))),
                bad("an epoch that falls", new EpochsMatchBatches(), run().log(OTHER, 1, batch(0, 2), batch(1, 1))),
                bad(
                        "an epoch history that is wrong",
                        new EpochsMatchBatches(),
                        run().log(TOPIC, 1, epochs(0, 0, 1, 0), batch(0, 0), batch(1, 1))),
                bad(
                        "a sequence that is repeated",
                        new SequencesAreContiguous(),
                        run().log(1, by(0, 7, 0, 0), by(1, 7, 0, 0))),
                bad(
                        "a sequence that is left out",
                        new SequencesAreContiguous(),
                        run().log(1, by(0, 7, 0, 0), by(1, 7, 0, 2))),
                bad("a sequence that begins late", new SequencesAreContiguous(), run().log(1, by(0, 7, 0, 3))),
                bad(
                        "a refused record on a replica",
                        new RefusedRecordsAreInNoLog(),
                        run().saw(history().told(Outcome.FAIL, 1, 100)).log(2, batch(0, 0))),
                bad(
                        "a time that finds a record after the first",
                        new TimesFindTheFirstRecord(),
                        run().saw(asked(101, 2)).log(1, batch(0, 0), batch(1, 0), batch(2, 0))),
                bad(
                        "a time that finds an older record",
                        new TimesFindTheFirstRecord(),
                        run().saw(asked(102, 1)).log(1, batch(0, 0), batch(1, 0), batch(2, 0))),
                bad(
                        "a time that finds nothing although a record was acknowledged",
                        new TimesFindTheFirstRecord(),
                        run().saw(asked(101, -1)).log(1, batch(0, 0), batch(1, 0), batch(2, 0))));
    }

    static Stream<Arguments> goodLogs() {
        return Stream.of(
                bad(
                        "a replica that is behind and not in sync",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(twoAcknowledged())
                                .log(1, batch(0, 0), batch(1, 0))
                                .log(2, batch(0, 0))
                                .members(List.of(1), List.of())),
                bad(
                        "a node without a log that is no member",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(twoAcknowledged())
                                .log(1, batch(0, 0), batch(1, 0))
                                .log(2, batch(0, 0), batch(1, 0))
                                .members(List.of(1), List.of(2))),
                bad(
                        "an eligible leader replica that lacks what was not acknowledged",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(history().send(1, 100, 0).told(Outcome.INFO, 1, 101))
                                .log(1, batch(0, 0), batch(1, 0))
                                .log(2, batch(0, 0))
                                .members(List.of(1), List.of(2))),
                bad(
                        "an acknowledgement that named no offset",
                        new AcknowledgedOnEveryReplica(),
                        run().saw(history().send(1, 101, -1))
                                .log(1, batch(0, 0), batch(1, 0))
                                .members(List.of(1), List.of())),
                bad(
                        "a replica that is longer",
                        new ReplicasAreEqual(),
                        run().log(1, batch(0, 0), batch(1, 0)).log(2, batch(0, 0))),
                bad(
                        "two topics that differ",
                        new ReplicasAreEqual(),
                        run().log(1, batch(0, 0)).log(OTHER, 1, batch(0, 1)).members(OTHER, List.of(1), List.of())),
                bad("epochs that are left out", new EpochsMatchBatches(), run().log(1, batch(0, 0), batch(1, 4))),
                bad(
                        "another producer and a new epoch that begin at zero",
                        new SequencesAreContiguous(),
                        run().log(1, by(0, 7, 0, 0), by(1, 8, 0, 0), by(2, 7, 1, 0), by(3, 8, 0, 1))),
                bad(
                        "a stored record of which nobody was told",
                        new RefusedRecordsAreInNoLog(),
                        run().saw(history().told(Outcome.INFO, 1, 100)).log(2, batch(0, 0))),
                bad(
                        "a time that misses a record that was not acknowledged yet",
                        new TimesFindTheFirstRecord(),
                        run().saw(asked(102, -1)).log(1, batch(0, 0), batch(1, 0), batch(2, 0))),
                bad(
                        "a time that finds the first",
                        new TimesFindTheFirstRecord(),
                        run().saw(asked(101, 1)).log(1, batch(0, 0), batch(1, 0), batch(2, 0))));
    }

    static Stream<Arguments> badStates() {
        return Stream.of(
                bad(
                        "two leaders of one epoch",
                        new OneLeaderPerEpoch(),
                        run().told(1, "LEADER", 3, 0, 0).told(2, "LEADER", 3, 0, 0)),
                bad(
                        "an epoch that falls",
                        new EpochsNeverGoBack(),
                        run().told(1, "FOLLOWER", 4, 0, 0).told(1, "FOLLOWER", 3, 0, 0)),
                bad("a watermark above the end", new OffsetsStayOrdered(), run().told(1, "FOLLOWER", 4, 6, 5)),
                bad("a leader that is out of sync", new OffsetsStayOrdered(), run().told(told -> told.node(1)
                        .role("LEADER", 4)
                        .inSync(2, 3))),
                bad(
                        "a watermark that falls",
                        new HighWatermarkNeverFalls(),
                        run().told(1, "FOLLOWER", 4, 5, 9).told(1, "FOLLOWER", 4, 4, 9)),
                bad(
                        "a log start that falls",
                        new LogStartNeverFalls(),
                        run().told(told -> told.node(1).offsets(3, 5, 9))
                                .told(told -> told.node(1).offsets(2, 5, 9))),
                bad(
                        "a watermark that moves while the leader is alone",
                        new NothingIsCommittedBelowMinimum(),
                        run().told(1, "LEADER", 4, 5, 9).told(1, "LEADER", 4, 6, 9)),
                bad(
                        "a replica that is in sync and eligible",
                        new EligibleReplicasAreApart(),
                        run().members(List.of(1), List.of(1))),
                bad(
                        "an eligible replica beside enough in sync",
                        new EligibleReplicasAreApart(),
                        run().members(List.of(1, 2), List.of(3))),
                bad(
                        "a leader that lacks what was acknowledged",
                        new LeaderHoldsTheAcknowledged(),
                        run().saw(history().send(1, 101, 1))
                                .log(1, batch(0, 3), batch(1, 4))
                                .told(told ->
                                        told.at(9).node(2).role("LEADER", 4).offsets(0, 1, 1))),
                bad(
                        "a member that lacks what is committed",
                        new InSyncReplicasHoldTheCommitted(),
                        run().told(told -> member(told, 3).offsets(0, 0, 8))
                                .told(told -> leader(told).offsets(0, 9, 9))
                                .told(told ->
                                        member(told, 3).at(2 * SECOND_NANOS).offsets(0, 8, 8))));
    }

    private static Runs.Told leader(Runs.Told told) {
        return told.node(1).role("LEADER", 3).inSync(1, 2);
    }

    private static Runs.Told member(Runs.Told told, int leaderEpoch) {
        return told.node(2).role("FOLLOWER", leaderEpoch).inSync(1, 2);
    }

    static Stream<Arguments> goodStates() {
        return Stream.of(
                bad(
                        "two leaders by turns",
                        new OneLeaderPerEpoch(),
                        run().told(1, "LEADER", 3, 0, 0).told(2, "LEADER", 4, 0, 0)),
                bad(
                        "another node that is behind",
                        new EpochsNeverGoBack(),
                        run().told(1, "FOLLOWER", 4, 0, 0).told(2, "FOLLOWER", 3, 0, 0)),
                bad(
                        "a watermark at the end, and a follower that is out of sync",
                        new OffsetsStayOrdered(),
                        run().told(told -> told.node(1)
                                .role("FOLLOWER", 4)
                                .offsets(0, 5, 5)
                                .inSync(2, 3))),
                bad(
                        "a log end that falls",
                        new HighWatermarkNeverFalls(),
                        run().told(1, "FOLLOWER", 4, 5, 9).told(1, "FOLLOWER", 4, 5, 6)),
                bad(
                        "a replica that was taken away and given back",
                        new HighWatermarkNeverFalls(),
                        run().told(1, "FOLLOWER", 4, 5, 9)
                                .told(told -> told.node(1).withoutReplica())
                                .told(1, "FOLLOWER", 6, 0, 0)),
                bad(
                        "a log start of another life that was not known to be higher",
                        new LogStartNeverFalls(),
                        run().told(told -> told.node(1).offsets(3, 5, 9))
                                .told(told -> told.node(1).life(6).offsets(2, 5, 9))),
                bad(
                        "a watermark that moves once another is in sync, or in between",
                        new NothingIsCommittedBelowMinimum(),
                        run().told(1, "LEADER", 4, 5, 9)
                                .told(told -> leader(told).role("LEADER", 4).offsets(0, 9, 9))
                                .told(told -> told.node(1)
                                        .role("LEADER", 4)
                                        .partitionEpoch(8)
                                        .offsets(0, 9, 9))
                                .told(told -> told.node(1)
                                        .role("LEADER", 4)
                                        .partitionEpoch(10)
                                        .offsets(0, 11, 11))),
                bad(
                        "an eligible replica beside too few in sync",
                        new EligibleReplicasAreApart(),
                        run().members(List.of(1), List.of(2))),
                bad(
                        "an old leader that lacks what a newer one acknowledged",
                        new LeaderHoldsTheAcknowledged(),
                        run().saw(history().send(1, 101, 1))
                                .log(1, batch(0, 3), batch(1, 4))
                                .told(told ->
                                        told.at(9).node(2).role("LEADER", 3).offsets(0, 1, 1))),
                bad(
                        "a follower that is asked too early",
                        new InSyncReplicasHoldTheCommitted(),
                        run().told(told -> member(told, 3).offsets(0, 0, 8))
                                .told(told -> leader(told).offsets(0, 9, 9))
                                .told(told -> member(told, 3).offsets(0, 8, 8))),
                bad(
                        "a follower after a restart",
                        new InSyncReplicasHoldTheCommitted(),
                        run().told(told -> member(told, 3).offsets(0, 0, 9))
                                .told(told -> leader(told).offsets(0, 9, 9))
                                .told(told -> member(told, 3)
                                        .life(6)
                                        .at(2 * SECOND_NANOS)
                                        .offsets(0, 8, 8))),
                bad(
                        "a follower in another leader epoch",
                        new InSyncReplicasHoldTheCommitted(),
                        run().told(told -> member(told, 3).offsets(0, 0, 9))
                                .told(told -> leader(told).offsets(0, 9, 9))
                                .told(told ->
                                        member(told, 4).at(2 * SECOND_NANOS).offsets(0, 8, 8))));
    }

    /** Acknowledged writes of one client, one a second, from a second to another. */
    private static Histories writing(int fromSecond, int toSecond) {
        Histories history = history();
        for (int second = fromSecond; second < toSecond; second++) {
            history.during(1, Function.SEND, second * SECOND_NANOS, second * SECOND_NANOS + 1, sent(second, second));
        }
        return history;
    }

    /** A cluster under load for a minute, with one fault from second 20 to 22 and whole again at 24. */
    private static Runs struck(Histories history) {
        return run().saw(history)
                .fault(20 * SECOND_NANOS, 22 * SECOND_NANOS, 24 * SECOND_NANOS, 0)
                .loadEnds(60 * SECOND_NANOS);
    }

    private static Histories tries(Histories history, int count, int second) {
        for (int process = 2; process < 2 + count; process++) {
            history.toldDuring(
                    Outcome.INFO, process, 100 + process, second * SECOND_NANOS, (second + 20) * SECOND_NANOS);
        }
        return history;
    }

    static Stream<Arguments> badTimes() {
        return Stream.of(
                bad("a cluster that is never whole again", new ClusterHealsInTime(), run().fault(1, 2, -1, 0)),
                bad(
                        "a cluster that is whole only after minutes",
                        new ClusterHealsInTime(),
                        run().fault(1, 2, 200 * SECOND_NANOS, 0)),
                bad(
                        "a send that hangs although all is well",
                        new WholeClusterAnswersInTime(),
                        struck(writing(1, 60)
                                .during(2, Function.SEND, 30 * SECOND_NANOS, 45 * SECOND_NANOS, sent(100, 100)))),
                bad(
                        "a poll that begins in a fault and goes on long after",
                        new WholeClusterAnswersInTime(),
                        struck(writing(1, 60).during(2, Function.POLL, 21 * SECOND_NANOS, 40 * SECOND_NANOS))),
                bad(
                        "a partition that is silent after the cluster is whole",
                        new WholeClusterTakesWrites(),
                        struck(tries(writing(1, 20), 3, 26))),
                bad(
                        "a partition that is silent for long before the first fault",
                        new WholeClusterTakesWrites(),
                        run().saw(tries(writing(1, 6), 3, 7))
                                .fault(20 * SECOND_NANOS, 21 * SECOND_NANOS, 22 * SECOND_NANOS, 0)));
    }

    static Stream<Arguments> goodTimes() {
        return Stream.of(
                bad("a cluster that takes its time", new ClusterHealsInTime(), run().fault(1, 2, 60 * SECOND_NANOS, 0)),
                bad(
                        "a send that a fault holds up, and that ends soon after",
                        new WholeClusterAnswersInTime(),
                        struck(writing(1, 60)
                                .during(2, Function.SEND, 19 * SECOND_NANOS, 32 * SECOND_NANOS, sent(100, 100)))),
                bad(
                        "a poll for the last records after the load",
                        new WholeClusterAnswersInTime(),
                        struck(writing(1, 60).during(2, Function.POLL, 55 * SECOND_NANOS, 90 * SECOND_NANOS))),
                bad(
                        "a partition to which nobody writes",
                        new WholeClusterTakesWrites(),
                        struck(tries(writing(1, 20), 2, 26))),
                bad(
                        "a partition that is silent while a fault lasts",
                        new WholeClusterTakesWrites(),
                        run().saw(tries(writing(1, 20), 5, 21))
                                .fault(20 * SECOND_NANOS, 50 * SECOND_NANOS, 58 * SECOND_NANOS, 0)
                                .loadEnds(60 * SECOND_NANOS)));
    }

    private static Histories lossy() {
        return history().send(1, 7, 0).send(1, 8, 1).read(at(0, 7));
    }

    static Stream<Arguments> badLosses() {
        return Stream.of(
                bad(
                        "a loss inside the budget",
                        new LossStaysInBudget(),
                        run().saw(lossy())
                                .told(1, "LEADERLESS", 0, 1, 1)
                                .fault(1, 2, 3, 1)
                                .fault(1, 2, 4, 1)),
                bad(
                        "a loss beyond the budget that nobody is told of",
                        new LossStaysInBudget(),
                        run().saw(lossy()).told(1, "LEADER", 0, 1, 1).fault(1, 2, -1, 2)));
    }

    static Stream<Arguments> goodLosses() {
        return Stream.of(
                bad(
                        "a loss beyond the budget that waits for an operator",
                        new LossStaysInBudget(),
                        run().saw(lossy())
                                .told(1, "LEADERLESS", 0, 1, 1)
                                .fault(1, 2, -1, 1)
                                .fault(1, 2, -1, 1)),
                bad(
                        "lost disks without a loss",
                        new LossStaysInBudget(),
                        run().saw(history().send(1, 7, 0).read(at(0, 7)))
                                .told(1, "LEADER", 0, 1, 1)
                                .fault(1, 2, 5, 3)));
    }

    private static Stream<Arguments> allBad() {
        return Stream.of(badLogs(), badStates(), badTimes(), badLosses()).flatMap(cases -> cases);
    }

    private static Stream<Arguments> allGood() {
        return Stream.of(goodLogs(), goodStates(), goodTimes(), goodLosses()).flatMap(cases -> cases);
    }

    private static Arguments bad(String what, RunInvariant invariant, Runs run) {
        return Arguments.of(what, invariant, run.end());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("allBad")
    void catches(String what, RunInvariant invariant, RunRecord run) {
        assertThat(invariant.violations(run)).as(what).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("allGood")
    void letsPass(String what, RunInvariant invariant, RunRecord run) {
        assertThat(invariant.violations(run)).as(what).isEmpty();
    }

    @Test
    void everyPropertyHasABadRunAndANearMiss() {
        List<String> ofHistories =
                HistoryInvariant.all().stream().map(RunInvariant::name).toList();
        assertThat(RunInvariant.all())
                .filteredOn(invariant -> !ofHistories.contains(invariant.name()))
                .isNotEmpty()
                .allSatisfy(invariant -> {
                    assertThat(allBad())
                            .as("bad run of %s", invariant.name())
                            .anyMatch(bad -> bad.get()[1].getClass() == invariant.getClass());
                    assertThat(allGood())
                            .as("near miss of %s", invariant.name())
                            .anyMatch(good -> good.get()[1].getClass() == invariant.getClass());
                });
    }

    @Test
    void aReplicaWhoseLogFailedNeedKnowNothing() {
        RunRecord run =
                run().told(1, "FOLLOWER", 4, 5, 9).told(1, "OFFLINE", -1, -1, 9).end();
        for (RunInvariant invariant : RunInvariant.all()) {
            assertThat(invariant.violations(run)).as(invariant.name()).isEmpty();
        }
    }
}
