// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The order of the values of each partition as all clients together saw it: offsets of acknowledged writes and of every
 * poll, as dense ranks, for gaps in offsets are legal.
 */
final class LogOrder {
    private final Map<Integer, Map<Long, Integer>> rankByPartition = new HashMap<>();

    private LogOrder() {}

    static LogOrder of(History history) {
        Map<Integer, NavigableMap<Long, Long>> logs = new HashMap<>();
        for (SendOperation send : history.sends()) {
            if (send.isPlaced()) {
                put(logs, send.partition(), send.offset(), send.value());
            }
        }
        for (PollOperation poll : history.polls()) {
            putAll(logs, poll.partition(), poll.records());
        }
        history.finalReads().forEach((partition, records) -> putAll(logs, partition, records));
        LogOrder order = new LogOrder();
        logs.forEach((partition, log) -> order.rankByPartition.put(partition, ranks(log)));
        return order;
    }

    private static void putAll(Map<Integer, NavigableMap<Long, Long>> logs, int partition, List<Seen> records) {
        records.forEach(seen -> put(logs, partition, seen.offset(), seen.value()));
    }

    private static void put(Map<Integer, NavigableMap<Long, Long>> logs, int partition, long offset, long value) {
        logs.computeIfAbsent(partition, unused -> new TreeMap<>()).merge(offset, value, Math::min);
    }

    private static Map<Long, Integer> ranks(NavigableMap<Long, Long> log) {
        Map<Long, Integer> ranks = new HashMap<>(log.size() * 2);
        int rank = 0;
        for (long value : log.values()) {
            ranks.putIfAbsent(value, rank++);
        }
        return ranks;
    }

    /** How far a value stands behind another; 1, the good distance, when the place of either is not known. */
    int distance(int partition, long from, long to) {
        Map<Long, Integer> ranks = rankByPartition.getOrDefault(partition, Map.of());
        Integer first = ranks.get(from);
        Integer second = ranks.get(to);
        return first == null || second == null ? 1 : second - first;
    }
}
