// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.process.Shell;
import io.tidemark.chaos.report.ReportPage;
import io.tidemark.chaos.report.RunFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A run and the folder in which everything that it takes to understand it lies: its plan, history, what nodes told of
 * themselves, their logs, the page, and when it was not good their data.
 */
final class RunFolder {
    private final RunPlan plan;
    private final String mix;

    private RunFolder(RunPlan plan, String mix) {
        this.plan = plan;
        this.mix = mix;
    }

    static RunFolder of(Path directory, RunPlan plan, String mix) throws IOException {
        Files.createDirectories(directory);
        return new RunFolder(plan, mix);
    }

    static ClusterSetup setup(Path home, Path directory, long seed, Mix mix) {
        return ClusterSetup.threeNodes(home, directory.resolve("run-" + seed + "-" + mix.name()))
                .on(mix.storage());
    }

    /** Does the run, writes its page, and removes data that nobody needs. */
    CampaignSummary.Line run() throws IOException, InterruptedException {
        Path folder = plan.setup().directory();
        if (Files.exists(folder)) {
            throw new IOException(folder + " is there already: choose another seed or folder");
        }
        ChaosRun.Result result = ChaosRun.of(plan);
        ReportPage.write(
                folder.resolve("report.html"),
                "Chaos run " + plan.seed() + ", " + mix,
                facts(result.figures()),
                result.record(),
                result.verdict());
        if (result.verdict().isGood()) {
            for (String node : nodeFolders()) {
                delete(folder.resolve(node).resolve("data"));
                Files.deleteIfExists(folder.resolve(node).resolve("disk.img"));
            }
        }
        return new CampaignSummary.Line(plan.seed(), mix, result, folder.resolve("report.html"));
    }

    private List<String> nodeFolders() {
        return java.util.stream.IntStream.rangeClosed(1, plan.setup().nodeCount())
                .mapToObj(nodeId -> "node-" + nodeId)
                .toList();
    }

    private Map<String, String> facts(RunFigures figures) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("seed", String.valueOf(plan.seed()));
        facts.put(
                "faults",
                plan.nemeses().stream().map(nemesis -> nemesis.name()).toList().toString());
        facts.put("network", plan.isNamespaced() ? "namespaces" : "proxies");
        facts.put("storage", plan.setup().storage().toString());
        facts.put("node settings", plan.setup().config().toString());
        facts.put("JVM options", plan.setup().jvmOptions().toString());
        facts.put("topic configs", plan.topicConfig().toString());
        facts.put("commit", commit());
        facts.put("operations", String.valueOf(figures.operations()));
        facts.put("values sent, acknowledged", figures.sent() + ", " + figures.acknowledged());
        facts.put("records polled", String.valueOf(figures.polled()));
        facts.put("share of sends acknowledged", String.format(Locale.ROOT, "%.3f", figures.okShare()));
        facts.put("elections", String.valueOf(figures.elections()));
        return facts;
    }

    private static String commit() {
        try {
            return Shell.run("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .strip();
        } catch (IOException e) {
            return "unknown: " + e.getMessage();
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
