// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.report.Verdict;
import io.tidemark.chaos.workload.FaultRecord;
import java.util.ArrayList;
import java.util.List;

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
        String folder) {
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
     * @param elections changes of leadership
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
            int generations,
            long commits,
            int kills,
            long tookSeconds) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * A fault.
     *
     * @param name its kind
     * @param pauseMs longest time without an acknowledgement in the hottest partition, milliseconds
     * @param commitPauseMs longest time without an acknowledged commit of any group, milliseconds
     * @param wholeMs time from healing until all was whole, milliseconds; -1 for never
     */
    record Fault(String name, long pauseMs, long commitPauseMs, long wholeMs) {}

    /** Of a run that was judged. */
    static RunResult of(String commit, long seed, String row, long seconds, Done done) {
        Verdict verdict = done.result().verdict();
        RunFigures figures = done.result().figures();
        List<String> reasons = new ArrayList<>(verdict.anomalies().keySet());
        reasons.addAll(verdict.gaps());
        return new RunResult(
                commit,
                seed,
                row,
                seconds,
                verdict.isGood() ? GOOD : verdict.anomalies().isEmpty() ? INVALID : ANOMALIES,
                reasons,
                new Counts(
                        figures.operations(),
                        figures.acknowledged(),
                        figures.okShare(),
                        figures.elections(),
                        figures.generations(),
                        figures.commits(),
                        done.result().kills(),
                        done.tookSeconds()),
                faults(done.result()),
                done.folder());
    }

    /** Of a run that could not be done to its end. */
    static RunResult brokenOff(String commit, long seed, String row, long seconds, String reason, String folder) {
        return new RunResult(commit, seed, row, seconds, BROKEN, List.of(reason), Counts.NONE, List.of(), folder);
    }

    /** A run with where its files are. */
    record Done(ChaosRun.Result result, String folder, long tookSeconds) {}

    private static List<Fault> faults(ChaosRun.Result result) {
        List<FaultRecord> records = result.record().faults();
        List<Long> pausesMs = RunFigures.pausesMs(result.record());
        List<Long> commitPausesMs = RunFigures.commitPausesMs(result.record());
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            FaultRecord fault = records.get(i);
            long wholeMs = fault.wholeNanos() < 0 ? -1 : (fault.wholeNanos() - fault.endNanos()) / MS_NANOS;
            faults.add(new Fault(fault.fault(), pausesMs.get(i), commitPausesMs.get(i), wholeMs));
        }
        return faults;
    }

    boolean isGood() {
        return word.equals(GOOD);
    }

    /** Whether it says something of the product, good or bad; others are done again. */
    boolean isConclusive() {
        return isGood() || word.equals(ANOMALIES);
    }
}
