// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In-sync, eligible and last known replicas are disjoint, replicas, and live as their kind asks. */
final class MetadataRules implements Invariant {
    @Override
    public String name() {
        return "I10 I20 candidates are what they say";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        for (TopicImage topic : step.after().topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                String fault = faultOf(step.after(), partition);
                if (fault != null) {
                    return fault + " after " + step.command() + ": " + partition;
                }
            }
        }
        return null;
    }

    private static @Nullable String faultOf(ClusterImage image, PartitionImage partition) {
        List<Integer> all = new ArrayList<>(partition.isr());
        all.addAll(partition.elr());
        all.addAll(partition.lastKnownElr());
        if (new TreeSet<>(all).size() != all.size()) {
            return "sets overlap";
        }
        if (!partition.replicas().containsAll(all)) {
            return "a candidate is no replica";
        }
        if (partition.isr().size() >= partition.minIsr() && !partition.elr().isEmpty()) {
            return "eligible leader replicas although enough are in sync";
        }
        if (all.isEmpty()) {
            return "no candidate is left, not even a last known one";
        }
        if (partition.hasLeader() && !partition.isr().contains(partition.leader())) {
            return "the leader is not in sync";
        }
        for (int member : partition.isr()) {
            BrokerImage broker = image.brokers().get(member);
            if (broker == null || !broker.isEligible()) {
                return "in-sync replica " + member + " is fenced or leaves";
            }
        }
        return null;
    }
}
