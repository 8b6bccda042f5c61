// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.v1.PartitionRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Moves replicas under load: on a cluster with a node to spare each partition gives one of its replicas to that node, else
 * it does without one for a while; then all go back.
 */
final class MovedReplicas implements Nemesis {

    @Override
    public String name() {
        return "moved-replicas";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        field.awaitWhole();
        Map<Integer, List<Integer>> before = replicas(field);
        Map<Integer, List<Integer>> wanted = new TreeMap<>();
        before.forEach((partition, replicas) -> wanted.put(partition, others(field, replicas)));
        field.cluster().changes().reassign(field.topic(), wanted);
        return new Moved(field, before, wanted);
    }

    private static Map<Integer, List<Integer>> replicas(Battlefield field) {
        Map<Integer, List<Integer>> replicas = new TreeMap<>();
        for (PartitionRecord partition : field.cluster().describe(field.topic()).getPartitionsList()) {
            replicas.put(partition.getPartition(), List.copyOf(partition.getReplicasList()));
        }
        return replicas;
    }

    /** One replica, any, goes; another node takes its place if there is one. */
    private static List<Integer> others(Battlefield field, List<Integer> replicas) {
        List<Integer> others = new ArrayList<>(replicas);
        others.remove(field.random().nextInt(others.size()));
        field.cluster().nodeIds().stream()
                .filter(nodeId -> !replicas.contains(nodeId))
                .findFirst()
                .ifPresent(others::add);
        return others;
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(6);
    }

    private record Moved(Battlefield field, Map<Integer, List<Integer>> before, Map<Integer, List<Integer>> wanted)
            implements Injury {
        @Override
        public String targets() {
            return "replicas from " + before + " to " + wanted;
        }

        @Override
        public String evidence() {
            Map<Integer, List<Integer>> now = replicas(field);
            long moved = wanted.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(now.get(entry.getKey())))
                    .count();
            return moved == wanted.size() ? "all partitions have the replicas " + now : "";
        }

        @Override
        public void heal() {
            field.cluster().changes().reassign(field.topic(), before);
        }
    }
}
