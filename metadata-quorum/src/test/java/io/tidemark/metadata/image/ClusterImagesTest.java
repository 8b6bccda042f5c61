// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class ClusterImagesTest {
    private static final UUID TOPIC = new UUID(1, 1);

    @Test
    void changesInOrderAreApplied() {
        ClusterImage image = ClusterImages.apply(withTopic(2), change(5, 6, 1, partition(3)));

        assertThat(image.index()).isEqualTo(6);
        assertThat(image.partition(new PartitionKey(TOPIC, 1))).isEqualTo(partition(3));
        assertThat(image.partition(new PartitionKey(TOPIC, 0))).isEqualTo(partition(0));
    }

    @Test
    void aMissingChangeIsNoticed() {
        assertThatThrownBy(() -> ClusterImages.apply(withTopic(2), change(7, 8, 1, partition(3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 to 7");
    }

    @Test
    void oldNewsChangeNothing() {
        ClusterImage image = withTopic(2);

        assertThat(ClusterImages.apply(image, change(3, 5, 1, partition(3)))).isSameAs(image);
    }

    @Test
    void aDeltaThatOverlapsIsAppliedForItsRest() {
        ClusterImage image = ClusterImages.apply(withTopic(2), change(5, 6, 1, partition(3)));
        ClusterDelta merged = ClusterImages.merge(change(5, 6, 1, partition(3)), change(6, 7, 0, partition(1)));

        ClusterImage after = ClusterImages.apply(image, merged);

        assertThat(after.index()).isEqualTo(7);
        assertThat(after.partition(new PartitionKey(TOPIC, 0))).isEqualTo(partition(1));
        assertThat(after.partition(new PartitionKey(TOPIC, 1))).isEqualTo(partition(3));
    }

    @Test
    void deltasThatDoNotMeetAreNotMerged() {
        assertThatThrownBy(() -> ClusterImages.merge(change(5, 6, 0, partition(1)), change(7, 8, 0, partition(2))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aChangeOfAnUnknownTopicIsNoticed() {
        assertThatThrownBy(() -> ClusterImages.apply(ClusterImage.EMPTY, change(-1, 6, 0, partition(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(TOPIC.toString());
    }

    @Test
    void aNameThatPassesToAnotherTopicNeverPointsToTheFirst() {
        TopicImage second = new TopicImage(new UUID(2, 2), "orders", List.of(partition(0)), new TreeMap<>());
        ClusterImage before = withTopic(1);
        ClusterImage after = new ClusterImage(
                8,
                "",
                TreePMap.empty(),
                TreePMap.<UUID, TopicImage>empty().plus(second.topicId(), second),
                TreePMap.<String, UUID>empty().plus("orders", second.topicId()),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);

        ClusterDelta delta = ClusterImages.diff(before, after);

        assertThat(delta.deletedTopics()).containsExactly(TOPIC);
        assertThat(delta.newTopics()).containsExactly(second);
        assertThat(ClusterImages.apply(before, delta)).isEqualTo(after);
    }

    @Test
    void brokersThatLeftAreNamed() {
        BrokerImage broker = new BrokerImage(
                4,
                2,
                new UUID(0, 1),
                new Endpoint("h", 1),
                "",
                new UUID(0, 2),
                false,
                false,
                false,
                new UUID(0, 3),
                FeatureLevel.LATEST);
        ClusterImage before = new ClusterImage(
                5,
                "",
                TreePMap.<Integer, BrokerImage>empty().plus(4, broker),
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
        ClusterImage after = ClusterImage.EMPTY.atIndex(6);

        ClusterDelta delta = ClusterImages.diff(before, after);

        assertThat(delta.removedBrokers()).containsExactly(4);
        assertThat(ClusterImages.apply(before, delta)).isEqualTo(after);
        assertThat(ClusterImages.diff(after, before).brokers()).containsExactly(broker);
    }

    @Test
    void equalImagesDifferInNothing() {
        assertThat(ClusterImages.diff(withTopic(3), withTopic(3)).isEmpty()).isTrue();
    }

    @Test
    void configChangesAreTheChangedKeysOnly() {
        ClusterImage before = withConfigs("a", "1", "b", "2");
        ClusterImage after = withConfigs("b", "3", "c", "4").atIndex(9);

        Map<String, @Nullable String> expected = new TreeMap<>();
        expected.put("a", null);
        expected.put("b", "3");
        expected.put("c", "4");
        assertThat(ClusterImages.diff(before, after).topicConfigs()).containsOnlyKeys(TOPIC);
        assertThat(ClusterImages.diff(before, after).topicConfigs().get(TOPIC)).isEqualTo(expected);
    }

    @Test
    void aChangeOfOnePartitionAmongTenThousandSharesTheOthers() {
        ClusterImage before = withTopic(10_000);
        PartitionKey changed = new PartitionKey(TOPIC, 5_000);

        ClusterImage image = before;
        for (int i = 1; i <= 20_000; i++) {
            image = ClusterImages.apply(image, change(image.index(), image.index() + 1, 5_000, partition(i)));
        }

        assertThat(image.partition(changed)).isEqualTo(partition(20_000));
        assertThat(before.partition(changed)).isEqualTo(partition(0));
        assertThat(image.partition(new PartitionKey(TOPIC, 9_999)))
                .isSameAs(before.partition(new PartitionKey(TOPIC, 9_999)));
        assertThat(ClusterImages.diff(before, image).partitions()).containsOnlyKeys(changed);
    }

    @Test
    void changesReadAsOneLineEach() {
        SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
        partitions.put(
                new PartitionKey(TOPIC, 0),
                new PartitionImage(
                        List.of(1, 2),
                        List.of(),
                        List.of(),
                        List.of(2),
                        List.of(1),
                        List.of(),
                        2,
                        3,
                        4,
                        2,
                        RecoveryState.RECOVERING,
                        3,
                        PartitionImage.NO_THROTTLE));
        ClusterImage before = withTopic(2);
        ClusterDelta delta = delta(5, 6, partitions);

        assertThat(ChangeLines.of(before, delta, 10))
                .containsExactly("partition orders-0 leader 1->2 leaderEpoch 3 partitionEpoch 4 isr [1, 2]->[2]"
                        + " elr [1] lastKnownElr [] UNCLEAN: records may be lost");
        assertThat(ChangeLines.of(before, delta, 0)).containsExactly("1 partitions changed");
        assertThat(ChangeLines.of(ClusterImage.EMPTY, ClusterImages.diff(ClusterImage.EMPTY, before), 10))
                .containsExactly("topic orders (" + TOPIC + ") created with 2 partitions");
    }

    private static ClusterImage withTopic(int partitions) {
        List<PartitionImage> images = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            images.add(partition(0));
        }
        return withTopic(new TopicImage(TOPIC, "orders", images, new TreeMap<>()));
    }

    private static ClusterImage withConfigs(String... keysAndValues) {
        TreeMap<String, String> configs = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configs.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return withTopic(
                Objects.requireNonNull(withTopic(1).topics().get(TOPIC)).withConfigs(configs));
    }

    private static ClusterImage withTopic(TopicImage topic) {
        return new ClusterImage(
                5,
                "",
                TreePMap.empty(),
                TreePMap.<UUID, TopicImage>empty().plus(TOPIC, topic),
                TreePMap.<String, UUID>empty().plus("orders", TOPIC),
                TreePMap.empty(),
                0,
                FeatureLevel.FIRST);
    }

    private static ClusterDelta change(long fromIndex, long toIndex, int partition, PartitionImage image) {
        SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
        partitions.put(new PartitionKey(TOPIC, partition), image);
        return delta(fromIndex, toIndex, partitions);
    }

    private static ClusterDelta delta(
            long fromIndex, long toIndex, SortedMap<PartitionKey, PartitionImage> partitions) {
        return new ClusterDelta(
                fromIndex,
                toIndex,
                List.of(),
                new TreeSet<>(),
                List.of(),
                partitions,
                new TreeSet<>(),
                new TreeMap<UUID, Map<String, @Nullable String>>(),
                new TreeMap<>(),
                null,
                null,
                null);
    }

    private static PartitionImage partition(int partitionEpoch) {
        return new PartitionImage(
                List.of(1, 2),
                List.of(),
                List.of(),
                List.of(1, 2),
                List.of(),
                List.of(),
                1,
                0,
                partitionEpoch,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
    }
}
