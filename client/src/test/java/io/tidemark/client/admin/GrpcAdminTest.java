// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.fake.FakeCluster;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.TopicListing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GrpcAdminTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private Admin admin = Admin.create(cluster.config());

    @BeforeEach
    void createAdmin() {
        admin.close();
        admin = Admin.create(cluster.config().with("default.api.timeout.ms", "5000"));
    }

    @AfterEach
    void closeAll() {
        admin.close();
        cluster.close();
    }

    @Test
    void createsDescribesListsAndDeletesTopics() {
        assertThat(admin.createTopic("orders", 4, 0, Map.of("retention.ms", "1000"))
                        .getPartitionsCount())
                .isEqualTo(4);
        assertThat(admin.describeTopics(List.of("orders")).get(0).getConfigsMap())
                .containsEntry("retention.ms", "1000");
        assertThat(admin.listTopics()).extracting(TopicListing::getName).containsExactly("orders");
        admin.deleteTopic("orders");
        assertThat(admin.listTopics()).isEmpty();
    }

    @Test
    void describesTheCluster() {
        assertThat(admin.describeCluster().getBrokersCount()).isEqualTo(3);
    }

    @Test
    void altersConfigs() {
        admin.createTopic("orders", 1, 0, Map.of("retention.ms", "1000"));
        admin.alterConfigs("orders", Map.of("segment.bytes", "7"), List.of("retention.ms"));

        assertThat(admin.describeTopics(List.of("orders")).get(0).getConfigsMap())
                .containsExactlyEntriesOf(Map.of("segment.bytes", "7"));
    }

    @Test
    void saysWhatToDoWhenTheTopicExists() {
        admin.createTopic("orders", 1, 0, Map.of());
        TidemarkException failure =
                catchThrowableOfType(TidemarkException.class, () -> admin.createTopic("orders", 1, 0, Map.of()));

        assertThat(failure.code()).isEqualTo(ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS);
        assertThat(failure).hasMessageContaining("delete it first");
    }

    @Test
    void asksAnotherNodeWhenOneDied() {
        admin.createTopic("orders", 1, 0, Map.of());
        cluster.kill(1);
        cluster.kill(2);

        assertThat(admin.listTopics()).hasSize(1);
    }

    @Test
    void takesATopicForCreatedWhenAnEarlierAttemptMadeIt() {
        cluster.failCommands(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);

        assertThat(admin.createTopic("orders", 2, 0, Map.of()).getPartitionsCount())
                .isEqualTo(2);
    }

    @Test
    void takesATopicForDeletedWhenAnEarlierAttemptDidIt() {
        admin.createTopic("orders", 2, 0, Map.of());
        cluster.failCommands(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        admin.deleteTopic("orders");

        assertThat(admin.listTopics()).isEmpty();
    }

    @Test
    void deletesRecordsAtTheLeaderAfterItMoved() {
        admin.createTopic("orders", 1, 0, Map.of());
        TopicPartition partition = new TopicPartition("orders", 0);
        admin.deleteRecords(Map.of(partition, 0L));
        cluster.moveLeader(partition);

        assertThat(admin.deleteRecords(Map.of(partition, 7L))).containsExactlyEntriesOf(Map.of(partition, 7L));
    }

    @Test
    void doesNotCallADeletionThatTimedOutNotDone() {
        admin.createTopic("orders", 1, 0, Map.of());
        cluster.failCommands(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT);
        TidemarkException failure = catchThrowableOfType(
                TidemarkException.class, () -> admin.deleteRecords(Map.of(new TopicPartition("orders", 0), 7L)));

        assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void failsTruthfullyWhenNoNodeAnswers() {
        ClientConfig nowhere = ClientConfig.of("127.0.0.1:1").with("default.api.timeout.ms", "200");
        try (Admin lonely = Admin.create(nowhere)) {
            TidemarkException failure = catchThrowableOfType(TidemarkException.class, lonely::listTopics);

            assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
            assertThat(failure).hasMessageContaining("127.0.0.1:1").hasMessageNotContaining("\n");
        }
    }
}
