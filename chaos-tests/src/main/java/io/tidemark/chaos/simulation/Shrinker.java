// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;

/** Cuts the plan of a failing run down: leaves out what the same invariant breaks without, in ever smaller pieces. */
final class Shrinker {
    private final long seed;
    private final SimulationConfig config;
    private final String invariant;
    private int runs;

    Shrinker(long seed, SimulationConfig config, String invariant) {
        this.seed = seed;
        this.config = config;
        this.invariant = invariant;
    }

    int runs() {
        return runs;
    }

    /** A plan from which no single fault can be left out, unless there were too many runs. */
    FaultPlan shrink(FaultPlan failing, int runsMax) {
        List<Fault> faults = new ArrayList<>(failing.faults());
        int piece = Math.max(1, faults.size() / 2);
        while (runs < runsMax) {
            boolean cut = false;
            for (int from = 0; from < faults.size() && runs < runsMax; ) {
                List<Fault> fewer = new ArrayList<>(faults);
                fewer.subList(from, Math.min(from + piece, faults.size())).clear();
                if (stillFails(fewer)) {
                    faults = fewer;
                    cut = true;
                } else {
                    from += piece;
                }
            }
            if (piece == 1 && !cut) {
                break;
            }
            piece = Math.max(1, piece / 2);
        }
        return new FaultPlan(List.copyOf(faults));
    }

    private boolean stillFails(List<Fault> faults) {
        runs++;
        Violation violation =
                Simulation.run(seed, config, new FaultPlan(faults), false).violation();
        return violation != null && violation.invariant().equals(invariant);
    }
}
