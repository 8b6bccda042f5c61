// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.mutation.AgentJar;
import io.tidemark.chaos.mutation.Mutant;
import io.tidemark.chaos.mutation.Mutants;
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
 * 1 when a bad build passed for good in every run; those that this machine cannot show are left out, and it says so.
 */
@Command(name = "known-bad", mixinStandardHelpOptions = true, sortOptions = false)
public final class KnownBad implements Callable<Integer> {
    private static final String SOUND = "sound";

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
        KnownBadSchedule schedule = KnownBadSchedule.ofThisMachine();
        List<Mutant> builds = isSound ? List.of() : KnownBadSchedule.builds(only);
        String limits = schedule.limits(builds);
        if (!limits.isEmpty()) {
            out.println(limits);
        }
        Files.createDirectories(directory);
        ResultsFile results = new ResultsFile(directory.resolve("known-bad.jsonl"));
        KnownBadHunt hunt = new KnownBadHunt(results, RunFolder.commit(), seed, runs, seconds);
        return (isSound ? isSoundBuildGood(hunt, schedule) : isEachFound(builds, hunt, schedule)) ? 0 : 1;
    }

    private boolean isSoundBuildGood(KnownBadHunt hunt, KnownBadSchedule schedule)
            throws IOException, InterruptedException {
        return hunt
                .hunt(
                        SOUND,
                        RunResult::isConclusive,
                        result -> false,
                        (build, runSeed) -> run(build, runSeed, List.of(), schedule.mix()))
                .stream()
                .allMatch(RunResult::isGood);
    }

    private boolean isEachFound(List<Mutant> builds, KnownBadHunt hunt, KnownBadSchedule schedule)
            throws IOException, InterruptedException {
        Path agent = AgentJar.write(directory.toAbsolutePath());
        boolean isEachFound = true;
        for (Mutant mutant : builds) {
            if (schedule.allows(mutant)) {
                List<RunResult> results = hunt.hunt(
                        mutant.name(),
                        // A run that was broken off, perhaps with the sitting, is no run that the build passed.
                        result -> !result.word().equals(RunResult.BROKEN),
                        KnownBadTable::shows,
                        (build, runSeed) -> run(
                                build,
                                runSeed,
                                List.of("-javaagent:" + agent + "=" + build + Mutants.UNASSERTED),
                                schedule.mix()));
                done.put(mutant.name(), results);
                isEachFound &= KnownBadTable.isFound(results);
            }
        }
        String table = KnownBadTable.of(builds, done);
        Files.writeString(directory.resolve("known-bad.md"), table);
        if (document != null) {
            MarkedText.replace(document, "known-bad", table);
        }
        out.println(table);
        return isEachFound;
    }

    private RunResult run(String build, long runSeed, List<String> jvmOptions, Mix mix)
            throws IOException, InterruptedException {
        RunPlan plan = new RunPlan(
                runSeed,
                RunFolder.setup(home, directory.resolve(build), runSeed, mix).with(jvmOptions),
                mix.isNamespaced(),
                mix.faults(),
                Duration.ofSeconds(seconds),
                mix.topicConfig());
        String which = build.equals(SOUND) ? " --sound" : " --build " + build;
        String replay = "chaos-tests/chaos known-bad --runs 1 --seed " + runSeed + " --seconds " + seconds + which
                + " --dir NEW-FOLDER";
        RunResult result = new RunFolder(plan, build, replay).run();
        out.println(CampaignSummary.line(result));
        return result;
    }
}
