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
 * Which moves would take every replica off some brokers. Each goes to a live broker that is not drained and has none of the
 * partition: to a rack that has none if there is one, there to the broker with the fewest. A replica for which there is no
 * such broker stays. Pure; any thread.
 */
public final class Evacuation {
    private final ClusterImage image;
    private final Set<Integer> leaving;
    private final SortedMap<Integer, Integer> replicasOf = new TreeMap<>();

    private Evacuation(ClusterImage image, Set<Integer> leaving) {
        this.image = image;
        this.leaving = leaving;
        for (BrokerImage broker : image.brokers().values()) {
            if (broker.takesLeaders() && !leaving.contains(broker.brokerId())) {
                replicasOf.put(broker.brokerId(), 0);
            }
        }
        for (TopicImage topic : image.topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                partition.replicas().forEach(id -> replicasOf.computeIfPresent(id, (same, count) -> count + 1));
            }
        }
    }

    /** Moves that take as many replicas as possible off the brokers. */
    public static List<ReplicaChange> plan(ClusterImage image, List<Integer> brokerIds) {
        Evacuation evacuation = new Evacuation(image, new TreeSet<>(brokerIds));
        List<ReplicaChange> plan = new ArrayList<>();
        for (TopicImage topic : image.topics().values()) {
            for (int number = 0; number < topic.partitions().size() && !topic.isDeleted(); number++) {
                PartitionImage partition = topic.partitions().get(number);
                List<Integer> replicas = BrokerIds.without(partition.replicas(), partition.removing());
                List<Integer> moved = evacuation.moved(replicas);
                if (!moved.equals(replicas)) {
                    plan.add(new ReplicaChange(new PartitionKey(topic.topicId(), number), moved));
                }
            }
        }
        return plan;
    }

    private List<Integer> moved(List<Integer> replicas) {
        List<Integer> moved = new ArrayList<>(replicas);
        for (int place = 0; place < moved.size(); place++) {
            Integer comes = leaving.contains(moved.get(place)) ? successor(moved, place) : null;
            if (comes != null) {
                replicasOf.merge(comes, 1, Integer::sum);
                moved.set(place, comes);
            }
        }
        return moved;
    }

    private @Nullable Integer successor(List<Integer> replicas, int place) {
        Set<String> racks = new TreeSet<>();
        for (int other = 0; other < replicas.size(); other++) {
            BrokerImage broker = other == place ? null : image.brokers().get(replicas.get(other));
            if (broker != null) {
                racks.add(broker.rack());
            }
        }
        return replicasOf.entrySet().stream()
                .filter(broker -> !replicas.contains(broker.getKey()))
                .min(Comparator.<Map.Entry<Integer, Integer>>comparingInt(
                                broker -> racks.contains(rack(broker.getKey())) ? 1 : 0)
                        .thenComparingInt(Map.Entry::getValue)
                        .thenComparingInt(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private String rack(int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker == null ? "" : broker.rack();
    }
}
