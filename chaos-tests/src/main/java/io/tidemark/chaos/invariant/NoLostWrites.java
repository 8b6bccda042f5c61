// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An acknowledged value below the highest offset that anybody read was read by somebody (lost-write). An unread tail is
 * {@link NothingStaysUnseen}'s.
 */
public final class NoLostWrites implements HistoryInvariant {
    /** Stateless. */
    public NoLostWrites() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, Set<Long>> read = new HashMap<>();
        Map<Integer, Long> highest = new HashMap<>();
        for (PollOperation poll : history.polls()) {
            collect(poll.partition(), poll.records(), read, highest);
        }
        history.finalReads().forEach((partition, records) -> collect(partition, records, read, highest));
        List<String> found = new ArrayList<>();
        for (SendOperation send : history.sends()) {
            boolean isBelow = send.isPlaced()
                    && send.offset() <= highest.getOrDefault(send.partition(), -1L)
                    && !history.mayBeTrimmed(send.partition(), send.offset());
            if (isBelow && !read.getOrDefault(send.partition(), Set.of()).contains(send.value())) {
                found.add("lost: " + send + " although offset " + highest.get(send.partition()) + " was read");
            }
        }
        return found;
    }

    private static void collect(
            int partition, List<Seen> records, Map<Integer, Set<Long>> read, Map<Integer, Long> highest) {
        Set<Long> values = read.computeIfAbsent(partition, unused -> new HashSet<>());
        for (Seen seen : records) {
            values.add(seen.value());
            highest.merge(partition, seen.offset(), Math::max);
        }
    }
}
