// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.invariant.RunInvariant;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run came to. A run in which too little happened proves nothing: it is invalid, not good.
 *
 * @param anomalies per broken property how it was broken
 * @param gaps why the run proves nothing; empty when it does
 */
public record Verdict(Map<String, List<String>> anomalies, List<String> gaps) {
    private static final long LEAST_ACKNOWLEDGED_PER_MINUTE = 5_000;
    private static final double LEAST_OK_SHARE = 0.6;
    private static final int LEAST_ELECTIONS_PER_MINUTE = 3;
    private static final int LEAST_GENERATIONS_PER_MINUTE = 3;
    private static final int LEAST_COMMITS_PER_MINUTE = 20;
    private static final double MINUTE_NANOS = 60e9;

    /**
     * Judges.
     *
     * @param seen what the harness itself saw go wrong, by property
     * @param unproven what else makes the run prove nothing
     * @param loadNanos how long clients worked
     * @param electionsExpected whether the faults of the run must make leaders change
     */
    public static Verdict of(
            RunRecord run,
            Map<String, List<String>> seen,
            List<String> unproven,
            long loadNanos,
            boolean electionsExpected) {
        Map<String, List<String>> anomalies = new TreeMap<>(seen);
        List<String> late = new ArrayList<>();
        for (RunInvariant invariant : RunInvariant.all()) {
            List<String> violations = invariant.violations(run);
            if (violations.isEmpty()) {
                continue;
            }
            if (invariant.isAboutTime() && !run.conditions().stalls().isEmpty()) {
                late.add(invariant.name() + ": " + violations.get(0) + ", but "
                        + run.conditions().stalls());
            } else {
                anomalies.put(invariant.name(), violations);
            }
        }
        List<String> gaps = new ArrayList<>(unproven);
        gaps.addAll(late);
        gaps.addAll(gaps(run, loadNanos / MINUTE_NANOS, electionsExpected));
        return new Verdict(anomalies, gaps);
    }

    private static List<String> gaps(RunRecord run, double minutes, boolean electionsExpected) {
        RunFigures figures = RunFigures.of(run);
        List<String> gaps = new ArrayList<>();
        if (figures.acknowledged() < LEAST_ACKNOWLEDGED_PER_MINUTE * minutes) {
            gaps.add("only " + figures.acknowledged() + " writes acknowledged");
        }
        if (figures.okShare() < LEAST_OK_SHARE) {
            gaps.add("only " + Math.round(figures.okShare() * 100) + " % of the writes acknowledged");
        }
        if (electionsExpected && figures.elections() < LEAST_ELECTIONS_PER_MINUTE * minutes) {
            gaps.add("only " + figures.elections() + " elections");
        }
        if (figures.generations() < LEAST_GENERATIONS_PER_MINUTE * minutes) {
            gaps.add("only " + figures.generations() + " generations of the group");
        }
        if (figures.commits() < LEAST_COMMITS_PER_MINUTE * minutes) {
            gaps.add("only " + figures.commits() + " commits of the group");
        }
        if (run.faults().isEmpty()) {
            gaps.add("no fault");
        }
        for (FaultRecord fault : run.faults()) {
            if (!fault.isProven()) {
                gaps.add("nothing shows that " + fault.fault() + " of " + fault.targets() + " took effect");
            }
        }
        return gaps;
    }

    /** Whether nothing was broken and the run proves it. */
    public boolean isGood() {
        return anomalies.isEmpty() && gaps.isEmpty();
    }

    /** In a word. */
    public String word() {
        if (!anomalies.isEmpty()) {
            return "ANOMALIES " + anomalies.keySet();
        }
        return gaps.isEmpty() ? "good" : "INVALID " + gaps;
    }
}
