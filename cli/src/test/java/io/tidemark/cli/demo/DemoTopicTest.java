// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoTopicTest {
    private static final TopicDescription TOPIC = topic(1, 2, 3, 1, 2, 3);

    private static TopicDescription topic(int... leaders) {
        TopicDescription.Builder topic = TopicDescription.newBuilder();
        for (int partition = 0; partition < leaders.length; partition++) {
            topic.addPartitions(PartitionRecord.newBuilder()
                    .setPartition(partition)
                    .setLeader(leaders[partition])
                    .addAllReplicas(List.of(1, 2, 3))
                    .addAllIsr(List.of(1, 2, 3)));
        }
        return topic.build();
    }

    private static long recordsOf(int partition) {
        return partition == 4 ? 100 : partition;
    }

    @Test
    void killsTheNodeWhosePartitionsTookTheMostRecords() {
        assertThat(DemoTopic.victim(TOPIC, DemoPlan.Victim.busiest, 3, DemoTopicTest::recordsOf))
                .isEqualTo(2);
    }

    @Test
    void killsTheQuorumsLeaderOrAnotherWhenAskedTo() {
        assertThat(DemoTopic.victim(TOPIC, DemoPlan.Victim.controller, 3, DemoTopicTest::recordsOf))
                .isEqualTo(3);
        assertThat(DemoTopic.victim(TOPIC, DemoPlan.Victim.other, 2, DemoTopicTest::recordsOf))
                .isEqualTo(3);
    }

    @Test
    void knowsWhoLeadsWhat() {
        assertThat(DemoTopic.partitionsLedBy(TOPIC, 2)).containsExactly(1, 4);
        assertThat(DemoTopic.partitionsLedBy(TOPIC, 9)).isEmpty();
    }

    @Test
    void isWholeOnlyWithALeaderAndEveryReplicaInSync() {
        assertThat(DemoTopic.isWhole(TOPIC)).isTrue();
        assertThat(DemoTopic.isWhole(topic(1, -1))).isFalse();
        TopicDescription.Builder behind = TOPIC.toBuilder();
        behind.getPartitionsBuilder(3).clearIsr().addAllIsr(List.of(1, 2));
        assertThat(DemoTopic.isWhole(behind.build())).isFalse();
    }
}
