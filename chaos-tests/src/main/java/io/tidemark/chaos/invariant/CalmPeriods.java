// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * The times in which nothing was wrong with a cluster under load: from a while after it was whole until the next fault began
 * or clients were told to end. For that while clients may still be waiting for what the fault took from them.
 */
final class CalmPeriods {
    private static final long MARGIN_NANOS = 3_000_000_000L;

    private CalmPeriods() {}

    /**
     * A time.
     *
     * @param fromNanos its beginning, on the history's clock
     * @param toNanos its end
     */
    record Period(long fromNanos, long toNanos) {
        /** How much of a time lies in it. */
        long shareNanos(long beginNanos, long endNanos) {
            return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
        }
    }

    /** Those of a run, in order. */
    static List<Period> of(RunRecord run) {
        List<Period> periods = new ArrayList<>();
        long wholeNanos = run.history().sends().stream()
                .filter(send -> send.outcome() == Outcome.OK)
                .mapToLong(SendOperation::completedNanos)
                .min()
                .orElse(-1);
        for (FaultRecord fault : run.faults()) {
            add(periods, wholeNanos, fault.startNanos());
            wholeNanos = fault.wholeNanos();
        }
        add(periods, wholeNanos, run.conditions().loadEndNanos());
        return periods;
    }

    private static void add(List<Period> periods, long wholeNanos, long endNanos) {
        long fromNanos = wholeNanos + MARGIN_NANOS;
        if (wholeNanos >= 0 && fromNanos < endNanos) {
            periods.add(new Period(fromNanos, endNanos));
        }
    }
}
