// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** On every replica log start, high watermark and log end stand in this order, and a leader is among its in-sync replicas. */
public final class OffsetsStayOrdered implements RunInvariant {
    /** Stateless. */
    public OffsetsStayOrdered() {}

    @Override
    public List<String> violations(RunRecord run) {
        List<String> found = new ArrayList<>();
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                if (partition.isOffline()) {
                    continue; // Nobody is left to ask.
                }
                PartitionSample.Offsets offsets = partition.offsets();
                boolean isOrdered =
                        offsets.logStart() <= offsets.highWatermark() && offsets.highWatermark() <= offsets.logEnd();
                if (!isOrdered) {
                    found.add("out of order on node " + sample.nodeId() + ": " + partition);
                }
                if (partition.isLeader() && !partition.isr().contains(sample.nodeId())) {
                    found.add("a leader out of sync: node " + sample.nodeId() + " " + partition);
                }
            }
        }
        return found;
    }
}
