// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.workload.FaultRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The faults that a run must do, chosen before it does any: without a plan nobody could tell a run that did a third of what
 * it was meant to do from a whole one.
 *
 * @param planned those that it must do, in order
 * @param suiting all that the cluster allows; the time that is left after the plan is theirs
 * @param unsuited those of the run's faults that the cluster does not allow
 */
record PlannedFaults(List<Nemesis> planned, List<Nemesis> suiting, List<Nemesis> unsuited) {
    /** Before anything was chosen. */
    static final PlannedFaults NONE = new PlannedFaults(List.of(), List.of(), List.of());

    /** What a fault takes beside its own time: the calm after it, and replicas that come back in sync. */
    private static final Duration ALLOWANCE = Duration.ofSeconds(5);

    /**
     * As many as fit in the run's load time, at least one. Each turn of a list goes on where the one before ended, so that
     * all of the list comes round whatever the seeds are; the seed gives the order.
     */
    static PlannedFaults of(RunPlan run, Predicate<Nemesis> suits) {
        List<Nemesis> suiting = run.nemeses().stream().filter(suits).toList();
        List<Nemesis> unsuited = run.nemeses().stream().filter(suits.negate()).toList();
        List<Nemesis> planned = new ArrayList<>(share(suiting, run));
        Collections.shuffle(planned, new Random(run.seed()));
        return new PlannedFaults(List.copyOf(planned), suiting, unsuited);
    }

    private static List<Nemesis> share(List<Nemesis> suiting, RunPlan run) {
        if (suiting.isEmpty()) {
            return List.of();
        }
        List<Nemesis> share = fitting(suiting, 0, run.load());
        int from = 0;
        // A turn takes at least one, so a list is over after as many turns as it is long: then it begins anew.
        for (long before = Math.floorMod(run.turn(), (long) suiting.size()); before > 0; before--) {
            from = (from + share.size()) % suiting.size();
            share = fitting(suiting, from, run.load());
        }
        return share;
    }

    private static List<Nemesis> fitting(List<Nemesis> suiting, int from, Duration load) {
        List<Nemesis> fitting = new ArrayList<>();
        Duration left = load;
        for (int i = 0; i < suiting.size(); i++) {
            Nemesis nemesis = suiting.get((from + i) % suiting.size());
            left = left.minus(nemesis.hold()).minus(ALLOWANCE);
            if (left.isNegative() && !fitting.isEmpty()) {
                break;
            }
            fitting.add(nemesis);
        }
        return fitting;
    }

    /** Why the faults that were done are not what was planned; those done without evidence are told by the verdict. */
    List<String> gaps(List<FaultRecord> done) {
        Set<String> struck = done.stream().map(FaultRecord::fault).collect(Collectors.toSet());
        return planned.stream()
                .map(Nemesis::name)
                .filter(name -> !struck.contains(name))
                .map(name -> "planned fault " + name + " was not struck")
                .toList();
    }
}
