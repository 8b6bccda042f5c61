// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.engine.observe.BrokerSnapshot;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.ImageProgress;
import io.tidemark.engine.runtime.StartingBrokers;
import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.CreateTopicResponse;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DescribeTopicsResponse;
import io.tidemark.v1.DrainBrokerRequest;
import io.tidemark.v1.DrainBrokerResponse;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class AdminServiceTest {
    private static final long REGISTERED_AT = 40;
    private static final CreateTopicRequest ORDERS =
            CreateTopicRequest.newBuilder().setName("orders").build();

    private final BrokerIdentity identity = new BrokerIdentity(1);

    private final CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
    private final StartingBrokers starting = new StartingBrokers(Clock.system());

    /** Knows an image without topics, and no controller: commands are kept, and answered when the test does. */
    private record OldImage(long index, List<ClusterCommand> submitted, CompletableFuture<CommandAnswer> answer)
            implements MetadataClient {
        @Override
        public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
            submitted.add(command);
            return answer;
        }

        @Override
        public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public ClusterImage image() {
            return new ClusterImage(
                    index,
                    "cluster",
                    TreePMap.empty(),
                    TreePMap.empty(),
                    TreePMap.empty(),
                    TreePMap.empty(),
                    0,
                    FeatureLevel.LATEST);
        }

        @Override
        public void addListener(ImageListener listener) {
            // Never tells anything.
        }

        @Override
        public int controllerId() {
            return -1;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    private AdminService service(long imageIndex, List<ClusterCommand> submitted) {
        return new AdminService(new AdminParts(
                new OldImage(imageIndex, submitted, answer),
                new ImageProgress(),
                starting,
                identity,
                "cluster",
                1,
                1,
                1,
                1_000_000,
                () -> new BrokerSnapshot(0, 0, 0, List.of())));
    }

    private ErrorCode described(long imageIndex) {
        List<ErrorCode> errors = new ArrayList<>();
        service(imageIndex, List.of())
                .describeTopics(
                        DescribeTopicsRequest.newBuilder().addNames("orders").build(), new StreamObserver<>() {
                            @Override
                            public void onNext(DescribeTopicsResponse response) {
                                errors.add(response.getTopics(0).getError());
                            }

                            @Override
                            public void onError(Throwable failure) {
                                throw new AssertionError(failure);
                            }

                            @Override
                            public void onCompleted() {
                                // One answer is all.
                            }
                        });
        return errors.get(0);
    }

    @Test
    void aNodeThatHasJustStartedDoesNotDenyATopicThatItMayNotKnowYet() {
        assertThat(described(7)).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        identity.registered(REGISTERED_AT);
        assertThat(described(REGISTERED_AT - 1)).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
    }

    @Test
    void aTopicIsDeniedOnceTheImageHoldsThisLife() {
        identity.registered(REGISTERED_AT);
        assertThat(described(REGISTERED_AT)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aTopicIsPlacedOnceBrokersThatHaveJustRegisteredMayLead() {
        List<ClusterCommand> submitted = new ArrayList<>();
        show(true);
        service(REGISTERED_AT, submitted).createTopic(ORDERS, new Faulted<>());
        assertThat(submitted).isEmpty();

        show(false);

        assertThat(submitted).hasSize(1);
    }

    @Test
    void aFaultThatIsMetAfterWaitingIsAnsweredToo() {
        Faulted<CreateTopicResponse> observer = new Faulted<>();
        show(true);
        // Takes no command.
        service(REGISTERED_AT, List.of()).createTopic(ORDERS, observer);

        show(false);

        assertThat(observer.codes).containsExactly(Status.Code.INTERNAL);
    }

    @Test
    void aFaultOnTheWayToTheControllerIsAnsweredToo() {
        Faulted<DrainBrokerResponse> observer = new Faulted<>();
        service(REGISTERED_AT, new ArrayList<>())
                .drainBroker(DrainBrokerRequest.newBuilder().setBrokerId(1).build(), observer);
        assertThat(observer.codes).isEmpty();

        answer.completeExceptionally(new IllegalStateException("closed"));

        assertThat(observer.codes).containsExactly(Status.Code.INTERNAL);
    }

    private void show(boolean fenced) {
        UUID id = new UUID(1, 1);
        BrokerImage broker =
                new BrokerImage(2, 7, id, new Endpoint("h", 1), "", id, fenced, false, false, id, FeatureLevel.LATEST);
        ClusterImage image = new ClusterImage(
                REGISTERED_AT,
                "cluster",
                TreePMap.<Integer, BrokerImage>empty().plus(2, broker),
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
        starting.onImage(ClusterImage.EMPTY, image, ClusterImages.diff(ClusterImage.EMPTY, image));
    }

    private static final class Faulted<R> implements StreamObserver<R> {
        private final List<Status.Code> codes = new ArrayList<>();

        @Override
        public void onNext(R response) {
            throw new AssertionError("nobody answers the command");
        }

        @Override
        public void onError(Throwable failure) {
            codes.add(Status.fromThrowable(failure).getCode());
        }

        @Override
        public void onCompleted() {
            throw new AssertionError("nobody answers the command");
        }
    }
}
