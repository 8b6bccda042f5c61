// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** No operation reads a value that it sends itself, for that is not committed before it ends (precommitted read). */
public final class NoOperationReadsItsOwnWrite implements HistoryInvariant {
    /** Stateless. */
    public NoOperationReadsItsOwnWrite() {}

    @Override
    public List<String> violations(History history) {
        List<String> found = new ArrayList<>();
        for (Operation operation : history.operations()) {
            if (operation.outcome() != Outcome.OK) {
                continue;
            }
            Set<Long> own = new HashSet<>();
            for (Step step : operation.steps()) {
                if (step instanceof Step.Sent sent) {
                    own.add(sent.value());
                }
            }
            for (Step step : operation.steps()) {
                if (step instanceof Step.Polled polled) {
                    for (Seen seen : polled.records()) {
                        if (own.contains(seen.value())) {
                            found.add("precommitted: " + operation.place() + " read its own " + seen);
                        }
                    }
                }
            }
        }
        return found;
    }
}
