// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.workload.GivenBytes;
import java.util.Map;
import java.util.TreeMap;

/** What nodes gave to consumers, as they count it on their pages of metrics. */
public record NodesGivenBytes(ProcessCluster cluster) implements GivenBytes {
    private static final String METRIC = "tidemark_fetch_bytes_total";

    @Override
    public Map<Integer, Long> byNode() {
        Map<Integer, Long> bytes = new TreeMap<>();
        for (NodePlan node : cluster.nodes()) {
            NodePages.metric(node, METRIC).ifPresent(value -> bytes.put(node.nodeId(), (long) value));
        }
        return bytes;
    }

    @Override
    public String rack(int nodeId) {
        return cluster.plan(nodeId).rack();
    }
}
