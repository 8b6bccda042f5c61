// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.process.NamespaceNetwork;
import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Many runs, one after the other, over a matrix of faults, and a summary. Ends with 1 when a run was not good. */
@Command(name = "campaign", mixinStandardHelpOptions = true, sortOptions = false)
public final class Campaign implements Callable<Integer> {
    @Option(names = "--home", description = "where the distribution was laid out (${DEFAULT-VALUE})")
    private Path home = Path.of("cli", "target", "tidemark");

    @Option(names = "--dir", description = "where the runs' files go (${DEFAULT-VALUE})")
    private Path directory = Path.of("target", "chaos");

    @Option(names = "--seed", description = "seed of the first run; the next ones count on (default: random)")
    private long seed = ThreadLocalRandom.current().nextLong(1, 1_000_000);

    @Option(names = "--runs", description = "number of runs (${DEFAULT-VALUE})")
    private int runs = 9;

    @Option(names = "--minutes", description = "length of each run's load in minutes (${DEFAULT-VALUE})")
    private double minutes = 1;

    @Option(
            names = "--mix",
            split = ",",
            description = "columns of the matrix: kill, freeze, partition, overlap, restart, damage; as root also"
                    + " namespaces, disk, power (default: all that this machine allows)")
    private List<String> mixes = new ArrayList<>();

    @Option(
            names = "--nemesis",
            split = ",",
            description = "instead of a mix: beginnings of names of faults, such as kill,partition-isolated")
    private List<String> nemeses = new ArrayList<>();

    @Option(names = "--network", description = "with --nemesis: proxy or namespaces (${DEFAULT-VALUE})")
    private String network = "proxy";

    @Option(names = "--storage", description = "with --nemesis: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private Storage storage = Storage.PLAIN;

    @Option(names = "--topic-config", description = "a config of the topic, such as durability=flushed")
    private Map<String, String> topicConfig = new java.util.TreeMap<>();

    @Option(names = "--jvm-option", description = "one more option for every node's JVM, such as -javaagent:...")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(names = "--stop-at-anomaly", description = "end the campaign with the first run that is not good")
    private boolean stopsAtAnomaly;

    /** For the command line. */
    public Campaign() {}

    /** Runs a campaign. */
    public static void main(String[] words) {
        System.exit(new CommandLine(new Campaign())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(words));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Mix> columns = columns();
        CampaignSummary summary = new CampaignSummary();
        for (int run = 0; run < runs; run++) {
            Mix mix = columns.get(run % columns.size());
            try {
                summary.add(RunFolder.of(directory, plan(mix, seed + run), mix.name())
                        .run());
            } catch (IllegalStateException e) {
                summary.addBroken(seed + run, mix.name(), e);
            }
            if (stopsAtAnomaly && !summary.isGood()) {
                break;
            }
        }
        summary.print();
        return summary.isGood() ? 0 : 1;
    }

    private List<Mix> columns() {
        if (!nemeses.isEmpty()) {
            return List.of(new Mix(String.join("+", nemeses), nemeses, network.equals("namespaces"), storage));
        }
        List<Mix> columns = Mix.matrix().stream()
                .filter(mix -> mixes.isEmpty() || mixes.contains(mix.name()))
                .filter(mix -> !mix.needsRoot() || NamespaceNetwork.isPossible())
                .toList();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("none of the mixes " + mixes + " is possible here");
        }
        return columns;
    }

    private RunPlan plan(Mix mix, long runSeed) {
        return new RunPlan(
                runSeed,
                RunFolder.setup(home.toAbsolutePath(), directory.toAbsolutePath(), runSeed, mix)
                        .with(jvmOptions),
                mix.isNamespaced(),
                mix.faults(),
                Duration.ofMillis((long) (minutes * 60_000)),
                topicConfig);
    }
}
