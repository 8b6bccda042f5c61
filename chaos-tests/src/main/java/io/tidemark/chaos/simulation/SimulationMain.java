// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs many seeds, {@code [--first N] [--seeds N] [--minutes N] [--swarm]}, or one with all that it says, {@code --seed N
 * [--swarm] [--shrink]}, or a kept plan, {@code --replay FILE}. Prints steps per second, what was reached and what was
 * broken; ends with 1 when an invariant was. With {@code --shrink} it prints the smallest plan that still breaks it.
 */
public final class SimulationMain {
    private static final int SHRINK_RUNS = 400;
    private static final List<String> NAMES = List.of("seeds", "minutes", "first", "swarm", "seed", "shrink", "replay");

    private SimulationMain() {}

    /** Runs. */
    public static void main(String[] args) throws IOException {
        Map<String, String> options = options(args);
        boolean swarm = options.containsKey("swarm");
        String file = options.get("replay");
        if (file != null) {
            System.exit(one(Replay.parse(Files.readAllLines(Path.of(file))), options.containsKey("shrink")));
        }
        if (options.containsKey("seed")) {
            long seed = Long.parseLong(options.getOrDefault("seed", "1"));
            FaultPlan plan = FaultPlan.of(seed, SimulationConfig.of(seed, swarm));
            System.exit(one(new Replay(seed, swarm, plan), options.containsKey("shrink")));
        }
        long first = Long.parseLong(options.getOrDefault("first", "1"));
        long minutes = Long.parseLong(options.getOrDefault("minutes", "0"));
        long seeds = Long.parseLong(options.getOrDefault("seeds", minutes > 0 ? "1000000000" : "100"));
        Campaign campaign = new Campaign(swarm, System.out::println);
        campaign.run(first, seeds, minutes * 60_000);
        campaign.summary();
        System.exit(campaign.failures() == 0 ? 0 : 1);
    }

    private static int one(Replay replay, boolean shrink) {
        Simulation.Outcome outcome = replay.run(true);
        Violation violation = outcome.violation();
        outcome.lines().forEach(System.out::println);
        System.out.println(String.format(
                Locale.ROOT,
                "seed %d: %d steps, %d virtual ms, trace %016x, %s",
                replay.seed(),
                outcome.steps(),
                outcome.virtualMs(),
                outcome.hash(),
                violation == null ? "nothing broken" : violation));
        if (violation != null && shrink) {
            SimulationConfig config = SimulationConfig.of(replay.seed(), replay.swarm());
            FaultPlan small =
                    new Shrinker(replay.seed(), config, violation.invariant()).shrink(replay.plan(), SHRINK_RUNS);
            System.out.println("# breaks " + violation.invariant());
            new Replay(replay.seed(), replay.swarm(), small).lines().forEach(System.out::println);
        }
        return violation == null ? 0 : 1;
    }

    private static SortedMap<String, String> options(String[] args) {
        SortedMap<String, String> options = new TreeMap<>();
        for (int i = 0; i < args.length; i++) {
            String name = args[i].replaceFirst("^--", "");
            boolean hasValue = i + 1 < args.length && !args[i + 1].startsWith("--");
            options.put(name, hasValue ? args[++i] : "");
        }
        for (String name : options.keySet()) {
            if (!NAMES.contains(name)) {
                System.err.println("unknown option --" + name + "; known are " + NAMES);
                System.exit(2);
            }
        }
        return options;
    }
}
