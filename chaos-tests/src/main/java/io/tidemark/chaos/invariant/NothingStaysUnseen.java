// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** At the end every acknowledged value has been read by somebody (unseen). */
public final class NothingStaysUnseen implements HistoryInvariant {
    /** Stateless. */
    public NothingStaysUnseen() {}

    @Override
    public List<String> violations(History history) {
        Set<Long> read = new HashSet<>();
        for (PollOperation poll : history.polls()) {
            poll.records().forEach(seen -> read.add(seen.value()));
        }
        history.finalReads().values().forEach(records -> records.forEach(seen -> read.add(seen.value())));
        List<String> found = new ArrayList<>();
        for (SendOperation send : history.sends()) {
            if (send.outcome() == Outcome.OK
                    && history.isReadBack(send.partition())
                    && !read.contains(send.value())
                    && !history.mayBeTrimmed(send.partition(), send.offset())) {
                found.add("unseen: " + send);
            }
        }
        return found;
    }
}
