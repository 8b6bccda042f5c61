// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TopicCreationTest {
    private final TestCluster cluster = TestCluster.of(3);

    @Test
    void newPartitionsAreInSyncOnAllLiveReplicasAndLed() {
        cluster.ok(topic("orders", 6, 3));

        TopicImage topic = Objects.requireNonNull(cluster.image.topic("orders"));
        assertThat(topic.partitions()).hasSize(6).allSatisfy(partition -> {
            assertThat(partition.replicas()).hasSize(3).doesNotHaveDuplicates();
            assertThat(partition.isr()).isEqualTo(partition.replicas());
            assertThat(partition.leader()).isEqualTo(partition.replicas().get(0));
            assertThat(partition.minIsr()).isEqualTo(2);
            assertThat(partition.leaderEpoch()).isZero();
            assertThat(partition.lastUncleanLeaderEpoch()).isEqualTo(-1);
        });
    }

    @Test
    void theMinimumIsAtMostTheNumberOfReplicasG1() {
        cluster.ok(topic("single", 1, 1));

        assertThat(Objects.requireNonNull(cluster.image.topic("single"))
                        .partitions()
                        .get(0)
                        .minIsr())
                .isEqualTo(1);
    }

    @Test
    void aMinimumThatIsAskedForAndCannotBeMetIsRefused() {
        refused(
                topic("t", 1, 2, TestCluster.configs("min.insync.replicas", "3")),
                ErrorCode.ERROR_CODE_INVALID_CONFIG,
                "ask for at most 2");
        refused(
                new CreateTopic(
                        "t",
                        new UUID(9, 9),
                        1,
                        0,
                        TestCluster.configs("min.insync.replicas", "2"),
                        List.of(List.of(1))),
                ErrorCode.ERROR_CODE_INVALID_CONFIG,
                "ask for at most 1");
        cluster.ok(topic("t", 1, 3, TestCluster.configs("min.insync.replicas", "3")));
    }

    @Test
    void aFencedReplicaIsNotInSync() {
        cluster.fence(2);

        cluster.ok(topic("orders", 1, 3));

        PartitionImage partition = Objects.requireNonNull(cluster.image.topic("orders"))
                .partitions()
                .get(0);
        assertThat(partition.isr()).hasSize(2).doesNotContain(2);
        assertThat(partition.leader()).isNotEqualTo(2);
    }

    @Test
    void theSameCommandAgainIsAnsweredAsTheFirstTime() {
        CreateTopic create = topic("orders", 1, 3);
        cluster.ok(create);

        CommandAnswer again = cluster.ok(create);

        assertThat(again.topicId()).isEqualTo(create.topicId());
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void aTakenNameIsRefused() {
        cluster.ok(topic("orders", 1, 3));

        refused(topic("orders", 1, 3), ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS, "exists already");
    }

    @Test
    void namesThatDifferOnlyInDotsAndUnderscoresCollide() {
        cluster.ok(topic("a.b", 1, 3));

        refused(topic("a_b", 1, 3), ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME, "collides with a.b");
    }

    @Test
    void illegalNamesAreRefused() {
        refused(topic("a b", 1, 3), ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME, "letters, digits");
    }

    @Test
    void impossibleNumbersAreRefused() {
        refused(topic("t", 0, 3), ErrorCode.ERROR_CODE_INVALID_PARTITIONS, "1 to 10000");
        refused(topic("t", 10_001, 3), ErrorCode.ERROR_CODE_INVALID_PARTITIONS, "1 to 10000");
        refused(topic("t", 1, 0), ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR, "1 to 32767");
        refused(topic("t", 1, 4), ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR, "there are 3");
    }

    @Test
    void badConfigsAreRefused() {
        refused(
                topic("t", 1, 3, TestCluster.configs("retention.sm", "1")),
                ErrorCode.ERROR_CODE_INVALID_CONFIG,
                "unknown topic config retention.sm");
        refused(
                topic("t", 1, 3, TestCluster.configs("cleanup.policy", "shred")),
                ErrorCode.ERROR_CODE_INVALID_CONFIG,
                "delete, compact or compact,delete");
    }

    @Test
    void badAssignmentsAreRefused() {
        refusedAssignment("twice", List.of(List.of(1, 1)));
        refusedAssignment("broker 9 is not registered", List.of(List.of(1, 9)));
        refusedAssignment("same number of replicas", List.of(List.of(1, 2), List.of(1)));
    }

    @Test
    void anAssignmentWithoutALiveReplicaIsRefused() {
        cluster.fence(2);

        refusedAssignment("alive", List.of(List.of(2)));
    }

    @Test
    void aDeletedNameIsFreeForAnotherTopic() {
        CreateTopic first = topic("orders", 1, 3);
        cluster.ok(first);
        cluster.ok(new DeleteTopic(first.topicId()));

        UUID second = cluster.ok(topic("orders", 1, 3)).topicId();

        assertThat(cluster.image.topics()).containsOnlyKeys(second);
        assertThat(cluster.image.topicIds()).containsEntry("orders", second);
        assertThat(cluster.submit(new DeleteTopic(first.topicId())).error())
                .isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
    }

    private void refusedAssignment(String message, List<List<Integer>> assignment) {
        refused(
                new CreateTopic("t", UUID.randomUUID(), 0, 0, TestCluster.configs(), assignment),
                ErrorCode.ERROR_CODE_INVALID_REPLICATION_FACTOR,
                message);
    }

    private void refused(CreateTopic command, ErrorCode error, String message) {
        CommandAnswer answer = cluster.submit(command);
        assertThat(answer.error()).isEqualTo(error);
        assertThat(answer.message()).contains(message).doesNotContain("\n");
        assertThat(cluster.last.delta()).isNull();
    }

    private static CreateTopic topic(String name, int partitions, int replicas) {
        return topic(name, partitions, replicas, TestCluster.configs());
    }

    private static CreateTopic topic(String name, int partitions, int replicas, SortedMap<String, String> configs) {
        return new CreateTopic(name, UUID.randomUUID(), partitions, replicas, configs, List.of());
    }
}
