// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;
import java.util.TreeSet;

/**
 * Who holds a partition, as the metadata told last before the nodes stopped.
 *
 * @param topic topic
 * @param partition partition
 * @param partitionEpoch partition epoch; of two that differ the one with the greater is newer
 * @param isr node ids of the in-sync replicas
 * @param elr node ids of the eligible leader replicas (KIP-966)
 * @param minIsr replicas that must be in sync for an acknowledgement
 */
public record Membership(
        String topic, int partition, int partitionEpoch, List<Integer> isr, List<Integer> elr, int minIsr) {

    /** Those that must hold everything that was acknowledged: whoever may lead without a loss. */
    public Iterable<Integer> holders() {
        TreeSet<Integer> holders = new TreeSet<>(isr);
        holders.addAll(elr);
        return holders;
    }
}
