// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import com.google.gson.GsonBuilder;
import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.process.Shell;
import io.tidemark.chaos.report.ReportPage;
import io.tidemark.chaos.report.RunFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private final RunPlan plan;
    private final String row;
    private final String replay;

    /**
     * @param row row of the matrix, or the build
     * @param replay command that does the run again
     */
    RunFolder(RunPlan plan, String row, String replay) {
        this.plan = plan;
        this.row = row;
        this.replay = replay;
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
        Path folder = plan.setup().directory();
        Files.createDirectories(folder);
        long seconds = plan.load().toSeconds();
        long startNanos = System.nanoTime();
        Map<String, String> facts = facts();
        Files.writeString(
                folder.resolve("run.json"),
                new GsonBuilder()
                                .setPrettyPrinting()
                                .disableHtmlEscaping()
                                .create()
                                .toJson(facts) + "\n");
        try {
            ChaosRun.Result result = ChaosRun.of(plan);
            facts.putAll(numbers(result.figures()));
            ReportPage.write(
                    folder.resolve("report.html"),
                    "Chaos run " + plan.seed() + ", " + row,
                    facts,
                    result.record(),
                    result.verdict());
            keepWhatTells(folder, result);
            long tookSeconds = (System.nanoTime() - startNanos) / 1_000_000_000L;
            return RunResult.of(
                    commit(), plan.seed(), row, seconds, new RunResult.Done(result, folder.toString(), tookSeconds));
        } catch (IllegalStateException | IOException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            Files.writeString(folder.resolve("failure.txt"), trace.toString());
            return RunResult.brokenOff(commit(), plan.seed(), row, seconds, String.valueOf(e), folder.toString());
        }
    }

    private void keepWhatTells(Path folder, ChaosRun.Result result) throws IOException {
        if (!result.verdict().isGood()) {
            StringBuilder text = new StringBuilder(result.verdict().word())
                    .append("\n\n")
                    .append(replay)
                    .append('\n');
            result.verdict().anomalies().forEach((property, violations) -> {
                text.append('\n').append(property).append('\n');
                violations.forEach(
                        violation -> text.append("  ").append(violation).append('\n'));
            });
            Files.writeString(folder.resolve("failure.txt"), text);
            return;
        }
        for (String node : nodeFolders()) {
            delete(folder.resolve(node).resolve("data"));
            Files.deleteIfExists(folder.resolve(node).resolve("disk.img"));
        }
    }

    private List<String> nodeFolders() {
        return IntStream.rangeClosed(1, plan.setup().nodeCount())
                .mapToObj(nodeId -> "node-" + nodeId)
                .toList();
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("seed", String.valueOf(plan.seed()));
        facts.put("row", row);
        facts.put("repeat with", replay);
        facts.put("seconds of load", String.valueOf(plan.load().toSeconds()));
        facts.put(
                "faults",
                plan.nemeses().stream().map(nemesis -> nemesis.name()).toList().toString());
        facts.put("network", plan.isNamespaced() ? "namespaces" : "proxies");
        facts.put("storage", plan.setup().storage().toString());
        facts.put("node settings", plan.setup().config().toString());
        facts.put("JVM options", plan.setup().jvmOptions().toString());
        facts.put("topic configs", plan.topicConfig().toString());
        facts.put("commit", commit());
        facts.put("java", System.getProperty("java.vm.version", ""));
        return facts;
    }

    private static Map<String, String> numbers(RunFigures figures) {
        Map<String, String> numbers = new TreeMap<>();
        numbers.put("operations", String.valueOf(figures.operations()));
        numbers.put("values sent, acknowledged", figures.sent() + ", " + figures.acknowledged());
        numbers.put("records polled", String.valueOf(figures.polled()));
        numbers.put("share of sends acknowledged", String.format(Locale.ROOT, "%.3f", figures.okShare()));
        numbers.put("elections", String.valueOf(figures.elections()));
        numbers.put("generations, commits of the group", figures.generations() + ", " + figures.commits());
        return numbers;
    }

    /** The commit of the sources that the harness is run from, marked when they differ from it. */
    static String commit() {
        try {
            return Shell.run("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .strip();
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
