// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.invariant.CalmPeriods.Period;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * While nothing is wrong with the cluster no send and no poll takes long (L4, L10). Of each operation counts what lies in such
 * times, however early it began.
 */
public final class WholeClusterAnswersInTime implements RunInvariant {
    private static final long LIMIT_NANOS = 8_000_000_000L;

    /** Stateless. */
    public WholeClusterAnswersInTime() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<Period> calm = CalmPeriods.of(run);
        List<String> found = new ArrayList<>();
        for (Operation operation : run.history().operations()) {
            if (operation.function() == Function.SEND || operation.function() == Function.POLL) {
                long tookNanos = calm.stream()
                        .mapToLong(period -> period.shareNanos(operation.invokedNanos(), operation.completedNanos()))
                        .sum();
                if (tookNanos > LIMIT_NANOS) {
                    found.add(operation.place() + " took " + tookNanos / 1_000_000
                            + " ms while nothing was wrong, and ended with " + operation.outcome() + ": "
                            + operation.function() + " of process " + operation.process());
                }
            }
        }
        return found;
    }

    @Override
    public boolean isAboutTime() {
        return true;
    }
}
