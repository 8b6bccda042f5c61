// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether replicas lie in as many racks as they could, and which moves would see to it: of each partition that does not, as
 * few replicas as possible go, each to a rack that has none, there to the broker with the fewest that is not drained. Pure; any thread.
 */
public final class RackSpread {
    private final ClusterImage image;
    private final SortedMap<Integer, Integer> replicasOf = new TreeMap<>();
    private final int rackCount;

    private RackSpread(ClusterImage image) {
        this.image = image;
        TreeSet<String> racks = new TreeSet<>();
        for (BrokerImage broker : image.brokers().values()) {
            if (broker.isEligible()) {
                if (!broker.draining()) {
                    replicasOf.put(broker.brokerId(), 0);
                }
                racks.add(broker.rack());
            }
        }
        this.rackCount = racks.size();
        for (TopicImage topic : image.topics().values()) {
            topic.partitions().forEach(this::count);
        }
    }

    private void count(PartitionImage partition) {
        partition.replicas().forEach(id -> replicasOf.computeIfPresent(id, (same, count) -> count + 1));
    }

    /** Partitions whose replicas, once their moves have ended, lie in fewer racks than they could. */
    public static List<PartitionKey> broken(ClusterImage image) {
        RackSpread spread = new RackSpread(image);
        List<PartitionKey> broken = new ArrayList<>();
        spread.forEach((key, replicas) -> {
            if (spread.isBroken(replicas)) {
                broken.add(key);
            }
        });
        return broken;
    }

    /** Moves that give every such partition its racks, as far as live brokers allow, with the least data moved. */
    public static List<ReplicaChange> plan(ClusterImage image) {
        RackSpread spread = new RackSpread(image);
        List<ReplicaChange> plan = new ArrayList<>();
        spread.forEach((key, replicas) -> {
            List<Integer> repaired = spread.repaired(replicas);
            if (!repaired.equals(replicas)) {
                plan.add(new ReplicaChange(key, repaired));
            }
        });
        return plan;
    }

    private interface Visitor {
        void visit(PartitionKey key, List<Integer> replicas);
    }

    private void forEach(Visitor visitor) {
        for (TopicImage topic : image.topics().values()) {
            int number = 0;
            for (PartitionImage partition : topic.partitions()) {
                if (!topic.isDeleted()) {
                    visitor.visit(
                            new PartitionKey(topic.topicId(), number),
                            BrokerIds.without(partition.replicas(), partition.removing()));
                }
                number++;
            }
        }
    }

    private boolean isBroken(List<Integer> replicas) {
        return racks(replicas).size() < Math.min(replicas.size(), rackCount);
    }

    private Set<String> racks(List<Integer> replicas) {
        TreeSet<String> racks = new TreeSet<>();
        replicas.forEach(id -> racks.add(rack(id)));
        return racks;
    }

    private String rack(int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker == null ? "" : broker.rack();
    }

    private List<Integer> repaired(List<Integer> replicas) {
        List<Integer> repaired = new ArrayList<>(replicas);
        while (isBroken(repaired)) {
            int leaves = lastThatSharesItsRack(repaired);
            Integer comes = leastLoadedOutside(racks(repaired));
            if (leaves < 0 || comes == null) {
                break;
            }
            replicasOf.computeIfPresent(repaired.get(leaves), (same, count) -> count - 1);
            replicasOf.merge(comes, 1, Integer::sum);
            repaired.set(leaves, comes);
        }
        return repaired;
    }

    /** The preferred leader goes last. */
    private int lastThatSharesItsRack(List<Integer> replicas) {
        for (int place = replicas.size() - 1; place >= 0; place--) {
            String rack = rack(replicas.get(place));
            if (replicas.stream().filter(id -> rack(id).equals(rack)).count() > 1) {
                return place;
            }
        }
        return -1;
    }

    private @Nullable Integer leastLoadedOutside(Set<String> racks) {
        return replicasOf.entrySet().stream()
                .filter(broker -> !racks.contains(rack(broker.getKey())))
                .min(Comparator.<Map.Entry<Integer, Integer>>comparingInt(Map.Entry::getValue)
                        .thenComparingInt(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
