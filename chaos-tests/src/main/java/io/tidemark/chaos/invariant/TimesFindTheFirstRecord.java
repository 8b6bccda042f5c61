// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.ReplicaLog;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.Step;
import io.tidemark.chaos.workload.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A time finds the first record at or after it, as a walk over the whole log does. When it finds none, all that was
 * acknowledged before it was asked for is older.
 */
public final class TimesFindTheFirstRecord implements RunInvariant {
    /** Stateless. */
    public TimesFindTheFirstRecord() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Integer, ReplicaLog> logs = new HashMap<>();
        // Of a log whose beginning was deleted nobody knows what was the first.
        run.replicas().stream()
                .filter(log -> !run.history().isTrimmed(log.partition()))
                .forEach(log -> logs.merge(log.partition(), log, TimesFindTheFirstRecord::longer));
        Map<Integer, NavigableMap<Long, Long>> firsts = new HashMap<>();
        logs.forEach((partition, log) -> firsts.put(partition, firstByTime(log)));
        Map<Integer, NavigableMap<Long, Long>> acknowledged = acknowledged(run);
        List<String> found = new ArrayList<>();
        for (Operation operation : run.history().operations(Function.TIME)) {
            Step.Listed listed = operation.outcome() == Outcome.OK
                    ? (Step.Listed) operation.steps().get(0)
                    : null;
            if (listed == null || !firsts.containsKey(listed.partition())) {
                continue;
            }
            Map.Entry<Long, Long> first = firsts.get(listed.partition()).ceilingEntry(listed.timestampMs());
            long expected = first == null ? -1 : first.getValue();
            Map.Entry<Long, Long> sure = acknowledged
                    .getOrDefault(listed.partition(), new TreeMap<>())
                    .lowerEntry(operation.invokedNanos());
            boolean wasThere = sure != null && expected >= 0 && expected <= sure.getValue();
            if (listed.offset() >= 0 ? listed.offset() != expected : wasThere) {
                found.add("wrong time: " + operation + ", expected " + expected);
            }
        }
        return found;
    }

    /** A replica that is not in sync may lack the end. */
    private static ReplicaLog longer(ReplicaLog one, ReplicaLog other) {
        return one.endOffset() >= other.endOffset() ? one : other;
    }

    /** For each time that no earlier record reaches, the first record that does. */
    private static NavigableMap<Long, Long> firstByTime(ReplicaLog log) {
        NavigableMap<Long, Long> firsts = new TreeMap<>();
        long highest = Long.MIN_VALUE;
        for (StoredRecord record : log.records()) {
            if (record.timestampMs() > highest) {
                highest = record.timestampMs();
                firsts.put(highest, record.offset());
            }
        }
        return firsts;
    }

    /** By completion the highest acknowledged offset so far. */
    private static Map<Integer, NavigableMap<Long, Long>> acknowledged(RunRecord run) {
        Map<Integer, NavigableMap<Long, Long>> byPartition = new HashMap<>();
        run.history().sends().stream().filter(send -> send.isPlaced()).forEach(send -> {
            NavigableMap<Long, Long> known = byPartition.computeIfAbsent(send.partition(), unused -> new TreeMap<>());
            Map.Entry<Long, Long> before = known.floorEntry(send.completedNanos());
            long highest = before == null ? send.offset() : Math.max(before.getValue(), send.offset());
            known.put(send.completedNanos(), highest);
        });
        return byPartition;
    }
}
