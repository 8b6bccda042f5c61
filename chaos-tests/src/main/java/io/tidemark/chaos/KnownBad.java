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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs builds that are known to be bad, each under one common schedule until a run shows it, and prints how long that took.
 * Ends with 1 when a bad build passed for good in every run.
 */
@Command(name = "known-bad", mixinStandardHelpOptions = true, sortOptions = false)
public final class KnownBad implements Callable<Integer> {
    /** One schedule for all: whoever picks faults to fit a known fault proves nothing. */
    private static final Mix COMMON = new Mix(
            "known-bad",
            List.of(
                    "kill-leader",
                    "kill-successor",
                    "kill-all",
                    "kill-in-recovery",
                    "freeze-leader-over-lease",
                    "partition-isolated-leader",
                    "partition-leader-unheard",
                    "partition-clients"),
            false,
            Storage.PLAIN);

    /** Beginnings of names of mutants: guards whose lack a cluster can show to its clients. */
    private static final List<String> BUILDS = List.of(
            "acknowledges-before-replication",
            "reads-above-the-watermark",
            "lost-wake-up",
            "lease-",
            "g10-",
            "g11-",
            "g13-",
            "g17-",
            "g18-",
            "g19-",
            "g20-",
            "g25-",
            "g32-",
            "g35-",
            "g38-",
            "g40-",
            "g41-",
            "g46-");

    @Option(names = "--home", description = "where the distribution was laid out (${DEFAULT-VALUE})")
    private Path home = Path.of("cli", "target", "tidemark");

    @Option(names = "--dir", description = "where the runs' files go (${DEFAULT-VALUE})")
    private Path directory = Path.of("target", "known-bad");

    @Option(names = "--seed", description = "seed of each build's first run; the next ones count on (${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--runs", description = "most runs for each build (${DEFAULT-VALUE})")
    private int runs = 10;

    @Option(names = "--seconds", description = "length of each run's load (${DEFAULT-VALUE})")
    private int seconds = 45;

    @Option(names = "--build", split = ",", description = "only builds whose names begin so (default: all)")
    private List<String> only = new ArrayList<>();

    private final PrintStream out = System.out;

    /** For the command line. */
    public KnownBad() {}

    /** Runs the bad builds. */
    public static void main(String[] words) {
        System.exit(new CommandLine(new KnownBad()).execute(words));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path agent = AgentJar.write(directory.toAbsolutePath());
        out.printf("%-42s %6s %8s  %s%n", "build", "run", "seconds", "seen as");
        boolean isEachFound = true;
        for (Mutant build : builds(only.isEmpty() ? BUILDS : only)) {
            isEachFound &= hunt(build.name(), agent);
        }
        return isEachFound ? 0 : 1;
    }

    private static List<Mutant> builds(List<String> beginnings) {
        List<Mutant> known = new ArrayList<>(PlainFaults.all());
        known.addAll(Mutants.all());
        List<Mutant> builds = known.stream()
                .filter(mutant -> beginnings.stream().anyMatch(mutant.name()::startsWith))
                .toList();
        if (builds.isEmpty()) {
            throw new IllegalArgumentException("no known-bad build begins with one of " + beginnings);
        }
        return builds;
    }

    private boolean hunt(String build, Path agent) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        for (int run = 0; run < runs; run++) {
            Optional<String> seen = seenIn(build, agent, seed + run);
            if (seen.isPresent()) {
                out.printf(
                        "%-42s %6d %8d  %s%n",
                        build, run + 1, (System.nanoTime() - startNanos) / 1_000_000_000L, seen.get());
                return true;
            }
        }
        out.printf("%-42s %6s %8d  not seen%n", build, "-", (System.nanoTime() - startNanos) / 1_000_000_000L);
        return false;
    }

    /** How a run showed that the build is bad; empty when it passed, or proved nothing. */
    private Optional<String> seenIn(String build, Path agent, long runSeed) throws IOException, InterruptedException {
        Path folder = directory.toAbsolutePath().resolve(build);
        RunPlan plan = new RunPlan(
                runSeed,
                RunFolder.setup(home.toAbsolutePath(), folder, runSeed, COMMON)
                        .with(List.of("-javaagent:" + agent + "=" + build)),
                false,
                COMMON.faults(),
                Duration.ofSeconds(seconds),
                Map.of());
        try {
            CampaignSummary.Line line =
                    RunFolder.of(folder, plan, COMMON.name()).run();
            TreeSet<String> broken =
                    new TreeSet<>(line.result().verdict().anomalies().keySet());
            return broken.isEmpty() ? Optional.empty() : Optional.of(broken.toString());
        } catch (IllegalStateException e) {
            // A cluster that does not come up may be the machine's fault.
            out.println("# " + build + " with seed " + runSeed + " was broken off: " + e.getMessage());
            return Optional.empty();
        }
    }
}
