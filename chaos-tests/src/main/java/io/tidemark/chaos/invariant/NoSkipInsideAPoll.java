// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.List;

/** Inside of one operation no record between two that were polled is left out (int-poll-skip). */
public final class NoSkipInsideAPoll implements HistoryInvariant {
    /** Stateless. */
    public NoSkipInsideAPoll() {}

    @Override
    public List<String> violations(History history) {
        return PollPairs.inside(history, distance -> distance > 1, "skipped inside a poll");
    }
}
