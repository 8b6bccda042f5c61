// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.List;

/**
 * Mutants that break a plain rule rather than a guard of its own: mistakes that anyone might make. Two switch off all guards
 * of a kind at once, since what one lets through another may hold.
 *
 * <p>A lost wake-up is one that nothing makes good. Most of those who wait here have a deadline behind them, so that a signal
 * that is lost costs them a bounded wait and nothing else: followers that wait for data, writes that wait for replicas,
 * consumers. A follower that waits for its own log to be cut has none: whoever forgets to wake it has a replica that never
 * fetches again in that leader epoch. Deadlines, refusals and everything else that ends a wait are left alone.
 */
public final class PlainFaults {
    private static final String REPLICATION = "io.tidemark.engine.replication.";
    private static final String RUNTIME = "io.tidemark.engine.runtime.";

    private PlainFaults() {}

    /** All of them. */
    public static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        all.add(fault("acknowledges-before-replication", "R13", "LeaderWrites", "completeReplicated", unbounded()));
        all.add(fault("reads-above-the-watermark", "R43", "LeaderReads", "serve", unbounded()));
        all.add(fault(
                "lost-wake-up", "R33", "PartitionFollower", "onTruncated", new Change.CallReturns("sendFetch", null)));
        all.add(together("epoch-checks-off", "G17", "G19"));
        all.add(together("broker-epoch-checks-off", "G18", "G26", "G35", "G37"));
        all.add(new Mutant(
                "committed-offsets-told-unconfirmed",
                "G47",
                // Whatever the partition says, the question is answered.
                List.of(new Site(
                        "io.tidemark.engine.group.GroupCoordinator", "onConfirmed", new Change.Jump(1, false)))));
        all.add(sabotage("truncates-to-the-remembered-watermark", "R24", "cutToHint"));
        all.add(sabotage("offsets-reused-after-trim", "G43", "forgetEmptiedEnd"));
        all.add(new Mutant(
                "sequences-forgotten-on-restart",
                "G41",
                List.of(
                        new Site(REPLICATION + "ProducerStates", "replay", new Change.Returns(null)),
                        new Site(REPLICATION + "ProducerStates", "beginsAt0OrElse", new Change.Jump(0, false)))));
        all.add(new Mutant(
                "clean-shutdown-always-believed",
                "G34",
                List.of(
                        new Site(RUNTIME + "StopReport", "lossy", new Change.Returns(false)),
                        new Site(RUNTIME + "StopReport", "uncleanPartitions", new Change.Returns(Change.EMPTY_LIST)))));
        return List.copyOf(all);
    }

    /** The sites of every mutant of these guards in one. */
    private static Mutant together(String name, String... guards) {
        List<Site> sites = new ArrayList<>();
        for (String guard : guards) {
            Mutants.all().stream()
                    .filter(mutant -> mutant.guard().equals(guard))
                    .forEach(mutant -> sites.addAll(mutant.sites()));
        }
        return new Mutant(name, String.join(", ", guards), List.copyOf(sites));
    }

    private static Mutant sabotage(String name, String rule, String callee) {
        Change change = new Change.CallsFirst(Sabotage.class.getName(), callee);
        return new Mutant(name, rule, List.of(new Site(RUNTIME + "LogRecovery", "recover", change)));
    }

    private static Change unbounded() {
        return new Change.CallReturns("highWatermark", Long.MAX_VALUE);
    }

    private static Mutant fault(String name, String rule, String className, String method, Change change) {
        return new Mutant(name, rule, List.of(new Site(REPLICATION + className, method, change)));
    }
}
