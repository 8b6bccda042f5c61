// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.load;

import io.tidemark.benchmarks.report.ResultFile;
import io.tidemark.benchmarks.report.RunResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One life of one system: started, measured while starting and idle, warmed, loaded with each scenario, ended. A cluster
 * is warm when it is measured, as a cluster in service is.
 */
public final class Visit {
    private static final String COLD_START = "cold-start";
    private static final String IDLE_MEMORY = "idle-memory";

    private final LogSystem system;
    private final int pair;
    private final RunTimes times;
    private final ResultFile results;
    private final Consumer<String> progress;

    /**
     * A visit.
     *
     * @param pair which repetition it is, from 1
     * @param progress hears one line for each step
     */
    public Visit(LogSystem system, int pair, RunTimes times, ResultFile results, Consumer<String> progress) {
        this.system = system;
        this.pair = pair;
        this.times = times;
        this.results = results;
        this.progress = progress;
    }

    /**
     * Runs it to its end; the system is left running, for its owner to close.
     *
     * @throws IllegalStateException when a scenario failed; all others have run
     */
    public void run(List<Scenario> scenarios) throws IOException, InterruptedException {
        start();
        if (scenarios.stream().anyMatch(scenario -> !scenario.breaksCluster())) {
            warmUp();
        }
        system.startProfile();
        int failures = 0;
        for (Scenario scenario : scenarios) {
            failures += isRun(scenario) ? 0 : 1;
            if (scenario.breaksCluster()) {
                break;
            }
        }
        if (failures > 0) {
            throw new IllegalStateException(failures + " scenarios failed on " + system.name());
        }
    }

    /** A scenario that fails is told and the visit goes on: the others are worth their time. */
    private boolean isRun(Scenario scenario) throws InterruptedException {
        try {
            report(scenario.name(), scenario.run(system, times));
            return true;
        } catch (IOException | RuntimeException e) {
            progress.accept(system.name() + " " + pair + " " + scenario.name() + " failed: " + e);
            return false;
        }
    }

    private void start() throws IOException, InterruptedException {
        Scenario.Outcome outcome = Scenario.Outcome.empty();
        long startNanos = System.nanoTime();
        system.start();
        system.createTopic(new TopicSpec("first", 1, false), RunTimes.LIMIT);
        outcome.metrics().put("firstTopicMs", (System.nanoTime() - startNanos) / 1e6);
        report(COLD_START, outcome);
        Scenario.Outcome idle = Scenario.Outcome.empty();
        ResourceUse before = ResourceUse.of(system.nodes());
        TimeUnit.NANOSECONDS.sleep(times.idle().toNanos());
        ResourceUse after = ResourceUse.of(system.nodes());
        idle.metrics().put("residentMb", after.residentMb());
        idle.metrics().put("anonymousMb", after.anonymousMb());
        idle.metrics()
                .put(
                        "cpuPercent",
                        (after.cpuSeconds() - before.cpuSeconds())
                                * 1e11
                                / times.idle().toNanos());
        report(IDLE_MEMORY, idle);
    }

    private void warmUp() throws IOException, InterruptedException {
        RunTimes untilWarm =
                new RunTimes(times.idle(), times.visitWarmUp(), times.visitWarmUp(), Duration.ofMillis(1), 0, 0);
        ThroughputScenario.of("warm-up", 6, 1024, ProducerSettings.KAFKA_DEFAULT, ThroughputScenario.Variant.PLAIN)
                .run(system, untilWarm);
    }

    private void report(String scenario, Scenario.Outcome outcome) throws IOException {
        results.append(
                new RunResult(system.name(), scenario, pair, outcome.metrics(), outcome.settings(), outcome.curves()));
        progress.accept(system.name() + " " + pair + " " + scenario + " " + outcome.metrics());
    }
}
