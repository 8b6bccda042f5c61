// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Compares what a replica told with what it had told before in the same life of its node. */
final class SamplePairs {
    private record Replica(int nodeId, long brokerEpoch, int partition) {}

    private SamplePairs() {}

    /** Pairs for which {@code isBad} holds of the earlier and the later one. */
    static List<String> where(RunRecord run, String what, BiPredicate<PartitionSample, PartitionSample> isBad) {
        Map<Replica, PartitionSample> last = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (NodeSample sample : run.samples()) {
            forgetGone(sample, last);
            for (PartitionSample partition : sample.partitions()) {
                if (partition.isOffline()) {
                    continue; // Nobody is left to ask.
                }
                Replica replica = new Replica(sample.nodeId(), sample.brokerEpoch(), partition.partition());
                PartitionSample before = last.put(replica, partition);
                if (before != null && sample.brokerEpoch() >= 0 && isBad.test(before, partition)) {
                    found.add(what + " on node " + sample.nodeId() + ": " + before + " then " + partition);
                }
            }
        }
        return found;
    }

    /** Whoever is given a replica again begins a new one. */
    private static void forgetGone(NodeSample sample, Map<Replica, PartitionSample> last) {
        last.keySet()
                .removeIf(replica -> replica.nodeId() == sample.nodeId()
                        && sample.partitions().stream().noneMatch(now -> now.partition() == replica.partition()));
    }
}
