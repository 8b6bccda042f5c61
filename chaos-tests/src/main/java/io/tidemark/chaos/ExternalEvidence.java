// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.invariant.RunInvariant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of a run shows from outside that a build is bad. Properties of {@link RunInvariant} do, whatever else happened: they are
 * judged by what clients, state pages and files told. That the cluster did not get on in time does too, but only while every
 * node went on: where one ended itself that is what kept it from getting on, and it did so because it had checked itself.
 */
final class ExternalEvidence {
    /** A node ended without being told to: its own word, so never evidence. */
    static final String OWN_END = "NodesGoOn";

    /** What {@link ChaosRun} itself sees while it waits, and properties of the run that say how long it may take. */
    static final Set<String> LIVENESS = Set.of(
            "ClientsGoOn",
            "ClusterHealsInTime",
            "NodesLeaveInGoodOrder",
            "NodesTellWhoHoldsWhat",
            "WholeAgainAfterHealing",
            "WholeBeforeAFault",
            "WholeClusterAnswersInTime",
            "WholeClusterTakesWrites",
            "WritesFlowAtFirst");

    /** Whoever damaged them, once all has healed and been scrubbed. */
    static final String LOGS_CAN_BE_READ = "LogsCanBeRead";

    private static final Set<String> SAFETY = safety();

    private ExternalEvidence() {}

    private static Set<String> safety() {
        Set<String> names = new TreeSet<>(Set.of(LOGS_CAN_BE_READ));
        RunInvariant.all().forEach(invariant -> names.add(invariant.name()));
        return Set.copyOf(names);
    }

    /** Names of the properties that show it, in the order of the result; empty when none does. */
    static List<String> of(RunResult result) {
        if (!result.word().equals(RunResult.ANOMALIES)) {
            return List.of();
        }
        boolean hasLiveness = !result.reasons().contains(OWN_END);
        return result.reasons().stream()
                .filter(reason -> LIVENESS.contains(reason) ? hasLiveness : SAFETY.contains(reason))
                .toList();
    }
}
