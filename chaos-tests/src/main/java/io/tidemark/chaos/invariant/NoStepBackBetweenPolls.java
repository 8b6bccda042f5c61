// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.List;

/** A client never reads again what lies behind it (nonmonotonic-poll). */
public final class NoStepBackBetweenPolls implements HistoryInvariant {
    /** Stateless. */
    public NoStepBackBetweenPolls() {}

    @Override
    public List<String> violations(History history) {
        return PollPairs.between(history, distance -> distance < 1, "stepped back between polls");
    }
}
