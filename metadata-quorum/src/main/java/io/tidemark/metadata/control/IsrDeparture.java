// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.Collection;
import java.util.List;

/**
 * Takes brokers that may no longer lead or be in sync out of every partition's in-sync replicas and elects leaders where
 * they led. The last in-sync replica leaves too: the partition is then offline, with that replica eligible to lead it
 * again.
 */
final class IsrDeparture {
    private IsrDeparture() {}

    /** Takes out brokers that keep what they hold. */
    static void leaveAll(ClusterDraft cluster, Collection<Integer> brokerIds) {
        cluster.forEachPartition((key, partition) -> {
            if (concerns(partition.isr(), brokerIds)) {
                leave(cluster, key, partition, brokerIds, List.of());
            }
        });
    }

    /**
     * Takes brokers out of one partition.
     *
     * @param unclean those that may have lost records of it
     */
    static void leave(
            ClusterDraft cluster,
            PartitionKey key,
            PartitionImage partition,
            Collection<Integer> brokerIds,
            Collection<Integer> unclean) {
        leave(cluster, key, new PartitionDraft(partition), brokerIds, unclean);
    }

    /** Takes brokers out of one partition that is being decided about. */
    static void leave(
            ClusterDraft cluster,
            PartitionKey key,
            PartitionDraft draft,
            Collection<Integer> brokerIds,
            Collection<Integer> unclean) {
        ElrRules.changeIsr(draft, BrokerIds.without(draft.isr, brokerIds), unclean);
        LeaderElection.elect(cluster, key, draft);
        Reassignment.completeIfReady(cluster, key, draft);
        cluster.put(key, draft);
    }

    private static boolean concerns(List<Integer> isr, Collection<Integer> brokerIds) {
        for (Integer brokerId : brokerIds) {
            if (isr.contains(brokerId)) {
                return true;
            }
        }
        return false;
    }
}
