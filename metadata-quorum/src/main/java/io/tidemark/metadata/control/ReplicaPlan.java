// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where replicas lie while moves of them are planned, and how many each broker has that may get more. Not thread-safe. */
final class ReplicaPlan {
    private final ClusterImage image;
    private final SortedMap<Integer, Integer> replicasOf = new TreeMap<>();

    /** @param mayGetMore whether a broker is a place for replicas that move */
    ReplicaPlan(ClusterImage image, Predicate<BrokerImage> mayGetMore) {
        this.image = image;
        for (BrokerImage broker : image.brokers().values()) {
            if (mayGetMore.test(broker)) {
                replicasOf.put(broker.brokerId(), 0);
            }
        }
        for (TopicImage topic : image.topics().values()) {
            topic.partitions().forEach(this::count);
        }
    }

    private void count(PartitionImage partition) {
        partition.replicas().forEach(id -> replicasOf.computeIfPresent(id, (same, count) -> count + 1));
    }

    /** Takes a partition and the replicas that it will have when its moves have ended. */
    interface Visitor {
        void visit(PartitionKey key, List<Integer> replicas);
    }

    /** Every partition of the topics that are there. */
    void forEach(Visitor visitor) {
        for (TopicImage topic : image.topics().values()) {
            for (int number = 0; number < topic.partitions().size() && !topic.isDeleted(); number++) {
                PartitionImage partition = topic.partitions().get(number);
                visitor.visit(
                        new PartitionKey(topic.topicId(), number),
                        BrokerIds.without(partition.replicas(), partition.removing()));
            }
        }
    }

    String rack(int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker == null ? "" : broker.rack();
    }

    /** Of the brokers that may get more and are allowed here that with the fewest; null for none. */
    @Nullable
    Integer fewest(Predicate<Integer> allowed) {
        return fewest(allowed, unused -> true);
    }

    /** The same, those that are preferred before all others. */
    @Nullable
    Integer fewest(Predicate<Integer> allowed, Predicate<Integer> preferred) {
        return replicasOf.keySet().stream()
                .filter(allowed)
                .min(Comparator.comparingInt((Integer id) -> preferred.test(id) ? 0 : 1)
                        .thenComparingInt(id -> replicasOf.getOrDefault(id, 0))
                        .thenComparingInt(id -> id))
                .orElse(null);
    }

    /** A replica goes from one broker to another. */
    void move(int from, int to) {
        replicasOf.computeIfPresent(from, (same, count) -> count - 1);
        replicasOf.computeIfPresent(to, (same, count) -> count + 1);
    }
}
