// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
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

    static String of(String commit, List<RunResult> results) {
        CampaignSummary summary = new CampaignSummary(
                commit,
                results.stream()
                        .filter(result -> result.commit().equals(commit))
                        .toList());
        summary.totals();
        summary.rows();
        summary.times();
        summary.faults();
        summary.notGood();
        return summary.text.toString();
    }

    /** A run in a line, for whoever watches. */
    static String line(RunResult result) {
        return String.format(
                Locale.ROOT,
                "seed %d %-12s %,9d operations %,9d acknowledged %5.1f %% ok %3d faults %4d elections %4d generations %5d"
                        + " commits %4d s  %s %s  %s",
                result.seed(),
                result.row(),
                result.counts().operations(),
                result.counts().acknowledged(),
                result.counts().okShare() * 100,
                result.faults().size(),
                result.counts().elections(),
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
                        + " killed, %,d elections.%n%n",
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
                sum(all, result -> result.counts().elections())));
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
        text.append(
                        "| row | runs | good | anomalies | invalid | operations | acknowledged | faults | kills | elections |\n")
                .append("|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach((row, results) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %,d | %,d | %d | %d | %d |%n",
                row,
                results.size(),
                count(results, RunResult.GOOD),
                count(results, RunResult.ANOMALIES),
                count(results, RunResult.INVALID) + count(results, RunResult.BROKEN),
                sum(results, result -> result.counts().operations()),
                sum(results, result -> result.counts().acknowledged()),
                sum(results, result -> result.faults().size()),
                sum(results, result -> result.counts().kills()),
                sum(results, result -> result.counts().elections()))));
    }

    private void times() {
        SortedMap<FaultKind, List<RunResult.Fault>> kinds = new TreeMap<>();
        all.stream().flatMap(result -> result.faults().stream()).forEach(fault -> kinds.computeIfAbsent(
                        FaultKind.of(fault.name()), unused -> new ArrayList<>())
                .add(fault));
        table(
                "Failover: longest pause of acknowledged writes to the hottest partition, in a fault and within eight"
                        + " seconds after it",
                "kind of fault",
                kinds,
                RunResult.Fault::pauseMs);
        table(
                "Failover of groups: longest pause of acknowledged commits in the same time",
                "kind of fault",
                kinds,
                RunResult.Fault::commitPauseMs);
        table(
                "Recovery: time from the end of a fault until every replica was in sync again",
                "kind of fault",
                kinds,
                RunResult.Fault::wholeMs);
    }

    private void faults() {
        SortedMap<String, List<RunResult.Fault>> faults = new TreeMap<>();
        all.stream().flatMap(result -> result.faults().stream()).forEach(fault -> faults.computeIfAbsent(
                        fault.name(), unused -> new ArrayList<>())
                .add(fault));
        table("Longest pause of writes by fault", "fault", faults, RunResult.Fault::pauseMs);
        table("Time to be whole again by fault", "fault", faults, RunResult.Fault::wholeMs);
    }

    private <K> void table(
            String title,
            String head,
            SortedMap<K, List<RunResult.Fault>> groups,
            ToLongFunction<RunResult.Fault> timeMs) {
        text.append(String.format(
                Locale.ROOT,
                "%n%s, milliseconds:%n%n| %s | times | %s |%n|---|---|---|---|---|---|%n",
                title,
                head,
                Spread.HEADS));
        groups.forEach((name, faults) -> {
            List<Long> timesMs = faults.stream()
                    .map(timeMs::applyAsLong)
                    .filter(each -> each >= 0)
                    .toList();
            text.append(
                    String.format(Locale.ROOT, "| %s | %d | %s |%n", name, timesMs.size(), Spread.columns(timesMs)));
        });
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
