// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Many seeds one after the other, and what came of them. */
final class Campaign {
    private final boolean swarm;
    private final Consumer<String> out;
    private final SortedMap<String, Long> coverage = new TreeMap<>();
    private final SortedMap<Long, Violation> violations = new TreeMap<>();
    private final long startedNanos = System.nanoTime();
    private long seeds;
    private long steps;
    private long virtualMs;

    Campaign(boolean swarm, Consumer<String> out) {
        this.swarm = swarm;
        this.out = out;
    }

    /** Runs seeds from the first on, until there are enough or, if it is set, the time is over. */
    void run(long first, long count, long limitMs) {
        for (long seed = first; seed < first + count; seed++) {
            if (limitMs > 0 && elapsedSeconds() * 1000 >= limitMs) {
                return;
            }
            add(Simulation.run(seed, swarm, false));
        }
    }

    private void add(Simulation.Outcome outcome) {
        seeds++;
        steps += outcome.steps();
        virtualMs += outcome.virtualMs();
        outcome.coverage().forEach((what, times) -> coverage.merge(what, times, Long::sum));
        Violation violation = outcome.violation();
        if (violation != null) {
            violations.put(outcome.seed(), violation);
            out.accept("seed " + outcome.seed() + " breaks " + violation.invariant() + " at " + violation.atMs()
                    + " ms: " + violation.detail());
            out.accept("  replay: " + replay(outcome.seed()));
        }
    }

    private String replay(long seed) {
        return "chaos-tests/chaos simulate --seed " + seed + (swarm ? " --swarm" : "");
    }

    int failures() {
        return violations.size();
    }

    SortedMap<Long, Violation> violations() {
        return violations;
    }

    SortedMap<String, Long> coverage() {
        return coverage;
    }

    long steps() {
        return steps;
    }

    long seeds() {
        return seeds;
    }

    void summary() {
        coverage.forEach((what, times) -> out.accept(String.format(Locale.ROOT, "%12d  %s", times, what)));
        Coverage.ofAnyCampaign().stream()
                .filter(what -> !coverage.containsKey(what))
                .forEach(what -> out.accept("   not reached  " + what));
        out.accept(String.format(
                Locale.ROOT,
                "%d seeds, %d steps, %d virtual seconds, %.0f steps/s, %d seeds broke an invariant",
                seeds,
                steps,
                virtualMs / 1000,
                steps / elapsedSeconds(),
                violations.size()));
    }

    private double elapsedSeconds() {
        return (System.nanoTime() - startedNanos) / 1e9;
    }
}
