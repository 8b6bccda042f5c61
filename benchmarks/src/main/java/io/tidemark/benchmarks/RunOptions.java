// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.load.RunTimes;
import io.tidemark.benchmarks.load.Scenario;
import io.tidemark.benchmarks.load.Scenarios;
import io.tidemark.benchmarks.peer.SystemOptions;
import io.tidemark.benchmarks.report.ResultFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands that run loads are told. */
final class RunOptions {
    private static final Duration IDLE = Duration.ofSeconds(5);

    @Option(
            names = "--scenarios",
            split = ",",
            paramLabel = "NAME",
            description = "Scenarios, comma separated; cold start and idle memory come with every visit.",
            defaultValue = "throughput-1k,throughput-100b,throughput-16k,throughput-1m,latency-1k,"
                    + "latency-10k,end-to-end,catch-up-warm,flushed,failover")
    private List<String> scenarios = new ArrayList<>();

    @Option(names = "--work", paramLabel = "DIR", description = "Data, fetched libraries and results go here.")
    private Path work = Path.of("benchmarks", "target", "compare");

    @Option(names = "--results", paramLabel = "FILE", description = "JSON lines; default results.jsonl under --work.")
    private @Nullable Path results;

    @Option(names = "--heap", description = "Heap of each node.", defaultValue = "1g")
    private String heap = "1g";

    @Option(
            names = "--visit-warm-up-s",
            description = "Seconds of load on a fresh cluster before the first scenario.",
            defaultValue = "30")
    private int visitWarmUpSeconds;

    @Option(names = "--warm-up-s", description = "Seconds before anything counts.", defaultValue = "2")
    private int warmUpSeconds;

    @Option(names = "--measure-s", description = "Seconds that count.", defaultValue = "6")
    private int measureSeconds;

    @Option(names = "--growth-mb", description = "What the growth scenario writes.", defaultValue = "1000")
    private long growthMb;

    @Option(names = "--catch-up-mb", description = "What the catch-up scenarios read.", defaultValue = "200")
    private long catchUpMb;

    @Option(names = "--profile", paramLabel = "DIR", description = "Leave a flame graph of each node here.")
    private @Nullable Path profile;

    List<Scenario> scenarios() {
        return Scenarios.named(scenarios);
    }

    ResultFile resultFile() {
        return new ResultFile(Objects.requireNonNullElse(results, work.resolve("results.jsonl")));
    }

    Path work() {
        return work;
    }

    SystemOptions system() {
        return new SystemOptions(work.toAbsolutePath(), heap, profile);
    }

    RunTimes times() {
        return new RunTimes(
                IDLE,
                Duration.ofSeconds(visitWarmUpSeconds),
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(measureSeconds),
                growthMb,
                catchUpMb);
    }

    /** The same as arguments of {@code run} in another process, with these scenarios. */
    List<String> arguments(List<String> names) {
        List<String> words = new ArrayList<>(List.of(
                "--scenarios",
                String.join(",", names),
                "--work",
                work.toString(),
                "--heap",
                heap,
                "--visit-warm-up-s",
                String.valueOf(visitWarmUpSeconds),
                "--warm-up-s",
                String.valueOf(warmUpSeconds),
                "--measure-s",
                String.valueOf(measureSeconds),
                "--growth-mb",
                String.valueOf(growthMb),
                "--catch-up-mb",
                String.valueOf(catchUpMb)));
        if (results != null) {
            words.addAll(List.of("--results", results.toString()));
        }
        if (profile != null) {
            words.addAll(List.of("--profile", profile.toString()));
        }
        return words;
    }
}
