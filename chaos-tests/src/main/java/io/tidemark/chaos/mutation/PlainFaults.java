// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.List;

/** Mutants that break a plain rule rather than a guard of its own: mistakes that anyone might make. */
public final class PlainFaults {
    private static final String REPLICATION = "io.tidemark.engine.replication.";

    private PlainFaults() {}

    /** All of them. */
    public static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        all.add(fault("acknowledges-before-replication", "R13", "LeaderWrites", "completeReplicated", unbounded()));
        all.add(fault("reads-above-the-watermark", "R43", "LeaderReads", "serve", unbounded()));
        all.add(fault("lost-wake-up", "R28", "PendingFetches", "takeFollowers", new Change.Returns(null)));
        return List.copyOf(all);
    }

    private static Change unbounded() {
        return new Change.CallReturns("highWatermark", Long.MAX_VALUE);
    }

    private static Mutant fault(String name, String rule, String className, String method, Change change) {
        return new Mutant(name, rule, List.of(new Site(REPLICATION + className, method, change)));
    }
}
