// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.mutation.Mutant;
import io.tidemark.chaos.mutation.Mutants;
import io.tidemark.chaos.mutation.PlainFaults;
import io.tidemark.chaos.process.Storage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The builds that are known to be bad and the one schedule of faults for all of them, as far as a machine allows it: whoever
 * picks faults to fit a known fault proves nothing.
 *
 * @param hasPowerCuts whether disks can lose what was not written; without it some builds cannot be told from sound ones
 */
record KnownBadSchedule(boolean hasPowerCuts) {
    private static final List<String> FAULTS = List.of(
            "kill-leader",
            "kill-coordinator",
            "kill-successor",
            "kill-all",
            "kill-in-recovery",
            "kill-at-rejoin",
            "freeze-leader-over-lease",
            "partition-isolated-leader",
            "partition-leader-unheard",
            "partition-clients",
            "partition-isolated-coordinator");

    private static final String POWER_CUT = "power-cut-last-in-sync";

    /** Beginnings of names of mutants: guards whose lack a cluster can show to its clients. */
    private static final List<String> BUILDS = List.of(
            "acknowledges-before-replication",
            "g13-",
            "truncates-to-the-remembered-watermark",
            "epoch-checks-off",
            "g19-",
            "broker-epoch-checks-off",
            "g35-",
            "sequences-forgotten-on-restart",
            "offsets-reused-after-trim",
            "clean-shutdown-always-believed",
            "reads-above-the-watermark",
            "committed-offsets-told-unconfirmed",
            "lost-wake-up",
            "g40-",
            "g11-");

    /** What they get wrong is whom to believe after a disk lost something; a killed process has lost nothing. */
    private static final Set<String> SHOWN_BY_POWER_CUTS =
            Set.of("broker-epoch-checks-off", "g35-restart-keeps-its-place", "clean-shutdown-always-believed");

    /** What this machine allows. */
    static KnownBadSchedule ofThisMachine() {
        return new KnownBadSchedule(Storage.IMAGE.isPossible());
    }

    Mix mix() {
        List<String> faults = new ArrayList<>(FAULTS);
        if (hasPowerCuts) {
            faults.add(POWER_CUT);
        }
        Mix mix = Mix.of("known-bad", faults.toArray(String[]::new));
        return hasPowerCuts ? mix.on(Storage.IMAGE) : mix;
    }

    boolean allows(Mutant build) {
        return hasPowerCuts || !SHOWN_BY_POWER_CUTS.contains(build.name());
    }

    /** What is left out here and why; empty when nothing is. */
    String limits(List<Mutant> builds) {
        if (hasPowerCuts) {
            return "";
        }
        List<String> leftOut = builds.stream()
                .filter(build -> !allows(build))
                .map(Mutant::name)
                .toList();
        return "LEFT OUT, since power cuts need root, loop devices and mkfs.ext4: the fault " + POWER_CUT
                + " in every run" + (leftOut.isEmpty() ? "" : ", and the builds that only it can show: " + leftOut);
    }

    /**
     * Builds in the order asked for, each once.
     *
     * @param beginnings beginnings of their names; none for all that are hunted
     */
    static List<Mutant> builds(List<String> beginnings) {
        List<Mutant> known = new ArrayList<>(PlainFaults.all());
        known.addAll(Mutants.all());
        Set<Mutant> builds = new LinkedHashSet<>();
        for (String beginning : beginnings.isEmpty() ? BUILDS : beginnings) {
            List<Mutant> named = known.stream()
                    .filter(mutant -> mutant.name().startsWith(beginning))
                    .toList();
            if (named.isEmpty()) {
                throw new IllegalArgumentException("no known-bad build begins with " + beginning);
            }
            builds.addAll(named);
        }
        return List.copyOf(builds);
    }
}
