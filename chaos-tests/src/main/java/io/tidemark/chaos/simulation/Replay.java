// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * A run as a file: what it showed in comments, seed, whether its configuration is a random one, and the plan, one fault a
 * line.
 *
 * <pre>
 * # why it is kept
 * seed 25
 * swarm false
 * 6400 POWER 2 0 300
 * </pre>
 */
record Replay(long seed, boolean swarm, FaultPlan plan) {
    static Replay parse(List<String> lines) {
        long seed = 0;
        boolean swarm = false;
        List<Fault> faults = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("seed ")) {
                seed = Long.parseLong(line.substring("seed ".length()).trim());
            } else if (line.startsWith("swarm ")) {
                swarm = Boolean.parseBoolean(line.substring("swarm ".length()).trim());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                faults.add(Fault.parse(line));
            }
        }
        return new Replay(seed, swarm, new FaultPlan(List.copyOf(faults)));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("seed " + seed, "swarm " + swarm));
        lines.addAll(plan.lines());
        return lines;
    }

    Simulation.Outcome run(boolean verbose) {
        return Simulation.run(seed, SimulationConfig.of(seed, swarm), plan, verbose);
    }
}
