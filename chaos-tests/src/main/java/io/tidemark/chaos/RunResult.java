// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.report.Verdict;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one run came to, as it is kept over several sittings.
 *
 * @param commit commit of the sources
 * @param seed seed of the run
 * @param row row of the matrix, or name of the build
 * @param seconds length of the load
 * @param word {@link #GOOD}, {@link #ANOMALIES}, {@link #INVALID} or {@link #BROKEN}
 * @param reasons properties that were broken, or why the run proves nothing
 * @param counts its numbers
 * @param faults faults in order
 * @param folder where everything of the run lies
 * @param choice names of the faults that it could have had
 */
record RunResult(
        String commit,
        long seed,
        String row,
        long seconds,
        String word,
        List<String> reasons,
        Counts counts,
        List<Fault> faults,
        String folder,
        Choice choice) {
    static final String GOOD = "good";
    static final String ANOMALIES = "anomalies";
    static final String INVALID = "invalid";
    static final String BROKEN = "broken off";

    private static final long MS_NANOS = 1_000_000;

    /**
     * Numbers of a run.
     *
     * @param operations operations of all kinds
     * @param acknowledged values acknowledged
     * @param okShare share of send operations that were acknowledged whole, 0 to 1
     * @param elections changes of leadership over all partitions
     * @param electionMoments distinct moments of such changes
     * @param generations generations of the reading group
     * @param commits acknowledged commits of its members
     * @param kills processes ended by force
     * @param tookSeconds how long all of it took
     */
    record Counts(
            long operations,
            long acknowledged,
            double okShare,
            int elections,
            int electionMoments,
            int generations,
            long commits,
            int kills,
            long tookSeconds) {}

    /**
     * A fault.
     *
     * @param name its kind
     * @param pauseMs longest time without an acknowledgement in the hottest partition, milliseconds
     * @param commitPauseMs longest time without an acknowledged commit of any group, milliseconds
     * @param wholeMs time from healing until all was whole, milliseconds; -1 for never
     * @param isProven whether it was seen to take effect
     */
    record Fault(String name, long pauseMs, long commitPauseMs, long wholeMs, boolean isProven) {}

    /**
     * Names of faults.
     *
     * @param planned those that the run had to do
     * @param suiting all that its cluster allows
     * @param unsuited those of its row that its cluster does not allow
     */
    record Choice(List<String> planned, List<String> suiting, List<String> unsuited) {
        static final Choice NONE = new Choice(List.of(), List.of(), List.of());

        private static Choice of(PlannedFaults faults) {
            return new Choice(names(faults.planned()), names(faults.suiting()), names(faults.unsuited()));
        }

        private static List<String> names(List<Nemesis> nemeses) {
            return nemeses.stream().map(Nemesis::name).toList();
        }
    }

    /**
     * Which run a result is of.
     *
     * @param commit commit of the sources
     * @param seed seed of the run
     * @param row row of the matrix, or name of the build
     * @param seconds length of the load
     * @param folder where everything of the run lies
     */
    record Origin(String commit, long seed, String row, long seconds, String folder) {}

    /** Lines of earlier sittings lack what was not kept then. */
    RunResult {
        choice = Objects.requireNonNullElse(choice, Choice.NONE);
    }

    /** Of a run that was judged. */
    static RunResult of(Origin origin, PlannedFaults planned, ChaosRun.Result result, long tookSeconds) {
        Verdict verdict = result.verdict();
        List<String> reasons = new ArrayList<>(verdict.anomalies().keySet());
        reasons.addAll(verdict.gaps());
        return new RunResult(
                origin.commit(),
                origin.seed(),
                origin.row(),
                origin.seconds(),
                verdict.isGood() ? GOOD : verdict.anomalies().isEmpty() ? INVALID : ANOMALIES,
                reasons,
                counts(result.figures(), result.kills(), tookSeconds),
                faults(result.record()),
                origin.folder(),
                Choice.of(planned));
    }

    /**
     * Of a run that could not be done to its end. What went wrong until then counts whatever ended it, which may be the same
     * fault: a run that is done again would hide it.
     */
    static RunResult brokenOff(
            Origin origin, PlannedFaults planned, ObservedRun.SoFar soFar, String reason, long tookSeconds) {
        List<String> reasons = new ArrayList<>(soFar.seen().keySet());
        reasons.add(reason);
        return new RunResult(
                origin.commit(),
                origin.seed(),
                origin.row(),
                origin.seconds(),
                soFar.seen().isEmpty() ? BROKEN : ANOMALIES,
                reasons,
                counts(RunFigures.of(soFar.record()), soFar.kills(), tookSeconds),
                faults(soFar.record()),
                origin.folder(),
                Choice.of(planned));
    }

    private static Counts counts(RunFigures figures, int kills, long tookSeconds) {
        return new Counts(
                figures.operations(),
                figures.acknowledged(),
                figures.okShare(),
                figures.elections(),
                figures.electionMoments(),
                figures.generations(),
                figures.commits(),
                kills,
                tookSeconds);
    }

    private static List<Fault> faults(RunRecord record) {
        List<FaultRecord> records = record.faults();
        List<Long> pausesMs = RunFigures.pausesMs(record);
        List<Long> commitPausesMs = RunFigures.commitPausesMs(record);
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            FaultRecord fault = records.get(i);
            long wholeMs = fault.wholeNanos() < 0 ? -1 : (fault.wholeNanos() - fault.endNanos()) / MS_NANOS;
            faults.add(new Fault(fault.fault(), pausesMs.get(i), commitPausesMs.get(i), wholeMs, fault.isProven()));
        }
        return faults;
    }

    /** Number of planned faults that were done and seen to take effect. */
    long plannedDone() {
        return choice.planned().stream()
                .filter(name -> faults.stream()
                        .anyMatch(fault -> fault.isProven() && fault.name().equals(name)))
                .count();
    }

    /** Number of times that a fault was done and seen to take effect. */
    long strikes(String name) {
        return faults.stream()
                .filter(fault -> fault.isProven() && fault.name().equals(name))
                .count();
    }

    /** Whether it is of this run: the same sources, row or build, seed, and length of the load. */
    boolean isOf(String ofCommit, String ofRow, long ofSeed, long ofSeconds) {
        return commit.equals(ofCommit) && row.equals(ofRow) && seed == ofSeed && seconds == ofSeconds;
    }

    boolean isGood() {
        return word.equals(GOOD);
    }

    /** Whether it says something of the product, good or bad; others are done again. */
    boolean isConclusive() {
        return isGood() || word.equals(ANOMALIES);
    }
}
