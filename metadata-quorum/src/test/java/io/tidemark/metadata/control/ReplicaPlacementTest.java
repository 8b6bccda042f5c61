// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToIntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplicaPlacementTest {
    @Property(tries = 300)
    void replicasAreDistinctLiveBrokersInAsManyRacksAsThereAre(
            @ForAll @IntRange(min = 1, max = 9) int brokers,
            @ForAll @IntRange(min = 1, max = 4) int racks,
            @ForAll @IntRange(min = 1, max = 40) int partitions,
            @ForAll @IntRange(min = 1, max = 5) int wanted,
            @ForAll long entropy) {
        TestCluster cluster = cluster(brokers, racks);
        int replicationFactor = Math.min(wanted, brokers);

        List<List<Integer>> placed = ReplicaPlacement.place(cluster.image, entropy, partitions, replicationFactor);

        assertThat(placed).hasSize(partitions).allSatisfy(replicas -> {
            assertThat(replicas).hasSize(replicationFactor).doesNotHaveDuplicates();
            long used = replicas.stream()
                    .map(id -> cluster.broker(id).rack())
                    .distinct()
                    .count();
            assertThat(used).isEqualTo(Math.min(replicationFactor, Math.min(racks, brokers)));
        });
        assertThat(ReplicaPlacement.place(cluster.image, entropy, partitions, replicationFactor))
                .isEqualTo(placed);
    }

    @Property(tries = 300)
    void leadersAndReplicasAreEvenWhenRacksAre(
            @ForAll @IntRange(min = 1, max = 4) int racks,
            @ForAll @IntRange(min = 1, max = 3) int brokersPerRack,
            @ForAll @IntRange(min = 1, max = 60) int partitions,
            @ForAll @IntRange(min = 1, max = 4) int wanted,
            @ForAll long entropy) {
        TestCluster cluster = cluster(racks * brokersPerRack, racks);
        int replicationFactor = Math.min(wanted, racks * brokersPerRack);

        List<List<Integer>> placed = ReplicaPlacement.place(cluster.image, entropy, partitions, replicationFactor);

        assertThat(spread(cluster, count(placed, replicas -> 1))).isLessThanOrEqualTo(1);
        assertThat(spread(cluster, count(placed, List::size))).isLessThanOrEqualTo(2);
    }

    @Test
    void sixPartitionsOnThreeBrokersGiveEachTwoLeadersAndOneOfEachSuccessor() {
        TestCluster cluster = cluster(3, 1);

        List<List<Integer>> placed = ReplicaPlacement.place(cluster.image, 0, 6, 3);

        assertThat(count(placed, replicas -> 1)).containsOnly(Map.entry(0, 2), Map.entry(1, 2), Map.entry(2, 2));
        assertThat(placed.stream().map(replicas -> replicas.subList(0, 2))).doesNotHaveDuplicates();
    }

    @Test
    void manySmallTopicsAreSpreadOverTheCluster() {
        TestCluster cluster = cluster(3, 1);
        for (int i = 0; i < 9; i++) {
            cluster.entropy = 17L * i;
            cluster.ok(new CreateTopic("t" + i, new UUID(5, i), 1, 1, TestCluster.configs(), List.of()));
        }

        Map<Integer, Integer> leaders = new TreeMap<>();
        cluster.image
                .topics()
                .values()
                .forEach(topic -> leaders.merge(topic.partitions().get(0).leader(), 1, Integer::sum));
        assertThat(leaders).containsOnly(Map.entry(0, 3), Map.entry(1, 3), Map.entry(2, 3));
    }

    @Test
    void fencedBrokersAreUsedOnlyWhenThereAreTooFewOthers() {
        TestCluster cluster = cluster(4, 1);
        cluster.fence(3);

        assertThat(ReplicaPlacement.place(cluster.image, 3, 20, 3))
                .allSatisfy(replicas -> assertThat(replicas).doesNotContain(3));
        assertThat(ReplicaPlacement.place(cluster.image, 3, 20, 4))
                .allSatisfy(replicas -> assertThat(replicas.get(0)).isNotEqualTo(3));
    }

    private static TestCluster cluster(int brokers, int racks) {
        TestCluster cluster = new TestCluster();
        for (int id = 0; id < brokers; id++) {
            cluster.start(id, "rack-" + id % racks);
        }
        return cluster;
    }

    private static Map<Integer, Integer> count(List<List<Integer>> placed, ToIntFunction<List<Integer>> first) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (List<Integer> replicas : placed) {
            replicas.subList(0, first.applyAsInt(replicas)).forEach(id -> counts.merge(id, 1, Integer::sum));
        }
        return counts;
    }

    private static int spread(TestCluster cluster, Map<Integer, Integer> counts) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (Integer id : cluster.image.brokers().keySet()) {
            least = Math.min(least, counts.getOrDefault(id, 0));
            most = Math.max(most, counts.getOrDefault(id, 0));
        }
        return most - least;
    }
}
