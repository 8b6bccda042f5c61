// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** All runs on one commit, over however many sittings, as Markdown. */
final class CampaignSummary {
    private final String commit;
    private final List<RunResult> all;
    private final StringBuilder text = new StringBuilder();

    private CampaignSummary(String commit, List<RunResult> all) {
        this.commit = commit;
        this.all = all;
    }

    /** Everything. */
    static String of(String commit, List<RunResult> results) {
        CampaignSummary summary = new CampaignSummary(commit, onCommit(commit, results));
        FaultTimes times = new FaultTimes(summary.all);
        summary.totals();
        summary.rows();
        summary.text.append(new Strikes(summary.all).table());
        summary.text.append(times.byKind()).append(times.byFault());
        summary.runs();
        summary.notGood();
        return summary.text.toString();
    }

    /** Only how long failover and recovery took. */
    static String failover(String commit, List<RunResult> results) {
        List<RunResult> runs = onCommit(commit, results);
        if (runs.isEmpty()) {
            return "Not run on this commit.";
        }
        return String.format(
                        Locale.ROOT,
                        "Commit %s, %d runs of `chaos-tests/chaos campaign`, %d faults.%n",
                        commit,
                        runs.size(),
                        sum(runs, result -> result.faults().size()))
                + new FaultTimes(runs).byKind();
    }

    private static List<RunResult> onCommit(String commit, List<RunResult> results) {
        return results.stream().filter(result -> result.commit().equals(commit)).toList();
    }

    /** A run in a line, for whoever watches. */
    static String line(RunResult result) {
        return String.format(
                Locale.ROOT,
                "seed %d %-12s %,9d operations %,9d acknowledged %5.1f %% ok %3d faults, %d of %d planned %4d"
                        + " changes of leaders in %3d elections %4d generations %5d"
                        + " commits %4d s  %s %s  %s",
                result.seed(),
                result.row(),
                result.counts().operations(),
                result.counts().acknowledged(),
                result.counts().okShare() * 100,
                result.faults().size(),
                result.plannedDone(),
                result.choice().planned().size(),
                result.counts().elections(),
                result.counts().electionMoments(),
                result.counts().generations(),
                result.counts().commits(),
                result.counts().tookSeconds(),
                result.word(),
                result.reasons(),
                result.folder());
    }

    private void totals() {
        text.append(String.format(
                Locale.ROOT,
                "Commit %s: %d runs, %d good, %d with anomalies, %d that prove nothing and were done again; %,d operations,"
                        + " %,d acknowledged writes, %,d commits in %,d generations of groups, %,d faults, %,d processes"
                        + " killed, %,d changes of leaders (counted in each of six partitions) in %,d elections (changes"
                        + " within one second are one).%n%n",
                commit,
                all.size(),
                count(all, RunResult.GOOD),
                count(all, RunResult.ANOMALIES),
                count(all, RunResult.INVALID) + count(all, RunResult.BROKEN),
                sum(all, result -> result.counts().operations()),
                sum(all, result -> result.counts().acknowledged()),
                sum(all, result -> result.counts().commits()),
                sum(all, result -> result.counts().generations()),
                sum(all, result -> result.faults().size()),
                sum(all, result -> result.counts().kills()),
                sum(all, result -> result.counts().elections()),
                sum(all, result -> result.counts().electionMoments())));
    }

    private static long count(List<RunResult> results, String word) {
        return results.stream().filter(result -> result.word().equals(word)).count();
    }

    private static long sum(List<RunResult> results, ToLongFunction<RunResult> of) {
        return results.stream().mapToLong(of).sum();
    }

    private void rows() {
        Map<String, List<RunResult>> rows = new TreeMap<>();
        all.forEach(result ->
                rows.computeIfAbsent(result.row(), unused -> new ArrayList<>()).add(result));
        text.append("| row | runs | good | anomalies | invalid | operations | acknowledged | faults | kills | changes"
                        + " of leaders | elections |\n")
                .append("|---|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach((row, results) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %,d | %,d | %d | %d | %d | %d |%n",
                row,
                results.size(),
                count(results, RunResult.GOOD),
                count(results, RunResult.ANOMALIES),
                count(results, RunResult.INVALID) + count(results, RunResult.BROKEN),
                sum(results, result -> result.counts().operations()),
                sum(results, result -> result.counts().acknowledged()),
                sum(results, result -> result.faults().size()),
                sum(results, result -> result.counts().kills()),
                sum(results, result -> result.counts().elections()),
                sum(results, result -> result.counts().electionMoments()))));
    }

    private void runs() {
        text.append("\nThe runs:\n\n| seed | row | outcome | operations | acknowledged | kills | changes of leaders |"
                + " elections | planned faults done | faults |\n|---|---|---|---|---|---|---|---|---|---|\n");
        for (RunResult run : all) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %,d | %,d | %d | %d | %d | %d of %d | %d |%n",
                    run.seed(),
                    run.row(),
                    run.word(),
                    run.counts().operations(),
                    run.counts().acknowledged(),
                    run.counts().kills(),
                    run.counts().elections(),
                    run.counts().electionMoments(),
                    run.plannedDone(),
                    run.choice().planned().size(),
                    run.faults().size()));
        }
    }

    private void notGood() {
        List<RunResult> others = all.stream().filter(result -> !result.isGood()).toList();
        if (!others.isEmpty()) {
            text.append("\nNot good:\n\n");
        }
        others.forEach(result -> text.append(String.format(
                Locale.ROOT, "- seed %d, %s, %s: %s%n", result.seed(), result.row(), result.word(), result.reasons())));
    }
}
