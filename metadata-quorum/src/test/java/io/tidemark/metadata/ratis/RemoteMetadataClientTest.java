// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static io.tidemark.metadata.ratis.QuorumNodeTest.submit;
import static io.tidemark.metadata.ratis.QuorumNodeTest.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import io.tidemark.v1.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client against a real quorum. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class RemoteMetadataClientTest {
    @Test
    void followsTheImageWithoutAGapThroughTheLossOfVoters(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker broker = new TestBroker(1, quorum).join()) {
            RemoteMetadataClient client = quorum.client();
            Replay replay = new Replay();
            client.addListener(replay);

            for (int round = 0; round < 3; round++) {
                String name = "topic-" + round;
                assertThat(submit(broker.client(), topic(name, 2, 1)).error())
                        .isEqualTo(ErrorCode.ERROR_CODE_UNSPECIFIED);
                Await.until("the listener sees " + name, () -> replay.image.topic(name) != null);
                int victim = round == 1 ? quorum.anyFollower() : quorum.activeController();
                quorum.kill(victim);
                quorum.awaitController();
                quorum.start(victim);
                quorum.awaitController();
            }
            assertThat(replay.faults).isEmpty();
        }
    }

    @Test
    void aVoterThatStartedAnewGivesTheWholeImage(@TempDir Path root) throws Exception {
        TestQuorum small = new TestQuorum(root).tuned(config -> config.withSnapshotEvery(10));
        try (TestQuorum quorum = small) {
            quorum.startAll();
            RemoteMetadataClient first = quorum.client();
            long last = 0;
            for (int i = 0; i < 15; i++) {
                last = submit(first, new AllocateProducerIds(1)).index();
            }
            quorum.awaitEqualImages(last);
            for (int id = 1; id <= 3; id++) {
                quorum.kill(id);
            }
            quorum.startAll();
            long reached = last;
            RemoteMetadataClient second = quorum.client();
            Await.until("the new client has the image", () -> second.image().index() >= reached);
            long index = second.image().index();
            Await.until("the old client goes on", () -> first.image().index() >= index);
            assertThat(second.image().nextProducerId()).isEqualTo(first.image().nextProducerId());
        }
    }

    @Test
    void heartbeatsFollowTheController(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker broker = new TestBroker(1, quorum).join()) {
            quorum.kill(quorum.activeController());
            quorum.awaitController();
            int before = broker.answeredCount();
            Await.until("a heartbeat is answered by the new controller", () -> broker.answeredCount() > before);
            assertThat(broker.isUnfencedIn(broker.client())).isTrue();
        }
    }

    @Test
    void aStaleLifeIsToldSo(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker broker = new TestBroker(1, quorum).join()) {
            RemoteMetadataClient client = quorum.client();
            BrokerLife stale = new BrokerLife(1, broker.life().brokerEpoch() - 1);
            assertThat(beat(client, stale).error()).isEqualTo(ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH);
            assertThat(beat(client, new BrokerLife(7, 1)).error())
                    .isEqualTo(ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED);
        }
    }

    @Test
    void aBrokerThatLeavesInGoodOrderIsLedOut(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker broker = new TestBroker(1, quorum).join();
                TestBroker other = new TestBroker(2, quorum).join()) {
            CommandAnswer created = submit(broker.client(), topic("t", 2, 2));
            assertThat(created.isOk()).isTrue();
            broker.wantShutdown();
            Await.until("the broker may shut down", () -> {
                HeartbeatAnswer answer = broker.lastAnswer();
                return answer != null && answer.mayShutDown();
            });
            Await.until("the other leads everything", () -> {
                var topic = other.client().image().topic("t");
                return topic != null && topic.partitions().stream().allMatch(partition -> partition.leader() == 2);
            });
        }
    }

    @Test
    void onlyTheControllerSubmitsItsOwnCommands(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            CommandAnswer answer = submit(quorum.client(), new FenceBrokers(List.of(new BrokerLife(1, 1))));
            assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        }
    }

    @Test
    void aClientOfAnotherClusterIsRefused(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                RemoteMetadataClient stranger =
                        RemoteMetadataClient.connect("another-cluster", quorum.grpcEndpoints())) {
            CommandAnswer answer = submit(stranger, new AllocateProducerIds(1));
            assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID);
            assertThat(stranger.image()).isEqualTo(ClusterImage.EMPTY);
        }
    }

    @Test
    void aControllerThatLostItsQuorumStopsAndCommandsEndInTime(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            int controller = quorum.activeController();
            RemoteMetadataClient client = quorum.client();
            assertThat(submit(client, new AllocateProducerIds(1)).isOk()).isTrue();
            for (int id = 1; id <= 3; id++) {
                if (id != controller) {
                    quorum.kill(id);
                }
            }
            Await.until("the controller stops", () -> !quorum.node(controller).isController());
            CommandAnswer answer = client.submit(new AllocateProducerIds(1), 500)
                    .toCompletableFuture()
                    .join();
            assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        }
    }

    @Test
    void withoutAnyNodeNothingHangsAndClosingLeavesNoThread() throws Exception {
        List<Endpoint> nobody = FreeEndpoints.take(2);
        RemoteMetadataClient client = RemoteMetadataClient.connect("c1", nobody);
        assertThat(allocate(client).error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        CompletableFuture<HeartbeatAnswer> unanswered =
                client.heartbeat(heartbeat(new BrokerLife(1, 1))).toCompletableFuture();
        client.close();

        assertThatExceptionOfType(CompletionException.class).isThrownBy(unanswered::join);
        Await.until("no thread of the client is left", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("metadata-client")
                        || thread.getName().startsWith("metadata-delivery")));
        assertThat(allocate(client).error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
    }

    private static CommandAnswer allocate(RemoteMetadataClient client) {
        return client.submit(new AllocateProducerIds(1), 300)
                .toCompletableFuture()
                .join();
    }

    private static HeartbeatAnswer beat(RemoteMetadataClient client, BrokerLife life) {
        return client.heartbeat(heartbeat(life)).toCompletableFuture().join();
    }

    private static Heartbeat heartbeat(BrokerLife life) {
        return new Heartbeat(life, 0, false, false);
    }

    /** Checks that each change starts where the last one ended. */
    private static final class Replay implements ImageListener {
        private final Queue<String> faults = new ConcurrentLinkedQueue<>();
        private volatile ClusterImage image = ClusterImage.EMPTY;

        @Override
        public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
            if (!before.equals(image) || !ClusterImages.apply(before, delta).equals(after)) {
                faults.add(before.index() + " to " + after.index());
            }
            image = after;
        }
    }
}
