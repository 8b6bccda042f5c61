// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Partitions that begin, and what may be wrong with the replicas asked for. */
final class NewPartitions {
    /** Most partitions of a topic. */
    static final int MAX_PARTITIONS = 10_000;

    private NewPartitions() {}

    /**
     * One line that says what is wrong with an assignment; null when it is legal.
     *
     * @param size number of replicas that every partition must have
     */
    static @Nullable String problem(ClusterDraft cluster, List<List<Integer>> assignment, int size) {
        for (List<Integer> replicas : assignment) {
            String problem = replicas.size() != size
                    ? "replicas " + replicas
                            + ": every partition must have the same number of replicas, as many as asked"
                            + " for and at least one"
                    : problem(cluster, replicas);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** One line that says what is wrong with a partition's replicas; null when they are legal. */
    static @Nullable String problem(ClusterDraft cluster, List<Integer> replicas) {
        if (replicas.isEmpty()) {
            return "replicas " + replicas + ": every partition must have the same number of replicas, as many as asked"
                    + " for and at least one";
        }
        if (new TreeSet<>(replicas).size() != replicas.size()) {
            return "replicas " + replicas + " name a broker twice";
        }
        for (Integer brokerId : replicas) {
            if (cluster.broker(brokerId) == null) {
                return "replicas " + replicas + ": broker " + brokerId + " is not registered; start it first";
            }
        }
        return null;
    }

    /** A partition whose replicas are in sync if they are alive, since there is nothing to catch up with. */
    static PartitionImage of(ClusterDraft cluster, List<Integer> replicas, int configuredMinIsr) {
        List<Integer> isr = BrokerIds.where(replicas, cluster::isEligible);
        List<Integer> leaders = BrokerIds.where(isr, cluster::takesLeaders);
        return new PartitionImage(
                List.copyOf(replicas),
                List.of(),
                List.of(),
                isr,
                List.of(),
                List.of(),
                isr.isEmpty() ? PartitionImage.NO_LEADER : (leaders.isEmpty() ? isr : leaders).get(0),
                0,
                0,
                Math.min(configuredMinIsr, replicas.size()),
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }
}
