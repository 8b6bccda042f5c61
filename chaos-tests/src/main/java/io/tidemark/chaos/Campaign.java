// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.process.NamespaceNetwork;
import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Many runs, one after the other, over a matrix of faults, and a summary. What was done before on the same commit with the
 * same seeds counts and is not done again, so that a campaign may take several sittings. Ends with 1 when a run was not good.
 */
@Command(name = "campaign", mixinStandardHelpOptions = true, sortOptions = false)
public final class Campaign implements Callable<Integer> {
    @Option(names = "--home", description = "where the distribution was laid out (${DEFAULT-VALUE})")
    private Path home = Path.of("cli", "target", "tidemark");

    @Option(names = "--dir", description = "where the runs' files go (${DEFAULT-VALUE})")
    private Path directory = Path.of("target", "chaos");

    @Option(names = "--seed", description = "seed of the first run; the next ones count on (${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--turn",
            description =
                    "where in its row's list of faults the first run begins, as run.json tells (default: such that"
                            + " runs of a row go on one after the other)")
    private @Nullable Long turn;

    @Option(names = "--runs", description = "number of runs (${DEFAULT-VALUE})")
    private int runs = 15;

    @Option(names = "--minutes", description = "length of each run's load in minutes (${DEFAULT-VALUE})")
    private double minutes = 1;

    @Option(
            names = "--mix",
            split = ",",
            description = "rows of the matrix: kill, freeze, partition, overlap, restart, damage, clock, slow-disk,"
                    + " disk-error, moves, voters; as root also namespaces, disk-full, power, outage (default: all that"
                    + " this machine allows)")
    private List<String> mixes = new ArrayList<>();

    @Option(
            names = "--nemesis",
            split = ",",
            description = "instead of a row: beginnings of names of faults, such as kill,partition-isolated")
    private List<String> nemeses = new ArrayList<>();

    @Option(names = "--network", description = "with --nemesis: proxy or namespaces (${DEFAULT-VALUE})")
    private String network = "proxy";

    @Option(names = "--storage", description = "with --nemesis: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private Storage storage = Storage.PLAIN;

    @Option(names = "--topic-config", description = "a config of the topic, such as durability=flushed")
    private Map<String, String> topicConfig = new TreeMap<>();

    @Option(names = "--jvm-option", description = "one more option for every node's JVM, such as -javaagent:...")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(names = "--stop-at-anomaly", description = "end the campaign with the first run that is not good")
    private boolean stopsAtAnomaly;

    @Option(names = "--summary", description = "run nothing, only sum up what was done")
    private boolean sumsUpOnly;

    @Option(
            names = "--document",
            description =
                    "also fill the parts of this document that are marked campaign (the summary) and failover (how"
                            + " long failover and recovery took); may be given again")
    private List<Path> documents = new ArrayList<>();

    private final PrintStream out = System.out;

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
        Files.createDirectories(directory);
        ResultsFile results = new ResultsFile(directory.resolve("results.jsonl"));
        String commit = RunFolder.commit();
        boolean isGood = sumsUpOnly || runAll(results, commit);
        String summary = CampaignSummary.of(commit, results.read());
        Files.writeString(directory.resolve("summary.md"), summary);
        Map<String, String> parts =
                Map.of("campaign", summary, "failover", CampaignSummary.failover(commit, results.read()));
        for (Path document : documents) {
            MarkedText.replaceThere(document, parts);
        }
        out.println(summary);
        return isGood ? 0 : 1;
    }

    private boolean runAll(ResultsFile results, String commit) throws IOException, InterruptedException {
        boolean isGood = true;
        for (Planned run : planned()) {
            isGood &= runOne(run, results, commit);
            if (stopsAtAnomaly && !isGood) {
                break;
            }
        }
        return isGood;
    }

    private boolean runOne(Planned planned, ResultsFile results, String commit)
            throws IOException, InterruptedException {
        for (RunResult before : results.read()) {
            boolean isSame = before.isOf(commit, planned.row().name(), planned.seed(), load().toSeconds());
            if (isSame && before.isConclusive()) {
                return before.isGood();
            }
        }
        return Attempts.of(() -> {
                    RunFolder folder =
                            new RunFolder(plan(planned), planned.row().name(), replay(planned));
                    RunResult result = folder.run();
                    results.add(result);
                    out.println(CampaignSummary.line(result));
                    return result;
                })
                .isGood();
    }

    /**
     * One run of the campaign.
     *
     * @param row its row
     * @param seed its seed
     * @param turn its number among the runs of its row
     */
    record Planned(Mix row, long seed, long turn) {}

    /** Seeds of a row's runs are as far apart as there are rows, so their quotients are one apart, in later sittings too. */
    List<Planned> planned() {
        List<Mix> rows = rows();
        List<Planned> planned = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            long number = turn == null ? Math.floorDiv(seed + run, (long) rows.size()) : turn + run / rows.size();
            planned.add(new Planned(rows.get(run % rows.size()), seed + run, number));
        }
        return planned;
    }

    private List<Mix> rows() {
        if (!nemeses.isEmpty()) {
            Mix chosen = Mix.of(String.join("+", nemeses), nemeses.toArray(String[]::new))
                    .on(storage)
                    .withSeams();
            return List.of(network.equals("namespaces") ? chosen.inNamespaces() : chosen);
        }
        List<Mix> rows = Mix.matrix().stream()
                .filter(mix -> mixes.isEmpty() || mixes.contains(mix.name()))
                .filter(mix -> !mix.needsRoot() || NamespaceNetwork.isPossible())
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("none of the rows " + mixes + " is possible here");
        }
        return rows;
    }

    /** The command that does a run again; whatever makes the run another one must be in it. */
    String replay(Planned run) {
        List<String> words = new ArrayList<>(List.of("chaos-tests/chaos", "campaign", "--runs", "1"));
        words.addAll(List.of("--seed", String.valueOf(run.seed()), "--turn", String.valueOf(run.turn())));
        words.addAll(List.of("--minutes", String.valueOf(minutes)));
        if (nemeses.isEmpty()) {
            words.addAll(List.of("--mix", run.row().name()));
        } else {
            words.addAll(List.of("--nemesis", String.join(",", nemeses), "--network", network));
            words.addAll(List.of("--storage", storage.toString()));
        }
        new TreeMap<>(topicConfig)
                .forEach((name, value) -> words.addAll(List.of("--topic-config", name + "=" + value)));
        jvmOptions.forEach(option -> words.addAll(List.of("--jvm-option", option)));
        words.addAll(List.of("--dir", "NEW-FOLDER"));
        return String.join(" ", words.stream().map(Campaign::quoted).toList());
    }

    private static String quoted(String word) {
        return word.matches("[\\w,.:/=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private Duration load() {
        return Duration.ofMillis((long) (minutes * 60_000));
    }

    RunPlan plan(Planned run) {
        Mix row = run.row();
        Map<String, String> configs = new TreeMap<>(row.topicConfig());
        configs.putAll(topicConfig);
        return new RunPlan(
                run.seed(),
                RunFolder.setup(home, directory, run.seed(), row).with(jvmOptions),
                row.isNamespaced(),
                row.faults(),
                load(),
                configs,
                run.turn());
    }
}
