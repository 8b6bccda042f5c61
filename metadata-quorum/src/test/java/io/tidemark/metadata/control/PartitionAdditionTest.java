// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static io.tidemark.metadata.control.TestCluster.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AddPartitions;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PartitionAdditionTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 0, 1, 2);

    @Test
    void newPartitionsBeginWithLeadersAndTheOldStayAsTheyAre() {
        PartitionImage old = cluster.p0();
        cluster.ok(new AddPartitions(TOPIC, 3, List.of()));

        assertThat(topic().partitions()).hasSize(3);
        assertThat(cluster.partition(P0)).isEqualTo(old);
        assertThat(topic().partitions()).allMatch(PartitionImage::hasLeader);
        assertThat(topic().partitions().stream()
                        .map(partition -> partition.replicas().get(0)))
                .containsExactlyInAnyOrder(0, 1, 2);
        assertThat(topic().partitions()).allMatch(partition -> partition.minIsr() == 2);
    }

    @Test
    void theAssignmentCanBeGiven() {
        cluster.ok(new AddPartitions(TOPIC, 2, List.of(List.of(2, 1, 0))));
        assertThat(topic().partitions().get(1).replicas()).containsExactly(2, 1, 0);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(error(new AddPartitions(TOPIC, 1, List.of()))).isEqualTo(ErrorCode.ERROR_CODE_INVALID_PARTITIONS);
        assertThat(error(new AddPartitions(TOPIC, Integer.MIN_VALUE, List.of())))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_PARTITIONS);
        assertThat(error(new AddPartitions(TOPIC, 10_001, List.of())))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_PARTITIONS);
        assertThat(error(new AddPartitions(TOPIC, 3, List.of(List.of(0, 1, 2)))))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_PARTITIONS);
        assertThat(error(new AddPartitions(TOPIC, 2, List.of(List.of(0, 1)))))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR);
        assertThat(error(new AddPartitions(new UUID(1, 1), 2, List.of())))
                .isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
        cluster.fence(0, 1, 2);
        assertThat(error(new AddPartitions(TOPIC, 2, List.of())))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR);
    }

    @Test
    void leadersOfTheWholeTopicComeOutEven() {
        TestCluster even = TestCluster.of(4);
        even.ok(new CreateTopic("orders", TOPIC, 2, 1, TestCluster.configs(), List.of(List.of(0), List.of(1))));
        even.ok(new AddPartitions(TOPIC, 8, List.of()));
        for (int id = 0; id < 4; id++) {
            int broker = id;
            assertThat(Objects.requireNonNull(even.image.topics().get(TOPIC)).partitions())
                    .filteredOn(partition -> partition.leader() == broker)
                    .hasSize(2);
        }
    }

    private ErrorCode error(AddPartitions command) {
        return cluster.submit(command).error();
    }

    private TopicImage topic() {
        return Objects.requireNonNull(cluster.image.topics().get(TOPIC));
    }
}
