// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A client that reads a partition from its start sees offset after offset, without a gap, a repetition or a step back
 * (poll-skip, nonmonotonic-poll). Logs in these runs are not compacted, so offsets are dense.
 */
public final class PollsNeitherSkipNorGoBack implements HistoryInvariant {
    /** Stateless. */
    public PollsNeitherSkipNorGoBack() {}

    @Override
    public List<String> violations(History history) {
        Map<List<Integer>, Long> next = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (PollOperation poll : history.polls()) {
            List<Integer> reader = List.of(poll.process(), poll.partition());
            for (Seen record : poll.records()) {
                Long expected = next.get(reader);
                if (expected != null && record.offset() != expected) {
                    found.add("reader " + poll.process() + " of partition " + poll.partition() + " expected offset "
                            + expected + " and got " + record.offset());
                }
                next.put(reader, record.offset() + 1);
            }
        }
        return found;
    }
}
