// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FindCoordinatorRequest;
import io.tidemark.v1.FindCoordinatorResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.PartitionCommit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a commit says of itself when attempts went before its last answer, or when that speaks of several partitions. */
class GroupOffsetsTest {
    private static final String HOST = "127.0.0.1";
    private static final long TIMEOUT_MS = 5_000;
    private static final int FIRST_EPOCH = 6;

    private final Deque<CommitOffsetsResponse> answers = new ConcurrentLinkedDeque<>();
    private final Queue<CommitOffsetsRequest> requests = new ConcurrentLinkedQueue<>();
    private final Connections connections = new Connections("test");
    private final Server server = start(new Coordinator());
    private final ClusterMetadata metadata = new ClusterMetadata(
            new ClientConfig(Map.of("bootstrap.servers", HOST + ":" + server.getPort())), connections);

    private static Server start(BindableService service) {
        try {
            return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .addService(service)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        metadata.close();
        connections.close();
        server.shutdownNow();
        server.awaitTermination(5, TimeUnit.SECONDS);
    }

    @Test
    void aCommitThatIsRefusedAtOnceWasNotWritten() {
        answers.add(refused(ErrorCode.ERROR_CODE_FENCED_MEMBER_EPOCH));

        assertThat(failureOf(0)).returns(Outcome.NOT_WRITTEN, TidemarkException::outcome);
    }

    @Test
    void aCommitThatIsRefusedAfterAnAttemptOfUnknownOutcomeIsUnknown() {
        answers.add(refused(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT));
        answers.add(refused(ErrorCode.ERROR_CODE_UNKNOWN_MEMBER));

        assertThat(failureOf(0))
                .returns(ErrorCode.ERROR_CODE_UNKNOWN_MEMBER, TidemarkException::code)
                .returns(Outcome.UNKNOWN, TidemarkException::outcome);
    }

    @Test
    void aCommitThatIsRefusedWhileTheCoordinatorWasOnlyLoadingBeforeWasNotWritten() {
        answers.add(refused(ErrorCode.ERROR_CODE_COORDINATOR_LOADING));
        answers.add(refused(ErrorCode.ERROR_CODE_UNKNOWN_MEMBER));

        assertThat(failureOf(0)).returns(Outcome.NOT_WRITTEN, TidemarkException::outcome);
    }

    @Test
    void aCommitOfWhichOnePartitionIsRefusedAndAnotherCommittedIsUnknownAsAWhole() {
        answers.add(perPartition(ErrorCode.ERROR_CODE_UNSPECIFIED, ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED));

        assertThat(failureOf(0, 1))
                .returns(ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED, TidemarkException::code)
                .returns(Outcome.UNKNOWN, TidemarkException::outcome);
    }

    @Test
    void aCommitOfWhichEveryPartitionIsRefusedWasNotWritten() {
        answers.add(perPartition(ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED, ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED));

        assertThat(failureOf(0, 1)).returns(Outcome.NOT_WRITTEN, TidemarkException::outcome);
    }

    @Test
    void aCommitThatSucceedsAfterAttemptsOfUnknownOutcomeSucceeds() {
        answers.add(refused(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT));
        answers.add(perPartition(ErrorCode.ERROR_CODE_UNSPECIFIED));

        assertThatCode(() -> commit(0)).doesNotThrowAnyException();
    }

    @Test
    void eachAttemptNamesTheEpochOfTheCoordinatorThatItIsSentTo() {
        answers.add(refused(ErrorCode.ERROR_CODE_COORDINATOR_LOADING));
        answers.add(refused(ErrorCode.ERROR_CODE_NOT_COORDINATOR).toBuilder()
                .setCoordinator(coordinator(FIRST_EPOCH + 2))
                .build());
        answers.add(perPartition(ErrorCode.ERROR_CODE_UNSPECIFIED));

        commit(0);

        assertThat(requests)
                .extracting(CommitOffsetsRequest::getCoordinatorEpoch)
                .containsExactly(FIRST_EPOCH, FIRST_EPOCH, FIRST_EPOCH + 2);
    }

    private TidemarkException failureOf(int... partitions) {
        return catchThrowableOfType(TidemarkException.class, () -> commit(partitions));
    }

    private void commit(int... partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new TreeMap<>();
        Arrays.stream(partitions)
                .forEach(partition -> offsets.put(new TopicPartition("t", partition), new OffsetAndMetadata(7)));
        new GroupOffsets("g", new CoordinatorCalls("g", metadata, connections))
                .commit(offsets, () -> new GroupOffsets.Committer("m", 3), TIMEOUT_MS);
    }

    private LeaderHint coordinator(int leaderEpoch) {
        return LeaderHint.newBuilder()
                .setHost(HOST)
                .setPort(server.getPort())
                .setLeaderEpoch(leaderEpoch)
                .build();
    }

    private static CommitOffsetsResponse refused(ErrorCode error) {
        return CommitOffsetsResponse.newBuilder().setError(error).build();
    }

    private static CommitOffsetsResponse perPartition(ErrorCode... errors) {
        CommitOffsetsResponse.Builder response = CommitOffsetsResponse.newBuilder();
        for (int partition = 0; partition < errors.length; partition++) {
            response.addPartitions(PartitionCommit.newBuilder()
                    .setTopic("t")
                    .setPartition(partition)
                    .setError(errors[partition]));
        }
        return response.build();
    }

    /** Coordinates every group, and answers commits with what it was given. */
    private final class Coordinator extends GroupServiceGrpc.GroupServiceImplBase {
        @Override
        public void findCoordinator(FindCoordinatorRequest request, StreamObserver<FindCoordinatorResponse> observer) {
            observer.onNext(FindCoordinatorResponse.newBuilder()
                    .setCoordinator(coordinator(FIRST_EPOCH))
                    .build());
            observer.onCompleted();
        }

        @Override
        public void commitOffsets(CommitOffsetsRequest request, StreamObserver<CommitOffsetsResponse> observer) {
            requests.add(request);
            observer.onNext(answers.remove());
            observer.onCompleted();
        }
    }
}
