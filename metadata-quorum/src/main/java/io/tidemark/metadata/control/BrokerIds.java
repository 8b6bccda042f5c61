// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntPredicate;

/** Lists of broker ids, treated as ordered sets. Small: a partition has few replicas. */
final class BrokerIds {
    private BrokerIds() {}

    /** Those that satisfy the condition, in order. */
    static List<Integer> where(List<Integer> brokerIds, IntPredicate condition) {
        // One command may ask this of every partition of the cluster, several times: no stream, and no copy of what
        // stays.
        List<Integer> found = new ArrayList<>(brokerIds.size());
        for (Integer id : brokerIds) {
            if (condition.test(id)) {
                found.add(id);
            }
        }
        return List.copyOf(found.size() == brokerIds.size() ? brokerIds : found);
    }

    /** Those that are not among the others, in order. */
    static List<Integer> without(List<Integer> brokerIds, Collection<Integer> others) {
        return where(brokerIds, id -> !others.contains(id));
    }

    /** Those that are also among the others, in order. */
    static List<Integer> within(List<Integer> brokerIds, Collection<Integer> others) {
        return where(brokerIds, others::contains);
    }
}
