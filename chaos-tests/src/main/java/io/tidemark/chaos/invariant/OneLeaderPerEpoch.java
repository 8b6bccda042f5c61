// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No two nodes ever led a partition in the same leader epoch. */
public final class OneLeaderPerEpoch implements RunInvariant {
    private record Term(int partition, int leaderEpoch) {}

    /** Stateless. */
    public OneLeaderPerEpoch() {}

    @Override
    public List<String> violations(RunRecord run) {
        Map<Term, Integer> leaders = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (NodeSample sample : run.samples()) {
            for (PartitionSample partition : sample.partitions()) {
                if (partition.isLeader()) {
                    Term term = new Term(partition.partition(), partition.leaderEpoch());
                    Integer before = leaders.putIfAbsent(term, sample.nodeId());
                    if (before != null && before != sample.nodeId()) {
                        found.add("two leaders: nodes " + before + " and " + sample.nodeId() + " in " + term);
                    }
                }
            }
        }
        return found;
    }
}
