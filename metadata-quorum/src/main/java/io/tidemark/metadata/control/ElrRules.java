// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import java.util.Collection;
import java.util.List;

/**
 * Eligible leader replicas (KIP-966). Who leaves the in-sync replicas when they fall below the minimum still holds all
 * that is below the high watermark, because the high watermark stands still from then on (guard G12). So it may lead when
 * no in-sync replica is left.
 */
final class ElrRules {
    private ElrRules() {}

    /**
     * Gives the partition new in-sync replicas and works out who is eligible and who was.
     *
     * @param unclean brokers that may have lost records they held: they become last known ones (guard G31)
     */
    static void changeIsr(PartitionDraft partition, List<Integer> newIsr, Collection<Integer> unclean) {
        List<Integer> oldIsr = partition.isr;
        List<Integer> oldElr = partition.elr;
        List<Integer> oldLastKnown = partition.lastKnownElr;
        partition.isr = newIsr;
        if (clearIfEnough(partition)) {
            return;
        }
        // In order of the replicas, and never more than these (guard G30).
        List<Integer> candidates =
                BrokerIds.where(partition.replicas, id -> oldElr.contains(id) || oldIsr.contains(id));
        List<Integer> elr = BrokerIds.where(candidates, id -> !newIsr.contains(id) && !unclean.contains(id));
        partition.elr = elr;
        partition.lastKnownElr = BrokerIds.where(
                partition.replicas,
                id -> (candidates.contains(id) || oldLastKnown.contains(id))
                        && !newIsr.contains(id)
                        && !elr.contains(id));
    }

    /** Forgets all candidates when the in-sync replicas reach the minimum: from then on they alone hold what is committed. */
    static boolean clearIfEnough(PartitionDraft partition) {
        if (partition.isr.size() < partition.minIsr) {
            return false;
        }
        partition.elr = List.of();
        partition.lastKnownElr = List.of();
        return true;
    }
}
