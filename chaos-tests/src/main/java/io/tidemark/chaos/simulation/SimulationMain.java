// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs many seeds: {@code --first N --seeds N --minutes N --swarm}, or one with all it says: {@code --seed N}. Prints steps
 * per second, what was reached and what was broken; ends with 1 when an invariant was.
 */
public final class SimulationMain {
    private SimulationMain() {}

    /** Runs. */
    public static void main(String[] args) {
        Map<String, String> options = options(args);
        boolean swarm = options.containsKey("swarm");
        if (options.containsKey("seed")) {
            System.exit(one(Long.parseLong(options.getOrDefault("seed", "1")), swarm));
        }
        long first = Long.parseLong(options.getOrDefault("first", "1"));
        long minutes = Long.parseLong(options.getOrDefault("minutes", "0"));
        long seeds = Long.parseLong(options.getOrDefault("seeds", minutes > 0 ? "1000000000" : "100"));
        Campaign campaign = new Campaign(swarm, System.out::println);
        campaign.run(first, seeds, minutes * 60_000);
        campaign.summary();
        System.exit(campaign.failures() == 0 ? 0 : 1);
    }

    private static int one(long seed, boolean swarm) {
        Simulation.Outcome outcome = Simulation.run(seed, swarm, true);
        outcome.lines().forEach(System.out::println);
        System.out.println(String.format(
                Locale.ROOT,
                "seed %d: %d steps, %d virtual ms, trace %016x, %s",
                seed,
                outcome.steps(),
                outcome.virtualMs(),
                outcome.hash(),
                outcome.violation() == null ? "nothing broken" : outcome.violation()));
        return outcome.violation() == null ? 0 : 1;
    }

    private static SortedMap<String, String> options(String[] args) {
        SortedMap<String, String> options = new TreeMap<>();
        for (int i = 0; i < args.length; i++) {
            String name = args[i].replaceFirst("^--", "");
            boolean hasValue = i + 1 < args.length && !args[i + 1].startsWith("--");
            options.put(name, hasValue ? args[++i] : "");
        }
        return options;
    }
}
