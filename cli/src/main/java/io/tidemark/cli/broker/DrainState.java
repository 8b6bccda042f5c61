// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is left on a broker that is to be emptied. Pure.
 *
 * @param successors partitions whose lead can go now, with the broker that takes it
 * @param moving partitions whose replica is on its way to another broker
 * @param kept partitions whose lead or replica stays, with what keeps it
 */
record DrainState(Map<String, Integer> successors, List<String> moving, Map<String, String> kept) {
    /** Why a replica stays. */
    static final String NO_ROOM = "has a replica here and no other live broker has room for it";

    /**
     * Looks at a broker.
     *
     * @param replicas whether it shall hold no replica either
     */
    static DrainState of(
            int brokerId, boolean replicas, DescribeClusterResponse cluster, List<TopicDescription> topics) {
        Set<Integer> willing = new TreeSet<>();
        for (BrokerDescription broker : cluster.getBrokersList()) {
            boolean takes = !broker.getFenced() && !broker.getInControlledShutdown() && !broker.getDraining();
            if (takes && broker.getBrokerId() != brokerId) {
                willing.add(broker.getBrokerId());
            }
        }
        DrainState state = new DrainState(new LinkedHashMap<>(), new ArrayList<>(), new LinkedHashMap<>());
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                String name = topic.getName() + "-" + partition.getPartition();
                if (partition.getLeader() == brokerId) {
                    state.addLead(name, partition, willing);
                }
                if (replicas && partition.getReplicasList().contains(brokerId)) {
                    state.addReplica(name, partition, brokerId);
                }
            }
        }
        return state;
    }

    private void addLead(String name, PartitionRecord partition, Set<Integer> willing) {
        for (int replica : partition.getReplicasList()) {
            if (willing.contains(replica) && partition.getIsrList().contains(replica)) {
                successors.put(name, replica);
                return;
            }
        }
        if (partition.getReplicasCount() == 1) {
            kept.put(name, "has no other replica that could lead it");
        } else if (partition.getIsrCount() < 2) {
            kept.put(name, "has no other replica in sync");
        } else {
            kept.put(name, "has in sync only replicas that are drained or stopping too");
        }
    }

    private void addReplica(String name, PartitionRecord partition, int brokerId) {
        if (partition.getRemovingList().contains(brokerId)) {
            moving.add(name);
            // The move takes the lead along, also where nobody else could lead before.
            kept.remove(name);
        } else {
            kept.putIfAbsent(name, NO_ROOM);
        }
    }

    /** Whether nothing is left. */
    boolean isDone() {
        return successors.isEmpty() && moving.isEmpty() && kept.isEmpty();
    }

    /** How many partitions are left. */
    int left() {
        Set<String> names = new TreeSet<>(successors.keySet());
        names.addAll(moving);
        names.addAll(kept.keySet());
        return names.size();
    }

    /** A line for each partition that stays. */
    List<String> reasons() {
        return kept.entrySet().stream()
                .map(entry -> "partition " + entry.getKey() + " " + entry.getValue())
                .toList();
    }
}
