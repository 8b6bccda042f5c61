// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static io.tidemark.metadata.ratis.QuorumNodeTest.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.ControllerEndpoint;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import io.tidemark.v1.ErrorCode;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who votes: disks, not node ids; and only with each other's knowledge. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QuorumMembershipTest {
    @Test
    void aMajorityWithFreshDisksFoundsNoEmptyQuorumBesideTheRest(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            long index = submit(quorum.client(), new AllocateProducerIds(10)).index();
            quorum.awaitEqualImages(index);
            long nextProducerId = quorum.node(3).image().nextProducerId();
            for (int id = 1; id <= 3; id++) {
                quorum.stop(id);
            }
            quorum.reformat(1);
            quorum.reformat(2);

            quorum.start(1);
            quorum.start(2);
            Await.holdsFor(
                    2_000,
                    "nothing is founded while the third may know",
                    () -> quorum.activeController() < 0
                            && !quorum.node(1).view().founded()
                            && !quorum.node(2).view().founded());

            quorum.start(3);
            Await.until(
                    "the fresh disks learn of the quorum",
                    () -> quorum.node(1).view().founded()
                            && quorum.node(2).view().founded());
            Await.holdsFor(2_000, "they do not vote", () -> quorum.activeController() < 0);
            assertThat(quorum.node(1).view().voters())
                    .doesNotContain(quorum.node(1).view().self());
            assertThat(quorum.node(3).image().nextProducerId()).isEqualTo(nextProducerId);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aFreshDiskTakesTheLostOnesPlaceWhenItIsAdded(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            RemoteMetadataClient client = quorum.client();
            submit(client, new AllocateProducerIds(10));
            int lost = quorum.anyFollower();
            QuorumMember old = quorum.node(lost).view().self();
            quorum.stop(lost);
            quorum.reformat(lost);
            quorum.start(lost);
            Await.until(
                    "the fresh disk learns of the quorum",
                    () -> quorum.node(lost).view().founded());
            QuorumMember fresh = quorum.node(lost).view().self();
            assertThat(fresh).isNotEqualTo(old);

            Endpoint grpc = fresh.address().grpc();
            change(quorum, controller -> controller.addVoter(grpc, 20_000));
            quorum.awaitController();
            assertThat(quorum.node(quorum.activeController()).view().voters())
                    .contains(fresh)
                    .doesNotContain(old)
                    .hasSize(3);
            long index = submit(client, new AllocateProducerIds(10)).index();
            quorum.awaitEqualImages(index);

            // With one of the old voters gone the others need its vote.
            int victim = quorum.activeController();
            quorum.kill(victim);
            quorum.awaitController();
            assertThat(submit(client, new AllocateProducerIds(1)).isOk()).isTrue();
            // And it remembers that it votes.
            quorum.start(victim);
            quorum.awaitController();
            quorum.stop(lost);
            quorum.start(lost);
            quorum.awaitController();
            assertThat(quorum.node(lost).view().voters()).contains(fresh);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aVoterThatIsRemovedVotesNoMoreAndTheOthersGoOn(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            RemoteMetadataClient client = quorum.client();
            int removed = quorum.anyFollower();
            change(quorum, controller -> controller.removeVoter(removed, 20_000));
            int controller = quorum.activeController();
            assertThat(quorum.node(controller).view().voters())
                    .hasSize(2)
                    .noneMatch(voter -> voter.nodeId() == removed);
            assertThat(submit(client, new AllocateProducerIds(1)).isOk()).isTrue();
            quorum.stop(removed);
            quorum.start(removed);
            assertThat(submit(client, new AllocateProducerIds(1)).isOk()).isTrue();
            assertThat(quorum.node(removed).isController()).isFalse();
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aFollowerThatWasRemovedIsAddedAgainWithoutARestart(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            removeAndAddAgain(quorum, quorum.anyFollower());
        }
    }

    @Test
    void aLeaderThatWasRemovedIsAddedAgainWithoutARestart(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            removeAndAddAgain(quorum, quorum.activeController());
        }
    }

    @Test
    void aVoterThatWasRemovedWhileItWasAwayIsToldSoAndCanBeAdded(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            int nodeId = quorum.anyFollower();
            QuorumMember member = quorum.node(nodeId).view().self();
            quorum.kill(nodeId);
            change(quorum, controller -> controller.removeVoter(nodeId, 20_000));
            quorum.start(nodeId);
            // It still counts itself among the voters, so only their refusal can tell it.
            Await.until(
                    "the others told it to leave", () -> !quorum.node(nodeId).isRunning());

            addAgain(quorum, member);
        }
    }

    private static void removeAndAddAgain(TestQuorum quorum, int nodeId) {
        QuorumMember member = quorum.node(nodeId).view().self();
        change(quorum, controller -> controller.removeVoter(nodeId, 20_000));
        Await.until("the removed one's part of the quorum has ended", () -> !quorum.node(nodeId)
                .isRunning());
        addAgain(quorum, member);
    }

    private static void addAgain(TestQuorum quorum, QuorumMember member) {
        int nodeId = member.nodeId();
        change(quorum, controller -> controller.addVoter(member.address().grpc(), 20_000));
        quorum.awaitController();
        long index = submit(quorum.client(), new AllocateProducerIds(10)).index();
        quorum.awaitEqualImages(index);
        assertThat(quorum.node(quorum.activeController()).view().voters())
                .hasSize(3)
                .contains(member);

        // Its vote counts: the other two alone lose one of them and go on with it.
        int victim = quorum.runningIds().stream()
                .filter(id -> id != nodeId)
                .findFirst()
                .orElseThrow();
        quorum.kill(victim);
        quorum.awaitController();
        assertThat(submit(quorum.client(), new AllocateProducerIds(1)).isOk()).isTrue();
        assertThat(quorum.fatal()).isEmpty();
    }

    @Test
    void leadershipIsHandedToTheVoterAskedFor(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            int target = quorum.anyFollower();
            change(quorum, controller -> controller.transferLeadership(target, 10_000));
            Await.until("the voter leads", () -> quorum.activeController() == target);
        }
    }

    @Test
    void theFeatureLevelIsRaisedOnlyWhenEveryVoterIsKnownToSupportIt(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            int controller = quorum.activeController();
            ControllerEndpoint endpoint = quorum.node(controller).endpoint();
            assertThat(quorum.node(controller).image().featureLevel()).isEqualTo(FeatureLevel.LATEST);
            assertThat(upgrade(endpoint, 0).isOk()).isTrue();
            assertThat(upgrade(endpoint, FeatureLevel.LATEST + 1).message())
                    .contains("do not support feature level " + (FeatureLevel.LATEST + 1));

            int away = quorum.anyFollower();
            quorum.kill(away);
            CommandAnswer refused = upgrade(endpoint, FeatureLevel.LATEST);
            assertThat(refused.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
            assertThat(refused.message()).contains("voters [" + away + "] do not answer");
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    private static CommandAnswer upgrade(ControllerEndpoint controller, int level) {
        return controller.upgradeFeatures(level, 10_000).toCompletableFuture().join();
    }

    @Test
    void whatMakesNoSenseIsRefusedInOneLine(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            ControllerEndpoint controller =
                    quorum.node(quorum.activeController()).endpoint();
            assertThat(controller
                            .removeVoter(9, 1_000)
                            .toCompletableFuture()
                            .join()
                            .message())
                    .contains("node 9 is not among the voters");
            assertThat(controller
                            .transferLeadership(9, 1_000)
                            .toCompletableFuture()
                            .join()
                            .error())
                    .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
            assertThat(controller
                            .addVoter(FreeEndpoints.take(1).get(0), 5_000)
                            .toCompletableFuture()
                            .join()
                            .message())
                    .contains("does not answer")
                    .doesNotContain("\n");
            ControllerEndpoint follower = quorum.node(quorum.anyFollower()).endpoint();
            assertThat(follower.removeVoter(1, 1_000)
                            .toCompletableFuture()
                            .join()
                            .error())
                    .isEqualTo(ErrorCode.ERROR_CODE_NOT_CONTROLLER);
        }
    }

    /** Asks the controller, whoever it is by then, until it is done. */
    private static void change(TestQuorum quorum, Function<ControllerEndpoint, CompletionStage<CommandAnswer>> what) {
        Await.until("the change is made", () -> {
            int controller = quorum.activeController();
            return controller > 0
                    && what.apply(quorum.node(controller).endpoint())
                            .toCompletableFuture()
                            .join()
                            .isOk();
        });
    }
}
