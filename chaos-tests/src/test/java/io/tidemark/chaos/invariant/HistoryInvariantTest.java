// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import static io.tidemark.chaos.invariant.Histories.GROUP;
import static io.tidemark.chaos.invariant.Histories.at;
import static io.tidemark.chaos.invariant.Histories.polled;
import static io.tidemark.chaos.invariant.Histories.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each property catches its bad history and lets the near miss pass. */
class HistoryInvariantTest {
    private static Histories history() {
        return new Histories();
    }

    static Stream<Arguments> badHistories() {
        return Stream.of(
                bad(
                        "a read of the register that misses a write that was done before it",
                        new RegistersAreLinearizable(),
                        history().register(1, Function.WRITE, 7).register(2, Function.READ, -1)),
                bad(
                        "a value of the register that comes back",
                        new RegistersAreLinearizable(),
                        history()
                                .register(1, Function.WRITE, 7)
                                .register(1, Function.WRITE, 8)
                                .register(2, Function.READ, 8)
                                .register(3, Function.READ, 7)),
                bad(
                        "two reads, one after the other, in the middle of a write, of which the later misses it",
                        new RegistersAreLinearizable(),
                        history()
                                .during(1, Function.WRITE, 1, 20, new Step.Register(7))
                                .during(2, Function.READ, 2, 5, new Step.Register(7))
                                .during(3, Function.READ, 6, 9, new Step.Register(-1))),
                bad(
                        "a value of the register that nobody wrote",
                        new RegistersAreLinearizable(),
                        history().register(1, Function.READ, 7)),
                bad(
                        "a topic that is created although one of its name is there",
                        new RegistersAreLinearizable(),
                        history().topic(1, Function.WRITE, 7, -1).topic(2, Function.WRITE, 8, -1)),
                bad(
                        "a topic that is there after it was deleted",
                        new RegistersAreLinearizable(),
                        history()
                                .topic(1, Function.WRITE, 7, -1)
                                .topic(1, Function.WRITE, -1, 7)
                                .topic(2, Function.READ, 7, -1)),
                bad(
                        "two deletions of one topic",
                        new RegistersAreLinearizable(),
                        history()
                                .topic(1, Function.WRITE, 7, -1)
                                .topic(1, Function.WRITE, -1, 7)
                                .topic(2, Function.WRITE, -1, 7)),
                bad(
                        "two owners of a partition in one generation",
                        new OwnersAreUnique(),
                        history().owns(1, 4, 0, 1).owns(2, 4, 1)),
                bad(
                        "a commit of a generation that is over",
                        new CommitsOfOldGenerationsAreRefused(),
                        history().owns(1, 4, 0).owns(2, 5, 0).commits(1, 4, 9)),
                bad(
                        "a committed offset that is older than the last commit",
                        new CommittedOffsetsAreRecent(),
                        history().commits(1, 4, 9).commits(1, 4, 12).committed(2, 9)),
                bad(
                        "a committed offset below the last commit of the same group, while another group's fits",
                        new CommittedOffsetsAreRecent(),
                        history()
                                .commits(1, 4, 12)
                                .ok(2, Function.COMMIT, new Step.Committed("others", 0, -1, 9))
                                .committed(2, 9)),
                bad(
                        "a commit that passes over a record that no member was given",
                        new CommittedOffsetsSkipNothing(),
                        history()
                                .send(9, 7, 0)
                                .send(9, 8, 1)
                                .owns(1, 4, 0)
                                .poll(1, at(1, 8))
                                .commits(1, 4, 2)),
                bad(
                        "a committed offset, told to somebody else, above what any member was given",
                        new CommittedOffsetsSkipNothing(),
                        history()
                                .owns(1, 4, 0)
                                .poll(1, at(0, 7))
                                .committed(2, 2)
                                .read(at(0, 7), at(1, 8))),
                bad(
                        "a record that only a reader outside of the group had",
                        new CommittedOffsetsSkipNothing(),
                        history().send(9, 7, 0).owns(1, 4, 0).poll(2, at(0, 7)).commits(1, 4, 1)),
                bad(
                        "a record skipped in a partition that a member kept through a rebalance",
                        new NoSkipBetweenPolls(),
                        history()
                                .send(9, 7, 0)
                                .send(9, 8, 1)
                                .send(9, 9, 2)
                                .owns(1, 4, 0, 1)
                                .poll(1, at(0, 7))
                                .owns(1, 5, 0)
                                .poll(1, at(2, 9))),
                bad(
                        "an offset that was acknowledged for one value and read as another",
                        new OffsetsAreStable(),
                        history().send(1, 7, 0).poll(2, at(0, 8))),
                bad(
                        "an offset that changed after it was read",
                        new OffsetsAreStable(),
                        history().poll(1, at(0, 7)).read(at(0, 8))),
                bad("a value at two offsets", new EachRecordOnce(), history().read(at(0, 7), at(1, 7))),
                bad(
                        "a value acknowledged at one offset and polled at another",
                        new EachRecordOnce(),
                        history().send(1, 7, 0).poll(2, at(1, 7))),
                bad(
                        "an acknowledged value that readers passed by",
                        new NoLostWrites(),
                        history().send(1, 7, 0).send(1, 8, 1).read(at(1, 8))),
                bad(
                        "an acknowledged tail that nobody reads",
                        new NothingStaysUnseen(),
                        history().send(1, 7, 0).send(1, 8, 1).read(at(0, 7))),
                bad(
                        "an acknowledged value that is gone at the end",
                        new AcknowledgedRecordsSurvive(),
                        history().send(1, 7, 0).poll(2, at(0, 7)).read()),
                bad(
                        "an acknowledged value that moved",
                        new AcknowledgedRecordsSurvive(),
                        history().send(1, 7, 0).read(at(1, 7))),
                bad(
                        "a refused value that is read",
                        new RefusedRecordsNeverAppear(),
                        history().told(Outcome.FAIL, 1, 7).poll(2, at(0, 7))),
                bad(
                        "a value that nobody sent",
                        new NothingAppearsFromNowhere(),
                        history().read(at(0, 7))),
                bad(
                        "an operation that polls what it sends",
                        new NoOperationReadsItsOwnWrite(),
                        history().ok(1, Function.SEND, sent(7, 0), polled(at(0, 7)))),
                bad(
                        "a value that nobody sent and one reader saw",
                        new NothingAppearsFromNowhere(),
                        history().poll(2, at(0, 7))),
                bad(
                        "a poll that leaves one out",
                        new NoSkipInsideAPoll(),
                        history().send(1, 8, 1).poll(2, at(0, 7), at(2, 9))),
                bad(
                        "a poll that goes back",
                        new NoStepBackInsideAPoll(),
                        history().poll(2, at(1, 8), at(0, 7))),
                bad(
                        "a poll that repeats",
                        new NoStepBackInsideAPoll(),
                        history().poll(2, at(1, 8), at(1, 8))),
                bad(
                        "a client that leaves one out",
                        new NoSkipBetweenPolls(),
                        history().send(1, 8, 1).poll(2, at(0, 7)).poll(2, at(2, 9))),
                bad(
                        "a client that leaves one out although it kept the partition",
                        new NoSkipBetweenPolls(),
                        history()
                                .send(1, 8, 1)
                                .poll(2, at(0, 7))
                                .assign(2, false, 0, 1)
                                .poll(2, at(2, 9))),
                bad(
                        "a client that reads again",
                        new NoStepBackBetweenPolls(),
                        history().poll(2, at(0, 7), at(1, 8)).poll(2, at(0, 7))),
                bad(
                        "two values of an operation in the wrong order",
                        new SendsKeepOrderInside(),
                        history().ok(1, Function.SEND, sent(7, 1), sent(8, 0))),
                bad(
                        "two operations of a client in the wrong order",
                        new SendsKeepOrder(),
                        history().send(1, 7, 1).send(1, 8, 0)),
                bad(
                        "an unknown write that came to stand behind a later one",
                        new SendsKeepOrder(),
                        history().told(Outcome.INFO, 1, 7).send(1, 8, 0).poll(2, at(0, 8), at(1, 7))),
                bad(
                        "a value read before it was sent",
                        new InformationFlowsForward(),
                        history().poll(2, at(0, 7)).send(1, 7, 0)),
                bad(
                        "two clients that each read what the other sent later",
                        new InformationFlowsForward(),
                        history()
                                .during(1, Function.POLL, 1, 2, polled(at(0, 8)))
                                .during(2, Function.POLL, 1, 2, polled(at(1, 7)))
                                .during(1, Function.SEND, 3, 4, sent(7, 1))
                                .during(2, Function.SEND, 3, 4, sent(8, 0))),
                bad(
                        "a later write before an earlier one",
                        new OffsetsFollowRealTime(),
                        history().send(1, 7, 5).send(2, 8, 4)),
                bad(
                        "an end below what was acknowledged",
                        new ListedOffsetsAreRecent(),
                        history().send(1, 7, 4).listed(Function.LATEST, 4)),
                bad(
                        "an end below what was polled",
                        new ListedOffsetsAreRecent(),
                        history().poll(1, at(4, 7)).listed(Function.LATEST, 4)),
                bad(
                        "an end that falls",
                        new ListedOffsetsAreRecent(),
                        history().listed(Function.LATEST, 4).listed(Function.LATEST, 3)),
                bad(
                        "a start that falls",
                        new ListedOffsetsAreRecent(),
                        history().listed(Function.EARLIEST, 4).listed(Function.EARLIEST, 3)));
    }

    static Stream<Arguments> nearMisses() {
        return Stream.of(
                good(
                        "a read of the register in the middle of a write, old or new",
                        new RegistersAreLinearizable(),
                        history()
                                .during(1, Function.WRITE, 1, 20, new Step.Register(7))
                                .during(2, Function.READ, 2, 5, new Step.Register(-1))
                                .during(3, Function.READ, 6, 9, new Step.Register(7))),
                good(
                        "writes of the register at the same time, read in the order that they did not begin in",
                        new RegistersAreLinearizable(),
                        history()
                                .during(1, Function.WRITE, 1, 20, new Step.Register(7))
                                .during(2, Function.WRITE, 2, 21, new Step.Register(8))
                                .during(3, Function.READ, 3, 9, new Step.Register(8))
                                .during(3, Function.READ, 10, 12, new Step.Register(7))
                                .during(3, Function.READ, 30, 32, new Step.Register(7))),
                good(
                        "a write of unknown outcome that is read long after",
                        new RegistersAreLinearizable(),
                        history()
                                .outcome(Outcome.INFO, 1, Function.WRITE, new Step.Register(7))
                                .register(2, Function.READ, -1)
                                .register(2, Function.READ, 7)),
                good(
                        "a topic whose deletion of unknown outcome takes effect late, or never",
                        new RegistersAreLinearizable(),
                        history()
                                .topic(1, Function.WRITE, 7, -1)
                                .outcome(Outcome.INFO, 1, Function.WRITE, new Step.Register("t", -1, 7))
                                .topic(2, Function.READ, 7, -1)
                                .topic(2, Function.READ, -1, -1)
                                .topic(2, Function.WRITE, 8, -1)
                                .outcome(Outcome.INFO, 1, Function.WRITE, new Step.Register("t", -1, 8))
                                .topic(2, Function.READ, 8, -1)),
                good(
                        "two registers that know nothing of each other",
                        new RegistersAreLinearizable(),
                        history()
                                .register(1, Function.WRITE, 7)
                                .topic(1, Function.WRITE, 8, -1)
                                .register(2, Function.READ, 7)
                                .topic(2, Function.READ, 8, -1)),
                good(
                        "another owner in the next generation",
                        new OwnersAreUnique(),
                        history().owns(1, 4, 0, 1).owns(2, 5, 1)),
                good(
                        "a commit of the generation at work, and one of a partition that nobody took over",
                        new CommitsOfOldGenerationsAreRefused(),
                        history().owns(1, 4, 0).commits(1, 4, 9).owns(2, 5, 1).commits(1, 4, 10)),
                good(
                        "a refused commit of an old generation",
                        new CommitsOfOldGenerationsAreRefused(),
                        history()
                                .owns(1, 4, 0)
                                .owns(2, 5, 0)
                                .outcome(Outcome.FAIL, 1, Function.COMMIT, new Step.Committed(GROUP, 0, 4, 9))),
                good(
                        "a committed offset that may be that of a commit of unknown outcome",
                        new CommittedOffsetsAreRecent(),
                        history()
                                .commits(1, 4, 9)
                                .outcome(Outcome.INFO, 1, Function.COMMIT, new Step.Committed(GROUP, 0, 4, 12))
                                .committed(2, 9)
                                .committed(2, 12)),
                good(
                        "a share of one who is in no generation any more",
                        new OwnersAreUnique(),
                        history().owns(1, -1, 0).owns(2, -1, 0)),
                good(
                        "a commit of nobody's generation in a group without members",
                        new CommitsOfOldGenerationsAreRefused(),
                        history().owns(1, 4, 0).ok(2, Function.COMMIT, new Step.Committed("others", 0, -1, 9))),
                good(
                        "records given to several members, some of them twice, before they are committed",
                        new CommittedOffsetsSkipNothing(),
                        history()
                                .send(9, 7, 0)
                                .send(9, 8, 1)
                                .owns(1, 4, 0)
                                .poll(1, at(0, 7))
                                .owns(2, 5, 0)
                                .poll(2, at(0, 7), at(1, 8))
                                .commits(2, 5, 2)
                                .committed(3, 2)),
                good(
                        "deleted records that no member was given, and a commit without effect above what was given",
                        new CommittedOffsetsSkipNothing(),
                        history()
                                .send(9, 7, 0)
                                .send(9, 8, 1)
                                .send(9, 9, 2)
                                .trims(1)
                                .owns(1, 4, 0)
                                .poll(1, at(1, 8))
                                .commits(1, 4, 2)
                                .outcome(Outcome.FAIL, 1, Function.COMMIT, new Step.Committed(GROUP, 0, 4, 3))),
                good(
                        "a partition that a member gave up and got again farther on",
                        new NoSkipBetweenPolls(),
                        history()
                                .send(9, 7, 0)
                                .send(9, 8, 1)
                                .send(9, 9, 2)
                                .owns(1, 4, 0)
                                .poll(1, at(0, 7))
                                .owns(1, 4)
                                .owns(1, 6, 0)
                                .poll(1, at(2, 9))),
                good(
                        "a partition that could not be read back",
                        new AcknowledgedRecordsSurvive(),
                        history().send(1, 7, 0)),
                good(
                        "a partition that could not be read back, of which nobody knows what is unseen",
                        new NothingStaysUnseen(),
                        history().send(1, 7, 0)),
                good(
                        "an acknowledged value that may have been deleted",
                        new NoLostWrites(),
                        history().send(1, 7, 0).send(1, 8, 1).trims(1).read(at(1, 8))),
                good(
                        "a reader that goes on where the log begins after a deletion",
                        new NoSkipBetweenPolls(),
                        history()
                                .send(1, 7, 0)
                                .send(1, 8, 1)
                                .send(1, 9, 2)
                                .trims(2)
                                .poll(4, at(0, 7))
                                .poll(4, at(2, 9))),
                good(
                        "two readers that see the same",
                        new OffsetsAreStable(),
                        history()
                                .send(1, 7, 0)
                                .poll(1, at(0, 7))
                                .poll(2, at(0, 7))
                                .read(at(0, 7))),
                good(
                        "a value read twice at its one offset",
                        new EachRecordOnce(),
                        history().send(1, 7, 0).poll(2, at(0, 7)).read(at(0, 7))),
                good(
                        "an acknowledged tail above all reads",
                        new NoLostWrites(),
                        history().send(1, 7, 0).send(1, 8, 1).read(at(0, 7))),
                good(
                        "an unknown write that nobody reads",
                        new NothingStaysUnseen(),
                        history().told(Outcome.INFO, 1, 7).read()),
                good(
                        "a write acknowledged without an offset",
                        new AcknowledgedRecordsSurvive(),
                        history().send(1, 7, -1).read(at(3, 7))),
                good(
                        "an unknown write that is read",
                        new RefusedRecordsNeverAppear(),
                        history().told(Outcome.INFO, 1, 7).poll(2, at(0, 7))),
                good(
                        "an unknown write that is read at the end",
                        new NothingAppearsFromNowhere(),
                        history().told(Outcome.INFO, 1, 7).read(at(0, 7))),
                good(
                        "an operation that polls what an earlier one sent",
                        new NoOperationReadsItsOwnWrite(),
                        history().send(1, 7, 0).ok(1, Function.SEND, sent(8, 1), polled(at(0, 7)))),
                good(
                        "a poll over offsets that no record ever had",
                        new NoSkipInsideAPoll(),
                        history().poll(2, at(0, 7), at(2, 9))),
                good("a poll in order", new NoStepBackInsideAPoll(), history().poll(2, at(0, 7), at(1, 8))),
                good(
                        "two polls over offsets that no record ever had",
                        new NoSkipBetweenPolls(),
                        history().poll(2, at(0, 7)).poll(2, at(2, 9))),
                good(
                        "a client that gave the partition up meanwhile",
                        new NoSkipBetweenPolls(),
                        history()
                                .send(1, 8, 1)
                                .poll(2, at(0, 7))
                                .assign(2, false, 1)
                                .assign(2, false, 0)
                                .poll(2, at(2, 9))),
                good(
                        "a client that begins anew",
                        new NoStepBackBetweenPolls(),
                        history().poll(2, at(0, 7), at(1, 8)).assign(2, true, 0).poll(2, at(0, 7))),
                good(
                        "another client that begins",
                        new NoStepBackBetweenPolls(),
                        history().poll(2, at(0, 7), at(1, 8)).poll(3, at(0, 7))),
                good(
                        "values of another client in between",
                        new SendsKeepOrderInside(),
                        history().send(2, 9, 1).ok(1, Function.SEND, sent(7, 0), sent(8, 2))),
                good(
                        "two clients whose writes interleave",
                        new SendsKeepOrder(),
                        history().send(1, 7, 1).send(2, 8, 0)),
                good(
                        "a value read while its write is still unknown",
                        new InformationFlowsForward(),
                        history()
                                .during(2, Function.POLL, 2, 3, polled(at(0, 7)))
                                .during(1, Function.SEND, 1, 4, sent(7, 0))),
                good(
                        "two operations whose values interleave",
                        new InformationFlowsForward(),
                        history()
                                .during(1, Function.SEND, 1, 4, sent(7, 0), sent(8, 2))
                                .during(2, Function.SEND, 1, 4, sent(9, 1))
                                .poll(3, at(0, 7), at(1, 9), at(2, 8))),
                good(
                        "overlapping writes in any order",
                        new OffsetsFollowRealTime(),
                        history()
                                .during(1, Function.SEND, 1, 4, sent(7, 5))
                                .during(2, Function.SEND, 2, 5, sent(8, 4))),
                good(
                        "an end asked for before a write was acknowledged",
                        new ListedOffsetsAreRecent(),
                        history()
                                .during(1, Function.SEND, 1, 10, sent(7, 4))
                                .listed(Function.LATEST, 5)
                                .during(
                                        9,
                                        Function.LATEST,
                                        3,
                                        11,
                                        new io.tidemark.chaos.workload.Step.Listed(0, -1, 4))));
    }

    private static Arguments bad(String what, HistoryInvariant invariant, Histories history) {
        return Arguments.of(what, invariant, history.end());
    }

    private static Arguments good(String what, HistoryInvariant invariant, Histories history) {
        return bad(what, invariant, history);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badHistories")
    void catches(String what, HistoryInvariant invariant, History history) {
        assertThat(invariant.violations(history)).as(what).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nearMisses")
    void letsPass(String what, HistoryInvariant invariant, History history) {
        assertThat(invariant.violations(history)).as(what).isEmpty();
    }

    @Test
    void everyPropertyHasABadHistoryAndANearMiss() {
        assertThat(HistoryInvariant.all()).allSatisfy(invariant -> {
            assertThat(badHistories()).anyMatch(bad -> bad.get()[1].getClass() == invariant.getClass());
            assertThat(nearMisses())
                    .as("near miss of %s", invariant.name())
                    .anyMatch(good -> good.get()[1].getClass() == invariant.getClass());
        });
    }

    @Test
    void everyAnomalyNamesAnOperationThatShowsIt() {
        assertThat(badHistories()).allSatisfy(bad -> {
            HistoryInvariant invariant = (HistoryInvariant) bad.get()[1];
            assertThat(invariant.violations((History) bad.get()[2]))
                    .as("%s: %s", invariant.name(), bad.get()[0])
                    .allSatisfy(violation -> assertThat(violation).containsPattern("\\[(op \\d+|last read)\\]"));
        });
    }

    @Test
    void aGoodHistoryBreaksNothing() {
        History good = history()
                .send(1, 7, 0)
                .send(1, 8, 1)
                .told(Outcome.INFO, 2, 9)
                .told(Outcome.FAIL, 3, 10)
                .poll(4, at(0, 7))
                .poll(4, at(1, 8), at(2, 9))
                .listed(Function.LATEST, 3)
                .read(at(0, 7), at(1, 8), at(2, 9))
                .end();
        for (RunInvariant invariant : RunInvariant.all()) {
            assertThat(invariant.violations(RunRecord.of(good)))
                    .as(invariant.name())
                    .isEmpty();
        }
    }
}
