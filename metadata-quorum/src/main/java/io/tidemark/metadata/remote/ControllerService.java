// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.BrokerHeartbeatsRequest;
import io.tidemark.v1.BrokerHeartbeatsResponse;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.ChangeQuorumResponse;
import io.tidemark.v1.ControllerServiceGrpc;
import io.tidemark.v1.DescribeQuorumRequest;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FollowMetadataRequest;
import io.tidemark.v1.FollowMetadataResponse;
import io.tidemark.v1.SubmitCommandRequest;
import io.tidemark.v1.SubmitCommandResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The quorum's gRPC service: commands and heartbeats for the active controller, the image for everyone. No method blocks,
 * so a direct executor may run it.
 */
public final class ControllerService extends ControllerServiceGrpc.ControllerServiceImplBase implements AutoCloseable {
    private static final int DEFAULT_TIMEOUT_MS = 10_000;
    private static final int TIMEOUT_MAX_MS = 60_000;
    private static final int CHANGE_TIMEOUT_MS = 30_000;

    private final ControllerEndpoint endpoint;
    private final ImageFeed feed;
    private final ImagePusher pusher;

    /** A service for one node. */
    public ControllerService(ControllerEndpoint endpoint, ImageFeed feed) {
        this.endpoint = endpoint;
        this.feed = feed;
        this.pusher = new ImagePusher(
                "metadata-push-" + endpoint.view().nodeId(), feed, () -> ControllerHints.of(endpoint.view()));
    }

    @Override
    public void submitCommand(SubmitCommandRequest request, StreamObserver<SubmitCommandResponse> responses) {
        if (!request.getClusterId().equals(endpoint.view().clusterId())) {
            answer(
                    responses,
                    refused(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID, otherCluster(request.getClusterId())));
            return;
        }
        ClusterCommand command;
        try {
            command = MetadataCodec.fromProto(request.getCommand());
        } catch (MetadataFormatException e) {
            answer(responses, refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, String.valueOf(e.getMessage())));
            return;
        }
        int timeoutMs = request.getTimeoutMs() == 0 ? DEFAULT_TIMEOUT_MS : request.getTimeoutMs();
        if (isControllersOwn(command) || request.getCommand().getControllerTerm() != 0) {
            answer(
                    responses,
                    refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, "only the controller submits this command"));
        } else if (timeoutMs < 1 || timeoutMs > TIMEOUT_MAX_MS) {
            answer(responses, refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, "timeout_ms must be 1 to 60000"));
        } else {
            endpoint.submit(command, timeoutMs)
                    .whenComplete((answer, failure) -> answer(
                            responses,
                            failure == null
                                    ? answer
                                    : refused(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, failure.toString())));
        }
    }

    @Override
    public StreamObserver<BrokerHeartbeatsRequest> brokerHeartbeats(
            StreamObserver<BrokerHeartbeatsResponse> responses) {
        HeartbeatCall call =
                new HeartbeatCall((ServerCallStreamObserver<BrokerHeartbeatsResponse>) responses, endpoint);
        call.open();
        return call;
    }

    @Override
    public void followMetadata(FollowMetadataRequest request, StreamObserver<FollowMetadataResponse> responses) {
        String clusterId = request.getClusterId();
        if (!clusterId.isEmpty() && !clusterId.equals(endpoint.view().clusterId())) {
            responses.onError(StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                    .setCode(Status.Code.FAILED_PRECONDITION.value())
                    .setMessage(otherCluster(clusterId))
                    .addDetails(Any.pack(ErrorInfo.newBuilder()
                            .setDomain("tidemark.io")
                            .setReason(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID.name())
                            .putMetadata("cluster_id", endpoint.view().clusterId())
                            .build()))
                    .build()));
            return;
        }
        pusher.subscribe((ServerCallStreamObserver<FollowMetadataResponse>) responses, request.getFromIndex());
    }

    @Override
    public void describeQuorum(DescribeQuorumRequest request, StreamObserver<DescribeQuorumResponse> responses) {
        QuorumView view = endpoint.view();
        DescribeQuorumResponse.Builder response = DescribeQuorumResponse.newBuilder()
                .setClusterId(view.clusterId())
                .setController(ControllerHints.of(view))
                .setTerm(view.term())
                .setAppliedIndex(view.appliedIndex())
                .setNodeId(view.nodeId())
                .setSelf(QuorumMembers.write(view.self()))
                .setFounded(view.founded())
                .setFeatureLevel(feed.image().featureLevel())
                .setSupportedFeatureLevel(FeatureLevel.LATEST);
        view.voters().forEach(voter -> response.addVoters(QuorumMembers.write(voter)));
        responses.onNext(response.build());
        responses.onCompleted();
    }

    @Override
    public void changeQuorum(ChangeQuorumRequest request, StreamObserver<ChangeQuorumResponse> responses) {
        String clusterId = request.getClusterId();
        int timeoutMs = request.getTimeoutMs() == 0 ? CHANGE_TIMEOUT_MS : request.getTimeoutMs();
        CompletionStage<CommandAnswer> done;
        if (!clusterId.isEmpty() && !clusterId.equals(endpoint.view().clusterId())) {
            done = CompletableFuture.completedFuture(
                    refused(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID, otherCluster(clusterId)));
        } else if (timeoutMs < 1 || timeoutMs > TIMEOUT_MAX_MS) {
            done = CompletableFuture.completedFuture(
                    refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, "timeout_ms must be 1 to 60000"));
        } else {
            done = switch (request.getChangeCase()) {
                case ADD -> endpoint.addVoter(MetadataCodec.fromProto(request.getAdd()), timeoutMs);
                case REMOVE -> endpoint.removeVoter(request.getRemove(), timeoutMs);
                case TRANSFER -> endpoint.transferLeadership(request.getTransfer(), timeoutMs);
                case UPGRADE_FEATURES -> endpoint.upgradeFeatures(request.getUpgradeFeatures(), timeoutMs);
                case CHANGE_NOT_SET ->
                    CompletableFuture.completedFuture(
                            refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, "the request names no change"));
            };
        }
        done.whenComplete((answer, failure) -> answer(
                responses,
                failure == null ? answer : refused(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, failure.toString()),
                endpoint.view()));
    }

    private void answer(StreamObserver<ChangeQuorumResponse> responses, CommandAnswer answer, QuorumView view) {
        if (((ServerCallStreamObserver<ChangeQuorumResponse>) responses).isCancelled()) {
            return;
        }
        ChangeQuorumResponse.Builder response = ChangeQuorumResponse.newBuilder()
                .setError(answer.error())
                .setErrorMessage(answer.message())
                .setController(ControllerHints.of(view))
                .setFeatureLevel(feed.image().featureLevel());
        view.voters().forEach(voter -> response.addVoters(QuorumMembers.write(voter)));
        responses.onNext(response.build());
        responses.onCompleted();
    }

    /** Stops pushing; open calls end with their server. */
    @Override
    public void close() {
        pusher.close();
    }

    private void answer(StreamObserver<SubmitCommandResponse> responses, CommandAnswer answer) {
        if (((ServerCallStreamObserver<SubmitCommandResponse>) responses).isCancelled()) {
            return;
        }
        SubmitCommandResponse.Builder response =
                SubmitCommandResponse.newBuilder().setAnswer(MetadataCodec.toProto(answer));
        if (answer.error() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
            response.setController(ControllerHints.of(endpoint.view()));
        }
        responses.onNext(response.build());
        responses.onCompleted();
    }

    private String otherCluster(String clusterId) {
        return "this is cluster " + endpoint.view().clusterId() + ", not " + clusterId;
    }

    private static CommandAnswer refused(ErrorCode error, String message) {
        return CommandAnswer.failed(error, message, -1);
    }

    private static boolean isControllersOwn(ClusterCommand command) {
        return command instanceof ClusterCommand.FenceBrokers
                || command instanceof ClusterCommand.UnfenceBroker
                || command instanceof ClusterCommand.BeginShutdown
                || command instanceof ClusterCommand.PurgeTopics
                || command instanceof ClusterCommand.ElectRecovered
                || command instanceof ClusterCommand.FormatCluster
                || command instanceof ClusterCommand.UpgradeFeatures
                || command instanceof ClusterCommand.NoOp;
    }
}
