// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.Operation;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.SendOperation;
import io.tidemark.chaos.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whatever lies below a committed offset of a group, acknowledged or read by anybody at the end, had been given to one of the
 * group's members before: a group may read twice, but passes nothing over (at least once).
 */
public final class CommittedOffsetsSkipNothing implements HistoryInvariant {
    /** Stateless. */
    public CommittedOffsetsSkipNothing() {}

    @Override
    public List<String> violations(History history) {
        Map<Integer, String> groups = groupsOfProcesses(history);
        Map<String, Reading> readings = new HashMap<>();
        groups.values().forEach(group -> readings.computeIfAbsent(group, unused -> new Reading(history)));
        List<String> found = new ArrayList<>();
        for (Operation operation : history.operations()) {
            Reading own = readings.get(groups.get(operation.process()));
            for (Step step : operation.steps()) {
                if (step instanceof Step.Polled polled && own != null) {
                    own.given(polled);
                } else if (step instanceof Step.Committed committed && operation.outcome() == Outcome.OK) {
                    Reading reading = readings.get(committed.group());
                    Long skipped = reading == null ? null : reading.skippedBy(committed);
                    if (skipped != null) {
                        found.add(operation.place() + " of group " + committed.group()
                                + ": committed offset " + committed.offset() + " of partition "
                                + committed.partition() + " passes over offset " + skipped
                                + ", which no member was given");
                    }
                }
            }
        }
        return found;
    }

    private static Map<Integer, String> groupsOfProcesses(History history) {
        Map<Integer, String> groups = new HashMap<>();
        for (Operation operation : history.operations()) {
            for (Step step : operation.steps()) {
                if (step instanceof Step.Owned owned) {
                    groups.put(operation.process(), owned.group());
                }
            }
        }
        return groups;
    }

    /** How far a group has come. */
    private static final class Reading {
        private final Map<Integer, NavigableSet<Long>> notGiven = new HashMap<>();
        private final Set<List<Long>> told = new HashSet<>();

        Reading(History history) {
            for (SendOperation send : history.sends()) {
                if (send.isPlaced()) {
                    add(history, send.partition(), send.offset());
                }
            }
            history.finalReads()
                    .forEach((partition, records) -> records.forEach(seen -> add(history, partition, seen.offset())));
        }

        private void add(History history, int partition, long offset) {
            if (!history.mayBeTrimmed(partition, offset)) {
                notGiven.computeIfAbsent(partition, unused -> new TreeSet<>()).add(offset);
            }
        }

        void given(Step.Polled polled) {
            NavigableSet<Long> offsets = notGiven.get(polled.partition());
            if (offsets != null) {
                polled.records().stream().map(Seen::offset).forEach(offsets::remove);
            }
        }

        /** An offset that was passed over and has not been told of yet; null when there is none. */
        @Nullable
        Long skippedBy(Step.Committed committed) {
            NavigableSet<Long> offsets = notGiven.getOrDefault(committed.partition(), new TreeSet<>());
            Long lowest = offsets.isEmpty() ? null : offsets.first();
            boolean isNew = lowest != null
                    && lowest < committed.offset()
                    && told.add(List.of((long) committed.partition(), lowest));
            return isNew ? lowest : null;
        }
    }
}
