// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.ClusterCommand.IsrProposal;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import io.tidemark.v1.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
class QuorumNodeTest {
    @Test
    void carriesBrokersAndTopicsToEveryVoterAndClient(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker first = new TestBroker(1, quorum).join();
                TestBroker second = new TestBroker(2, quorum).join()) {
            RemoteMetadataClient client = quorum.client();

            CommandAnswer created = submit(client, topic("orders", 3, 2));
            assertThat(created.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);

            Await.until("the client sees the topic", () -> client.image().topic("orders") != null);
            quorum.awaitEqualImages(created.index());
            TopicImage topic = requireNonNull(client.image().topic("orders"));
            assertThat(topic.partitions()).hasSize(3).allSatisfy(partition -> assertThat(partition.leader())
                    .isIn(1, 2));
            assertThat(client.controllerId()).isEqualTo(quorum.activeController());

            PartitionImage before = topic.partitions().get(0);
            TestBroker leader = before.leader() == 1 ? first : second;
            PartitionKey partition = new PartitionKey(topic.topicId(), 0);
            CommandAnswer shrunk = submit(leader.client(), shrinkToLeader(leader.life(), partition, before));
            assertThat(shrunk.partitions()).singleElement().satisfies(outcome -> assertThat(outcome.error())
                    .isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED));
            Await.until("the client sees the smaller ISR", () -> {
                PartitionImage after = client.image().partition(partition);
                return after != null && after.isr().equals(List.of(before.leader()));
            });
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void fencesABrokerWhoseProcessIsGoneLongBeforeItsLeaseEnds(@TempDir Path root) throws Exception {
        TestQuorum slow = new TestQuorum(root).tuned(config -> config.withSessionTimeout(30_000));
        try (TestQuorum quorum = slow) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            TestBroker broker = new TestBroker(1, quorum).join();
            Await.until("the client sees the broker", () -> broker.isUnfencedIn(client));

            broker.kill();
            long tookMs = Await.until("the broker is fenced", () -> !broker.isUnfencedIn(client));
            assertThat(tookMs).isLessThan(3000);
        }
    }

    @Test
    void fencesASilentBrokerOnlyWhenItsLeaseEnds(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            RemoteMetadataClient client = quorum.client();
            try (TestBroker broker = new TestBroker(1, quorum).join()) {
                Await.until("the client sees the broker", () -> broker.isUnfencedIn(client));
                broker.freeze();
                long tookMs = Await.until("the broker is fenced", () -> !broker.isUnfencedIn(client));
                assertThat(tookMs).isBetween(900L, 8000L);
            }
        }
    }

    @Test
    void anotherVoterTakesOverWhenTheControllersProcessIsGone(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker broker = new TestBroker(1, quorum).join()) {
            int before = quorum.activeController();
            long start = System.nanoTime();
            quorum.kill(before);
            Await.until("another controller", () -> quorum.activeController() > 0);
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertThat(quorum.activeController()).isNotEqualTo(before);
            assertThat(tookMs).isLessThan(10_000);

            CommandAnswer created = submit(broker.client(), topic("after", 1, 1));
            assertThat(created.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
            assertThat(broker.isUnfencedIn(broker.client())).isTrue();
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void fencesBrokersWhoseLeasesEndTogetherInOneEntry(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker first = new TestBroker(1, quorum).join();
                TestBroker second = new TestBroker(2, quorum).join()) {
            RemoteMetadataClient client = quorum.client();
            Await.until("both are seen", () -> first.isUnfencedIn(client) && second.isUnfencedIn(client));
            assertThat(submit(client, topic("t", 4, 2)).isOk()).isTrue();
            first.freeze();
            second.freeze();
            Await.until("both are fenced", () -> !first.isUnfencedIn(client) && !second.isUnfencedIn(client));
            TopicImage topic = requireNonNull(client.image().topic("t"));
            assertThat(topic.partitions()).allSatisfy(partition -> {
                assertThat(partition.hasLeader()).isFalse();
                assertThat(partition.isr()).isEmpty();
            });
        }
    }

    static CommandAnswer submit(RemoteMetadataClient client, ClusterCommand command) {
        return client.submit(command, 15_000).toCompletableFuture().join();
    }

    static CreateTopic topic(String name, int partitions, int replicationFactor) {
        return new CreateTopic(name, UUID.randomUUID(), partitions, replicationFactor, new TreeMap<>(), List.of());
    }

    private static AlterPartitions shrinkToLeader(BrokerLife leader, PartitionKey partition, PartitionImage before) {
        return new AlterPartitions(
                leader,
                List.of(new IsrProposal(
                        partition,
                        before.leaderEpoch(),
                        before.partitionEpoch(),
                        List.of(leader),
                        RecoveryState.RECOVERED)));
    }
}
