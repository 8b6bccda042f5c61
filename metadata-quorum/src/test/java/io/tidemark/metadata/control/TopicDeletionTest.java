// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static io.tidemark.metadata.control.TestCluster.P0;
import static io.tidemark.metadata.control.TestCluster.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AlterConfigs;
import io.tidemark.metadata.command.ClusterCommand.ConfigChange;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.DeleteTopic;
import io.tidemark.metadata.command.ClusterCommand.ElectLeaders;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.ClusterCommand.PurgeTopics;
import io.tidemark.metadata.command.ClusterCommand.UndeleteTopic;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TopicDeletionTest {
    private final TestCluster cluster = TestCluster.withPartition(2, 0, 1, 2);

    @Test
    void withoutGraceATopicIsGoneAtOnce() {
        cluster.ok(new DeleteTopic(TOPIC, 0L));
        assertThat(cluster.image.topics()).doesNotContainKey(TOPIC);
        assertThat(Objects.requireNonNull(cluster.last.delta()).deletedTopics()).containsExactly(TOPIC);
    }

    @Test
    void aDeletedTopicHasNoNameAndNoLeaderAndLosesNoCandidate() {
        int leaderEpoch = cluster.p0().leaderEpoch();
        cluster.ok(new DeleteTopic(TOPIC, 60_000L));

        assertThat(cluster.image.topicIds()).doesNotContainKey("orders");
        assertThat(topic().isDeleted()).isTrue();
        assertThat(cluster.p0().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(cluster.p0().isr()).isEmpty();
        assertThat(cluster.p0().elr()).containsExactly(0, 1, 2);
        assertThat(cluster.p0().leaderEpoch()).isEqualTo(leaderEpoch + 1);
        assertThat(Objects.requireNonNull(cluster.last.delta()).deletedTopics()).isEmpty();
    }

    @Test
    void nothingBringsADeletedTopicALeaderButUndeletingIt() {
        cluster.ok(new DeleteTopic(TOPIC, 60_000L));
        cluster.restartKilled(0);
        cluster.ok(new ElectLeaders(ElectionKind.UNCLEAN, List.of(P0)));
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "unclean.leader.election.enable", "true"))));
        assertThat(cluster.p0().hasLeader()).isFalse();

        cluster.ok(new UndeleteTopic(TOPIC));
        assertThat(cluster.image.topic("orders")).isEqualTo(topic());
        assertThat(topic().isDeleted()).isFalse();
        assertThat(cluster.p0().leader()).isEqualTo(0);
        assertThat(cluster.p0().lastUncleanLeaderEpoch()).isEqualTo(-1);
    }

    @Test
    void theGracePeriodIsTheTopicsConfigUnlessTheCommandSaysOtherwise() {
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(TOPIC, "delete.grace.ms", "5000"))));
        cluster.ok(new DeleteTopic(TOPIC));
        assertThat(topic().isDeleted()).isTrue();
        cluster.ok(new DeleteTopic(TOPIC, 0L));
        assertThat(cluster.image.topics()).doesNotContainKey(TOPIC);
    }

    @Test
    void aTopicIsPurgedOnlyWhenItsGracePeriodHasEnded() {
        cluster.ok(new DeleteTopic(TOPIC, 5_000L));
        cluster.ok(new PurgeTopics(List.of(TOPIC)));
        assertThat(cluster.image.topics()).containsKey(TOPIC);
        while (cluster.nextTimeMs() < topic().purgeAtMs()) {
            cluster.ok(new PurgeTopics(List.of(TOPIC, new UUID(1, 1))));
        }
        cluster.ok(new PurgeTopics(List.of(TOPIC)));
        assertThat(cluster.image.topics()).doesNotContainKey(TOPIC);
    }

    @Test
    void aLiveTopicIsNeverPurged() {
        cluster.ok(new PurgeTopics(List.of(TOPIC)));
        assertThat(cluster.image.topics()).containsKey(TOPIC);
    }

    @Test
    void theNameIsFreeAndTheOldTopicComesBackOnlyWhenItIsFreeAgain() {
        cluster.ok(new DeleteTopic(TOPIC, 60_000L));
        UUID second = new UUID(7, 8);
        cluster.ok(new CreateTopic("orders", second, 1, 1, TestCluster.configs(), List.of()));
        assertThat(cluster.submit(new UndeleteTopic(TOPIC)).error())
                .isEqualTo(ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS);
        cluster.ok(new DeleteTopic(second, 0L));
        cluster.ok(new UndeleteTopic(TOPIC));
        assertThat(cluster.image.topicIds()).containsEntry("orders", TOPIC);
    }

    @Test
    void aChangedMinimumIsTakenUpOnlyWithALeaderG33() {
        cluster.ok(new DeleteTopic(TOPIC, 60_000L));
        cluster.ok(new AlterConfigs(List.of(new ConfigChange(null, "min.insync.replicas", "1"))));
        cluster.ok(new UndeleteTopic(TOPIC));
        assertThat(cluster.p0().minIsr()).isEqualTo(2);

        TestCluster defaults = TestCluster.of(3);
        defaults.ok(new CreateTopic("plain", TOPIC, 1, 3, TestCluster.configs(), List.of(List.of(0, 1, 2))));
        defaults.ok(new DeleteTopic(TOPIC, 60_000L));
        defaults.ok(new AlterConfigs(List.of(new ConfigChange(null, "min.insync.replicas", "1"))));
        defaults.fence(0, 1, 2);
        assertThat(defaults.submit(new UndeleteTopic(TOPIC)).error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        defaults.restartKilled(1);
        defaults.ok(new UndeleteTopic(TOPIC));
        assertThat(defaults.p0().leader()).isEqualTo(1);
        assertThat(defaults.p0().minIsr()).isEqualTo(1);
        assertThat(defaults.p0().elr()).isEmpty();
    }

    private TopicImage topic() {
        return Objects.requireNonNull(cluster.image.topics().get(TOPIC));
    }
}
