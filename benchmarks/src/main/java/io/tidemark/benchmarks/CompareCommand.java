// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.load.PhysicalLimits;
import io.tidemark.benchmarks.load.Scenario;
import io.tidemark.benchmarks.report.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code benchmarks compare}: visits to each system in turn, each in a process of its own, so that no system's load is
 * compiled for another's. The pages are written anew after each pair.
 */
@Command(name = "compare", description = "Run scenarios on each system in turn and make the pages.")
final class CompareCommand implements Callable<Integer> {
    private static final String TUNED = "kafka-tuned";
    private static final String HOME = "tidemark.home";

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--pairs", description = "Visits to each system.", defaultValue = "3")
    private int pairs;

    @Option(
            names = "--systems",
            split = ",",
            description = "Systems in the order of their visits; kafka-tuned runs fail-over only.",
            defaultValue = "tidemark,kafka,kafka-tuned")
    private List<String> systems = new ArrayList<>();

    @Option(names = "--time-limit-min", description = "Begin no pair that would not end within so many minutes.")
    private int timeLimitMinutes = Integer.MAX_VALUE;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Where the table goes; default report.md under --work.")
    private @Nullable Path markdown;

    private final AtomicReference<@Nullable Process> visit = new AtomicReference<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> scenarios =
                options.scenarios().stream().map(Scenario::name).toList();
        Files.createDirectories(options.work());
        Runtime.getRuntime().addShutdownHook(new Thread(this::endVisit, "end-visit"));
        // Pairs of earlier comparisons in the same file stay: these come on top.
        int earlier = options.resultFile().read().stream()
                .mapToInt(RunResult::pair)
                .max()
                .orElse(0);
        options.resultFile()
                .append(new RunResult(
                        "machine",
                        "physical-limits",
                        earlier + 1,
                        new PhysicalLimits(options.work()).measure(),
                        new TreeMap<>(),
                        new TreeMap<>()));
        int failures = 0;
        long startNanos = System.nanoTime();
        for (int pair = 1; pair <= pairs; pair++) {
            if (pair > 1 && !hasTimeForAnother(startNanos, pair - 1)) {
                System.out.println("the time is up after " + (pair - 1) + " pairs");
                break;
            }
            for (String system : systems) {
                failures += visit(system, earlier + pair, scenarios) ? 0 : 1;
            }
            writePages();
        }
        return failures == 0 ? 0 : 1;
    }

    private boolean hasTimeForAnother(long startNanos, int done) {
        Duration spent = Duration.ofNanos(System.nanoTime() - startNanos);
        return spent.plus(spent.dividedBy(done)).compareTo(Duration.ofMinutes(timeLimitMinutes)) <= 0;
    }

    /** A visit that fails is told and the comparison goes on: its pair then has no partner. */
    private boolean visit(String system, int pair, List<String> scenarios) throws IOException, InterruptedException {
        List<String> chosen = scenarios.stream()
                .filter(name -> !system.equals(TUNED) || name.equals("failover"))
                .toList();
        if (chosen.isEmpty()) {
            return true;
        }
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1g",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                BenchmarksMain.class.getName(),
                "run",
                "--system",
                system,
                "--pair",
                String.valueOf(pair)));
        words.addAll(options.arguments(chosen));
        String home = System.getProperty(HOME);
        if (home != null) {
            words.add(1, "-D" + HOME + "=" + home);
        }
        Process process = new ProcessBuilder(words).inheritIO().start();
        visit.set(process);
        int exit = process.waitFor();
        visit.set(null);
        if (exit != 0) {
            System.out.println("the visit to " + system + " failed with " + exit);
        }
        return exit == 0;
    }

    private void endVisit() {
        Process process = visit.get();
        if (process != null) {
            process.destroy();
        }
    }

    private void writePages() throws IOException {
        ReportCommand.write(
                options.resultFile().read(),
                "java -jar benchmarks/target/benchmarks.jar compare --pairs " + pairs + " "
                        + String.join(
                                " ",
                                options.arguments(options.scenarios().stream()
                                        .map(Scenario::name)
                                        .toList())),
                markdown == null ? options.work().resolve("report.md") : markdown,
                options.work().resolve("report.html"));
    }
}
