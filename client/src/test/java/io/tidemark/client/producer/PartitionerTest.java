// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.client.metadata.TopicView;
import io.tidemark.client.metadata.TopicView.PartitionLeader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionerTest {
    private static final ProducerRecord KEYLESS = ProducerRecord.of("t", null, new byte[1]);

    private final Partitioner partitioner = new Partitioner(1_000);

    @Test
    void keepsToAPartitionUntilABatchsWorthOfBytesWentThere() {
        TopicView topic = topic(0, 0, 0, 0);
        List<Integer> chosen = choices(topic, 30);

        for (int i = 0; i < chosen.size(); i += 10) {
            assertThat(new TreeSet<>(chosen.subList(i, i + 10))).hasSize(1);
        }
        assertThat(chosen.get(10)).isNotEqualTo(chosen.get(9));
        assertThat(chosen.get(20)).isNotEqualTo(chosen.get(19));
    }

    @Test
    void leavesAPartitionThatLostItsLeader() {
        int first = partitioner.partition(KEYLESS, topic(0, 0), 1);
        TopicView without = first == 0 ? topic(-1, 0) : topic(0, -1);

        assertThat(partitioner.partition(KEYLESS, without, 1)).isEqualTo(1 - first);
    }

    @Test
    void staysWithTheOnlyPartition() {
        assertThat(new TreeSet<>(choices(topic(0), 50))).containsExactly(0);
    }

    @Test
    void countsOnWithinATopicOfOtherTopics() {
        TopicView topic = topic(0, 0, 0);
        TopicView other = new TopicView("u", ByteString.EMPTY, topic.partitions(), 0);
        int first = partitioner.partition(KEYLESS, topic, 100);

        for (int i = 0; i < 100; i++) {
            partitioner.partition(KEYLESS, other, 1_000);
        }

        assertThat(partitioner.partition(KEYLESS, topic, 100)).isEqualTo(first);
    }

    @Test
    void takesThePartitionThatARecordNames() {
        ProducerRecord named =
                new ProducerRecord("t", OptionalInt.of(2), OptionalLong.empty(), null, new byte[1], List.of());

        assertThat(partitioner.partition(named, topic(0, 0, 0), 100)).isEqualTo(2);
    }

    private List<Integer> choices(TopicView topic, int count) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.add(partitioner.partition(KEYLESS, topic, 100));
        }
        return chosen;
    }

    /** A topic whose partitions have these leaders. */
    private static TopicView topic(int... leaders) {
        List<PartitionLeader> partitions = IntStream.of(leaders)
                .mapToObj(leader -> new PartitionLeader(leader, 0))
                .toList();
        return new TopicView("t", ByteString.EMPTY, partitions, 0);
    }
}
