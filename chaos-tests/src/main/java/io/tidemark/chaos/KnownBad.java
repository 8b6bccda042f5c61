// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.mutation.AgentJar;
import io.tidemark.chaos.mutation.Mutant;
import io.tidemark.chaos.mutation.Mutants;
import io.tidemark.chaos.mutation.PlainFaults;
import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs builds that are known to be bad, each under one common schedule until a run shows it, and tells how long that took.
 * Replicas do not check themselves in these builds: what is seen is seen from outside. May take several sittings. Ends with
 * 1 when a bad build passed for good in every run.
 */
@Command(name = "known-bad", mixinStandardHelpOptions = true, sortOptions = false)
public final class KnownBad implements Callable<Integer> {
    /** One schedule for all: whoever picks faults to fit a known fault proves nothing. */
    private static final Mix COMMON = Mix.of(
                    "known-bad",
                    "kill-leader",
                    "kill-coordinator",
                    "kill-successor",
                    "kill-all",
                    "kill-in-recovery",
                    "kill-at-rejoin",
                    "freeze-leader-over-lease",
                    "partition-isolated-leader",
                    "partition-leader-unheard",
                    "partition-clients",
                    "partition-isolated-coordinator",
                    "power-cut-last-in-sync")
            .on(Storage.IMAGE);

    /** Beginnings of names of mutants: guards whose lack a cluster can show to its clients. */
    private static final List<String> BUILDS = List.of(
            "acknowledges-before-replication",
            "g13-",
            "truncates-to-the-remembered-watermark",
            "g19-",
            "g35-",
            "sequences-forgotten-on-restart",
            "offsets-reused-after-trim",
            "clean-shutdown-always-believed",
            "reads-above-the-watermark",
            "committed-offsets-told-unconfirmed",
            "lost-wake-up",
            "g40-",
            "g11-");

    @Option(names = "--home", description = "where the distribution was laid out (${DEFAULT-VALUE})")
    private Path home = Path.of("cli", "target", "tidemark");

    @Option(names = "--dir", description = "where the runs' files go (${DEFAULT-VALUE})")
    private Path directory = Path.of("target", "known-bad");

    @Option(names = "--seed", description = "seed of each build's first run; the next ones count on (${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--runs", description = "most runs for each build (${DEFAULT-VALUE})")
    private int runs = 10;

    @Option(names = "--seconds", description = "length of each run's load (${DEFAULT-VALUE})")
    private int seconds = 60;

    @Option(names = "--build", split = ",", description = "only builds whose names begin so (default: all)")
    private List<String> only = new ArrayList<>();

    @Option(names = "--sound", description = "run the sound build under the same schedule instead: it must pass")
    private boolean isSound;

    @Option(names = "--document", description = "also put the table into this document, between its marks")
    private @Nullable Path document;

    private final PrintStream out = System.out;
    private final Map<String, List<RunResult>> done = new LinkedHashMap<>();

    /** For the command line. */
    public KnownBad() {}

    /** Runs the bad builds. */
    public static void main(String[] words) {
        System.exit(new CommandLine(new KnownBad()).execute(words));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        ResultsFile results = new ResultsFile(directory.resolve("known-bad.jsonl"));
        Path agent = AgentJar.write(directory.toAbsolutePath());
        if (isSound) {
            return isSoundBuildGood(results) ? 0 : 1;
        }
        List<Mutant> builds = builds(only.isEmpty() ? BUILDS : only);
        boolean isEachFound = true;
        for (Mutant build : builds) {
            isEachFound &= hunt(build, agent, results);
        }
        String table = KnownBadTable.of(builds, done);
        Files.writeString(directory.resolve("known-bad.md"), table);
        if (document != null) {
            MarkedText.replace(document, "known-bad", table);
        }
        out.println(table);
        return isEachFound ? 0 : 1;
    }

    private static List<Mutant> builds(List<String> beginnings) {
        List<Mutant> known = new ArrayList<>(PlainFaults.all());
        known.addAll(Mutants.all());
        List<Mutant> builds = new ArrayList<>();
        for (String beginning : beginnings) {
            known.stream().filter(mutant -> mutant.name().startsWith(beginning)).forEach(builds::add);
        }
        if (builds.isEmpty()) {
            throw new IllegalArgumentException("no known-bad build begins with one of " + beginnings);
        }
        return builds;
    }

    private boolean isSoundBuildGood(ResultsFile results) throws IOException, InterruptedException {
        boolean isGood = true;
        for (int run = 0; run < runs; run++) {
            isGood &= run("sound", seed + run, List.of(), results).isGood();
        }
        return isGood;
    }

    /** Whether a run, now or in an earlier sitting on this commit, showed that the build is bad. */
    private boolean hunt(Mutant build, Path agent, ResultsFile results) throws IOException, InterruptedException {
        String commit = RunFolder.commit();
        List<RunResult> soFar = new ArrayList<>(results.read().stream()
                .filter(result -> result.commit().equals(commit) && result.row().equals(build.name()))
                .toList());
        done.put(build.name(), soFar);
        for (int run = soFar.size(); run < runs && !KnownBadTable.isFound(soFar); run++) {
            String option = "-javaagent:" + agent + "=" + build.name() + Mutants.UNASSERTED;
            soFar.add(run(build.name(), seed + run, List.of(option), results));
        }
        return KnownBadTable.isFound(soFar);
    }

    private RunResult run(String build, long runSeed, List<String> jvmOptions, ResultsFile results)
            throws IOException, InterruptedException {
        RunPlan plan = new RunPlan(
                runSeed,
                RunFolder.setup(home, directory.resolve(build), runSeed, COMMON).with(jvmOptions),
                COMMON.isNamespaced(),
                COMMON.faults(),
                Duration.ofSeconds(seconds),
                COMMON.topicConfig());
        String replay =
                "chaos-tests/chaos known-bad --runs 1 --seed " + runSeed + " --build " + build + " --dir NEW-FOLDER";
        RunResult result = new RunFolder(plan, build, replay).run();
        results.add(result);
        out.println(CampaignSummary.line(result));
        return result;
    }
}
