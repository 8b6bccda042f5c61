// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chooses the replicas of a new topic's partitions. The replicas of a partition lie in as many racks as there are;
 * leaders are spread evenly over the brokers and, where these are even, over the racks; followers are spread evenly, and
 * so are the brokers that come after a given leader, so that its load spreads when it fails. What is even within the
 * topic goes first, then what evens out the cluster. The same image and entropy give the same choice.
 *
 * <p>Brokers that are fenced or drained are used only when there are too few others. A fenced one is then never the
 * preferred leader, a drained one only when all are.
 */
final class ReplicaPlacement {
    private static final Comparator<Load> BY_LEADERS = Comparator.<Load>comparingInt(load -> load.topicLeaders)
            .thenComparingInt(load -> load.rack.topicLeaders)
            .thenComparingInt(load -> load.topicReplicas)
            .thenComparingInt(load -> load.clusterLeaders)
            .thenComparingInt(load -> load.clusterReplicas)
            .thenComparingInt(load -> load.rank);

    private final List<Load> brokers = new ArrayList<>();

    private ReplicaPlacement(ClusterImage image, List<BrokerImage> usable, long entropy) {
        Map<Integer, Load> loads = new TreeMap<>();
        Map<String, Rack> racks = new TreeMap<>();
        boolean anyWilling = usable.stream().anyMatch(BrokerImage::takesLeaders);
        int first = (int) Long.remainderUnsigned(entropy, usable.size());
        for (int i = 0; i < usable.size(); i++) {
            BrokerImage broker = usable.get(i);
            Rack rack = racks.computeIfAbsent(broker.rack(), unused -> new Rack());
            Load load = new Load(
                    broker.brokerId(),
                    anyWilling ? broker.takesLeaders() : broker.isEligible(),
                    rack,
                    Math.floorMod(i - first, usable.size()));
            loads.put(broker.brokerId(), load);
            brokers.add(load);
        }
        for (TopicImage topic : image.topics().values()) {
            topic.partitions().forEach(partition -> count(loads, partition));
        }
    }

    private static void count(Map<Integer, Load> loads, PartitionImage partition) {
        for (int i = 0; i < partition.replicas().size(); i++) {
            Load load = loads.get(partition.replicas().get(i));
            if (load != null) {
                load.clusterReplicas++;
                load.clusterLeaders += i == 0 ? 1 : 0;
            }
        }
    }

    /** Brokers that may get replicas, in order of their ids: all but those that are shutting down. */
    static List<BrokerImage> candidates(ClusterImage image) {
        return image.brokers().values().stream()
                .filter(broker -> !broker.inControlledShutdown())
                .toList();
    }

    /**
     * Replicas per partition, the preferred leader first.
     *
     * @param replicationFactor at most the number of candidates, of which at least one must be alive
     */
    static List<List<Integer>> place(ClusterImage image, long entropy, int partitionCount, int replicationFactor) {
        ReplicaPlacement placement = new ReplicaPlacement(image, usable(image, replicationFactor), entropy);
        return placement.place(partitionCount, replicationFactor);
    }

    /** The candidates that serve best, as long as they are enough. */
    private static List<BrokerImage> usable(ClusterImage image, int replicationFactor) {
        List<BrokerImage> candidates = candidates(image);
        List<BrokerImage> willing =
                candidates.stream().filter(BrokerImage::takesLeaders).toList();
        if (willing.size() >= replicationFactor) {
            return willing;
        }
        List<BrokerImage> live =
                candidates.stream().filter(BrokerImage::isEligible).toList();
        return live.size() >= replicationFactor ? live : candidates;
    }

    /** The same for partitions that are added to a topic, evening it out as a whole. */
    static List<List<Integer>> placeMore(
            ClusterImage image, long entropy, TopicImage topic, int partitionCount, int replicationFactor) {
        ReplicaPlacement placement = new ReplicaPlacement(image, usable(image, replicationFactor), entropy);
        topic.partitions().forEach(placement::countOfTopic);
        return placement.place(partitionCount, replicationFactor);
    }

    private void countOfTopic(PartitionImage partition) {
        for (Load load : brokers) {
            int place = partition.replicas().indexOf(load.brokerId);
            load.topicReplicas += place >= 0 ? 1 : 0;
            load.topicLeaders += place == 0 ? 1 : 0;
            load.rack.topicLeaders += place == 0 ? 1 : 0;
        }
    }

    private List<List<Integer>> place(int partitionCount, int replicationFactor) {
        List<List<Integer>> partitions = new ArrayList<>();
        for (int i = 0; i < partitionCount; i++) {
            partitions.add(placeOne(replicationFactor));
        }
        return partitions;
    }

    private List<Integer> placeOne(int replicationFactor) {
        brokers.forEach(load -> load.rack.partitionReplicas = 0);
        List<Load> chosen = new ArrayList<>();
        Load leader = least(BY_LEADERS, chosen, true);
        leader.topicLeaders++;
        leader.rack.topicLeaders++;
        leader.clusterLeaders++;
        take(leader, chosen);
        while (chosen.size() < replicationFactor) {
            boolean successor = chosen.size() == 1;
            Load follower = least(successor ? bySuccession(leader) : byFollowers(), chosen, false);
            if (successor) {
                leader.successors.merge(follower.brokerId, 1, Integer::sum);
            }
            take(follower, chosen);
        }
        return chosen.stream().map(load -> load.brokerId).toList();
    }

    private static Comparator<Load> byFollowers() {
        return Comparator.<Load>comparingInt(load -> load.rack.partitionReplicas)
                .thenComparingInt(load -> load.topicReplicas)
                .thenComparingInt(load -> load.clusterReplicas)
                .thenComparingInt(load -> load.rank);
    }

    private static Comparator<Load> bySuccession(Load leader) {
        return Comparator.<Load>comparingInt(load -> load.rack.partitionReplicas)
                .thenComparingInt(load -> load.topicReplicas)
                .thenComparingInt(load -> leader.successors.getOrDefault(load.brokerId, 0))
                .thenComparingInt(load -> load.clusterReplicas)
                .thenComparingInt(load -> load.rank);
    }

    private Load least(Comparator<Load> order, List<Load> chosen, boolean onlyLeaders) {
        return brokers.stream()
                .filter(load -> !chosen.contains(load) && (load.mayLead || !onlyLeaders))
                .min(order)
                .orElseThrow(() -> new IllegalArgumentException("too few brokers for the replicas asked for"));
    }

    private static void take(Load load, List<Load> chosen) {
        load.topicReplicas++;
        load.clusterReplicas++;
        load.rack.partitionReplicas++;
        chosen.add(load);
    }

    /** A rack's share of the topic, and of the partition that is being placed. */
    private static final class Rack {
        int topicLeaders;
        int partitionReplicas;
    }

    /** A broker's share of the topic and of the cluster. */
    private static final class Load {
        final int brokerId;
        final boolean mayLead;
        final Rack rack;
        final int rank;
        final Map<Integer, Integer> successors = new TreeMap<>();
        int topicLeaders;
        int topicReplicas;
        int clusterLeaders;
        int clusterReplicas;

        Load(int brokerId, boolean mayLead, Rack rack, int rank) {
            this.brokerId = brokerId;
            this.mayLead = mayLead;
            this.rack = rack;
            this.rank = rank;
        }
    }
}
