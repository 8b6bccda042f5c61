// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DescribeTopicsResponse;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class AdminServiceTest {
    private static final long REGISTERED_AT = 40;

    private final BrokerIdentity identity = new BrokerIdentity(1);

    /** Knows an image without topics, and no controller. */
    private record OldImage(long index) implements MetadataClient {
        @Override
        public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
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

    private ErrorCode described(long imageIndex) {
        AdminParts parts = new AdminParts(
                new OldImage(imageIndex),
                new ImageProgress(),
                new StartingBrokers(Clock.system()),
                identity,
                "cluster",
                1,
                1,
                1,
                1_000_000,
                () -> new BrokerSnapshot(0, 0, 0, List.of()));
        List<ErrorCode> errors = new ArrayList<>();
        new AdminService(parts)
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
}
