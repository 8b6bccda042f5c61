// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.Outcome;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.SendOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Acknowledged records outlive the loss of all disks but one of those that must hold them; after more, a partition that
 * lost some has no leader until somebody accepts the loss: it is never silent (durability budget).
 */
public final class LossStaysInBudget implements RunInvariant {
    private static final int MIN_ISR = 2;

    /** Stateless. */
    public LossStaysInBudget() {}

    @Override
    public List<String> violations(RunRecord run) {
        int lostDisks = mostDisksLostAtOnce(run.faults());
        Map<Integer, Boolean> isLed = ledAtTheEnd(run);
        Map<Integer, List<SendOperation>> lost = new TreeMap<>();
        Map<Integer, Set<Long>> read = new HashMap<>();
        run.history().finalReads().forEach((partition, records) -> {
            Set<Long> values = read.computeIfAbsent(partition, unused -> new HashSet<>());
            records.stream().map(Seen::value).forEach(values::add);
        });
        for (SendOperation send : run.history().sends()) {
            if (send.outcome() == Outcome.OK
                    && run.history().isReadBack(send.partition())
                    && !run.history().mayBeTrimmed(send.partition(), send.offset())
                    && !read.getOrDefault(send.partition(), Set.of()).contains(send.value())) {
                lost.computeIfAbsent(send.partition(), unused -> new ArrayList<>())
                        .add(send);
            }
        }
        return lost.entrySet().stream()
                .filter(entry -> lostDisks < MIN_ISR || isLed.getOrDefault(entry.getKey(), true))
                .map(entry -> "partition " + entry.getKey() + " lost "
                        + entry.getValue().size() + " acknowledged records, the first "
                        + entry.getValue().get(0) + "; disks lost at once: " + lostDisks)
                .toList();
    }

    /** Between two moments in which all was whole. */
    private static int mostDisksLostAtOnce(List<FaultRecord> faults) {
        int most = 0;
        int now = 0;
        for (FaultRecord fault : faults) {
            now += fault.lostDisks();
            most = Math.max(most, now);
            if (fault.wholeNanos() >= 0) {
                now = 0;
            }
        }
        return most;
    }

    private static Map<Integer, Boolean> ledAtTheEnd(RunRecord run) {
        Map<Integer, NodeSample> last = new HashMap<>();
        run.samples().forEach(sample -> last.put(sample.nodeId(), sample));
        Map<Integer, Boolean> isLed = new HashMap<>();
        for (NodeSample sample : last.values()) {
            for (PartitionSample partition : sample.partitions()) {
                isLed.merge(partition.partition(), partition.isLeader(), Boolean::logicalOr);
            }
        }
        return isLed;
    }
}
