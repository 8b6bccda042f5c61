// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import java.util.List;

/** A client goes on reading where it was (poll-skip). */
public final class NoSkipBetweenPolls implements HistoryInvariant {
    /** Stateless. */
    public NoSkipBetweenPolls() {}

    @Override
    public List<String> violations(History history) {
        return PollPairs.between(history, distance -> distance > 1, "skipped between polls");
    }
}
