// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.List;

/** Inside of one operation records come in order and once (int-nonmonotonic-poll). */
public final class NoStepBackInsideAPoll implements HistoryInvariant {
    /** Stateless. */
    public NoStepBackInsideAPoll() {}

    @Override
    public List<String> violations(History history) {
        return PollPairs.inside(history, distance -> distance < 1, "stepped back inside a poll");
    }
}
