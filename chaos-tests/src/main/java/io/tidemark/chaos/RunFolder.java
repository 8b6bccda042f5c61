// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.process.Shell;
import io.tidemark.chaos.report.ReportPage;
import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.report.Verdict;
import io.tidemark.chaos.workload.RunRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run and the folder in which everything that it takes to understand and repeat it lies: {@code run.json}, history, what
 * nodes told of themselves, their settings and logs, the page, and when it was not good their data and why.
 */
final class RunFolder {
    private static final String DIRTY = "-dirty";

    private final RunPlan plan;
    private final String row;
    private final String replay;
    private final Path folder;
    private final String commit = commit();
    private final RunFacts facts;
    private PlannedFaults planned = PlannedFaults.NONE;

    /**
     * @param row row of the matrix, or the build
     * @param replay command that does the run again
     */
    RunFolder(RunPlan plan, String row, String replay) {
        this.plan = plan;
        this.row = row;
        this.replay = replay;
        this.folder = plan.setup().directory();
        this.facts = new RunFacts(plan, row, replay, commit);
    }

    /** Three nodes in a folder of their own; a run that is done again gets another one. */
    static ClusterSetup setup(Path home, Path directory, long seed, Mix mix) {
        String name = "run-" + seed + "-" + mix.name();
        Path folder = directory.resolve(name);
        for (int again = 2; Files.exists(folder); again++) {
            folder = directory.resolve(name + "-" + again);
        }
        return ClusterSetup.threeNodes(home, folder).on(mix.storage()).having(mix.extraBrokers(), mix.hasSeams());
    }

    /** Does the run, writes its page, and removes data that nobody needs. */
    RunResult run() throws IOException, InterruptedException {
        return run(new ChaosRun(plan, this::chosen));
    }

    RunResult run(ObservedRun run) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        facts.writeJson(folder.resolve("run.json"));
        long startNanos = System.nanoTime();
        RunResult.Origin origin =
                new RunResult.Origin(commit, plan.seed(), row, plan.load().toSeconds(), folder.toString());
        try {
            ChaosRun.Result result = run.run();
            page(result.record(), result.verdict(), Map.of());
            keepWhatTells(result.verdict());
            return RunResult.of(origin, planned, result, seconds(startNanos));
        } catch (RuntimeException | IOException e) {
            ObservedRun.SoFar soFar = run.soFar();
            RunResult result = RunResult.brokenOff(origin, planned, soFar, String.valueOf(e), seconds(startNanos));
            keepWhatThereIs(soFar, result.word(), e);
            return result;
        }
    }

    private static long seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1_000_000_000L;
    }

    /** Called before the first fault: a run that hangs in one must have told what it is about. */
    void chosen(PlannedFaults faults) {
        planned = faults;
        facts.plan(faults);
        try {
            facts.writeJson(folder.resolve("run.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void page(RunRecord record, Verdict verdict, Map<String, String> more) throws IOException {
        Map<String, String> texts = new TreeMap<>(facts.texts());
        texts.putAll(numbers(RunFigures.of(record)));
        texts.putAll(more);
        String title = "Chaos run " + plan.seed() + ", " + row;
        ReportPage.write(folder.resolve("report.html"), title, texts, record, verdict);
    }

    private void keepWhatTells(Verdict verdict) throws IOException {
        if (!verdict.isGood()) {
            Files.writeString(
                    folder.resolve("failure.txt"),
                    verdict.word() + "\n\n" + replay + "\n" + violations(verdict.anomalies()));
            return;
        }
        for (String node : nodeFolders()) {
            delete(folder.resolve(node).resolve("data"));
            Files.deleteIfExists(folder.resolve(node).resolve("disk.img"));
        }
    }

    /** The reason goes first: what is known of a run that broke off may be too little for a page. */
    private void keepWhatThereIs(ObservedRun.SoFar soFar, String word, Exception reason) throws IOException {
        StringWriter trace = new StringWriter();
        reason.printStackTrace(new PrintWriter(trace));
        Path failure = folder.resolve("failure.txt");
        Files.writeString(failure, word + "\n\n" + replay + "\n\n" + trace + violations(soFar.seen()));
        try {
            Verdict verdict = new Verdict(soFar.seen(), List.of(RunResult.BROKEN + ": " + reason));
            page(soFar.record(), verdict, Map.of(RunResult.BROKEN, reason.toString()));
        } catch (RuntimeException e) {
            Files.writeString(failure, "\nNo report: " + e + "\n", StandardOpenOption.APPEND);
        }
    }

    private static String violations(Map<String, List<String>> anomalies) {
        StringBuilder text = new StringBuilder();
        anomalies.forEach((property, violations) -> {
            text.append('\n').append(property).append('\n');
            violations.forEach(violation -> text.append("  ").append(violation).append('\n'));
        });
        return text.toString();
    }

    private List<String> nodeFolders() {
        return IntStream.rangeClosed(1, plan.setup().nodeCount())
                .mapToObj(nodeId -> "node-" + nodeId)
                .toList();
    }

    private static Map<String, String> numbers(RunFigures figures) {
        Map<String, String> numbers = new TreeMap<>();
        numbers.put("operations", String.valueOf(figures.operations()));
        numbers.put("values sent, acknowledged", figures.sent() + ", " + figures.acknowledged());
        numbers.put("records polled", String.valueOf(figures.polled()));
        numbers.put("share of sends acknowledged", String.format(Locale.ROOT, "%.3f", figures.okShare()));
        numbers.put("changes of leaders, moments of elections", figures.elections() + ", " + figures.electionMoments());
        numbers.put("generations, commits of the group", figures.generations() + ", " + figures.commits());
        return numbers;
    }

    /** The commit of the sources that the harness is run from, marked when they differ from it. */
    static String commit() {
        return commit(Path.of(""));
    }

    static String commit(Path within) {
        String at = within.toAbsolutePath().toString();
        try {
            String commit = Shell.run("git", "-C", at, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .strip();
            // A source that git was not told of yet is built all the same.
            String unknown = Shell.run("git", "-C", at, "ls-files", "--others", "--exclude-standard", ":/*/src/*");
            return unknown.isBlank() || commit.endsWith(DIRTY) ? commit : commit + DIRTY;
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
