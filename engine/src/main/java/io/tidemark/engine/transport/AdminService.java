// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.StreamObserver;
import io.tidemark.engine.observe.BrokerSnapshot;
import io.tidemark.engine.runtime.OffsetsTopic;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.control.RackSpread;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.AlterConfigsResponse;
import io.tidemark.v1.AlterReassignmentsRequest;
import io.tidemark.v1.AlterReassignmentsResponse;
import io.tidemark.v1.CreatePartitionsRequest;
import io.tidemark.v1.CreatePartitionsResponse;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.CreateTopicResponse;
import io.tidemark.v1.DeleteTopicRequest;
import io.tidemark.v1.DeleteTopicResponse;
import io.tidemark.v1.DescribeClusterRequest;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeConfigsRequest;
import io.tidemark.v1.DescribeConfigsResponse;
import io.tidemark.v1.DescribeReplicasRequest;
import io.tidemark.v1.DescribeReplicasResponse;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DescribeTopicsResponse;
import io.tidemark.v1.DrainBrokerRequest;
import io.tidemark.v1.DrainBrokerResponse;
import io.tidemark.v1.ElectLeadersRequest;
import io.tidemark.v1.ElectLeadersResponse;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ListTopicsRequest;
import io.tidemark.v1.ListTopicsResponse;
import io.tidemark.v1.PlanReassignmentsRequest;
import io.tidemark.v1.PlanReassignmentsResponse;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.UndeleteTopicRequest;
import io.tidemark.v1.UndeleteTopicResponse;
import io.tidemark.v1.UnregisterBrokerRequest;
import io.tidemark.v1.UnregisterBrokerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Describes and changes topics and the cluster. Changes go to the controller and are answered when this node knows them. */
public final class AdminService extends AdminServiceGrpc.AdminServiceImplBase {
    private static final long TIMEOUT_MS = 15_000;

    private final AdminParts parts;
    private final TopicCreation creation;

    /** Over a node's parts. */
    public AdminService(AdminParts parts) {
        this.parts = parts;
        this.creation = new TopicCreation(parts);
    }

    @Override
    public void createTopic(CreateTopicRequest request, StreamObserver<CreateTopicResponse> observer) {
        if (request.getName().equals(OffsetsTopic.NAME)) {
            finish(
                    observer,
                    CreateTopicResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME)
                            .setErrorMessage("the cluster makes this topic itself when the first group comes")
                            .build());
            return;
        }
        if (request.getValidateOnly()) {
            finish(observer, creation.validate(request));
            return;
        }
        answer(observer, parts.starting().settled().thenCompose(unused -> create(request)));
    }

    private CompletionStage<CreateTopicResponse> create(CreateTopicRequest request) {
        return submit(creation.toCommand(request), (answer, image) -> {
            CreateTopicResponse.Builder response =
                    CreateTopicResponse.newBuilder().setError(answer.error()).setErrorMessage(answer.message());
            UUID topicId = answer.topicId();
            TopicImage topic = topicId == null ? null : image.topics().get(topicId);
            if (answer.isOk() && topic != null) {
                response.setTopic(Descriptions.of(topic));
            }
            return response.build();
        });
    }

    @Override
    public void deleteTopic(DeleteTopicRequest request, StreamObserver<DeleteTopicResponse> observer) {
        TopicResolver.Resolved target =
                new TopicResolver(parts.metadata()::image).resolve(request.getName(), request.getTopicId(), 0);
        TopicImage topic = target.topic();
        if (topic == null) {
            finish(
                    observer,
                    DeleteTopicResponse.newBuilder()
                            .setError(target.error())
                            .setErrorMessage(target.message())
                            .build());
            return;
        }
        if (topic.name().equals(OffsetsTopic.NAME)) {
            finish(
                    observer,
                    DeleteTopicResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_INVALID_REQUEST)
                            .setErrorMessage("every group would lose its offsets: delete the groups instead")
                            .build());
            return;
        }
        submit(
                new ClusterCommand.DeleteTopic(topic.topicId(), request.hasGraceMs() ? request.getGraceMs() : null),
                observer,
                (answer, image) -> DeleteTopicResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    @Override
    public void listTopics(ListTopicsRequest request, StreamObserver<ListTopicsResponse> observer) {
        ListTopicsResponse.Builder response = ListTopicsResponse.newBuilder();
        ClusterImage image = parts.metadata().image();
        if (request.getDeleted()) {
            TopicChanges.deleted(image).forEach(topic -> response.addTopics(Descriptions.listing(topic)));
            finish(observer, response.build());
            return;
        }
        for (UUID topicId : image.topicIds().values()) {
            TopicImage topic = image.topics().get(topicId);
            if (topic != null) {
                response.addTopics(Descriptions.listing(topic));
            }
        }
        finish(observer, response.build());
    }

    @Override
    public void describeTopics(DescribeTopicsRequest request, StreamObserver<DescribeTopicsResponse> observer) {
        ClusterImage image = parts.metadata().image();
        List<String> names =
                request.getNamesCount() == 0 ? new ArrayList<>(image.topicIds().keySet()) : request.getNamesList();
        List<PartitionKey> rackBroken = RackSpread.broken(image);
        DescribeTopicsResponse.Builder response = DescribeTopicsResponse.newBuilder();
        for (String name : names) {
            TopicImage topic = image.topic(name);
            response.addTopics(topic == null ? absent(name, image) : Descriptions.of(topic, rackBroken));
        }
        finish(observer, response.build());
    }

    /** The image of a node that has just started may be older than the topic: until it holds this life it proves nothing. */
    private TopicDescription absent(String name, ClusterImage image) {
        long brokerEpoch = parts.identity().brokerEpoch();
        boolean isOfThisLife = brokerEpoch >= 0 && image.index() >= brokerEpoch;
        return isOfThisLife ? Descriptions.unknown(name) : Descriptions.notKnownYet(name);
    }

    @Override
    public void describeCluster(DescribeClusterRequest request, StreamObserver<DescribeClusterResponse> observer) {
        ClusterImage image = parts.metadata().image();
        DescribeClusterResponse.Builder response = DescribeClusterResponse.newBuilder()
                .setClusterId(parts.clusterId())
                .setControllerId(parts.metadata().controllerId())
                .setMetadataIndex(image.index())
                .setMaxMessageBytes(parts.maxMessageBytes());
        image.brokers().values().forEach(broker -> response.addBrokers(Descriptions.of(broker)));
        finish(observer, response.build());
    }

    @Override
    public void describeReplicas(DescribeReplicasRequest request, StreamObserver<DescribeReplicasResponse> observer) {
        BrokerSnapshot snapshot = parts.snapshot().get();
        DescribeReplicasResponse.Builder response = DescribeReplicasResponse.newBuilder()
                .setBrokerId(parts.identity().brokerId())
                .setWallTimeMs(snapshot.wallMs())
                .setDiskUsableBytes(snapshot.diskUsableBytes())
                .setDiskTotalBytes(snapshot.diskTotalBytes());
        snapshot.partitions().stream()
                .filter(replica ->
                        request.getTopicsCount() == 0 || request.getTopicsList().contains(replica.topic()))
                .forEach(replica -> response.addReplicas(Descriptions.of(replica)));
        finish(observer, response.build());
    }

    @Override
    public void describeConfigs(DescribeConfigsRequest request, StreamObserver<DescribeConfigsResponse> observer) {
        finish(observer, ConfigDescriptions.of(parts.metadata().image(), request.getTopic()));
    }

    @Override
    public void alterConfigs(AlterConfigsRequest request, StreamObserver<AlterConfigsResponse> observer) {
        TopicImage topic = parts.metadata().image().topic(request.getTopic());
        if (topic == null && !request.getTopic().isEmpty()) {
            finish(
                    observer,
                    AlterConfigsResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                            .setErrorMessage("no topic \"" + request.getTopic() + "\"")
                            .build());
            return;
        }
        if (topic != null && topic.name().equals(OffsetsTopic.NAME) && changes(request, OffsetsTopic.CLEANUP_POLICY)) {
            finish(
                    observer,
                    AlterConfigsResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_INVALID_CONFIG)
                            .setErrorMessage("committed offsets are kept by compaction: " + OffsetsTopic.CLEANUP_POLICY
                                    + " must stay")
                            .build());
            return;
        }
        UUID topicId = topic == null ? null : topic.topicId();
        submit(
                new ClusterCommand.AlterConfigs(changes(request, topicId)),
                observer,
                (answer, image) -> AlterConfigsResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    private static boolean changes(AlterConfigsRequest request, String key) {
        return request.containsSet(key) || request.getRemoveList().contains(key);
    }

    private static List<ClusterCommand.ConfigChange> changes(AlterConfigsRequest request, @Nullable UUID topicId) {
        List<ClusterCommand.ConfigChange> changes = new ArrayList<>();
        request.getSetMap().forEach((key, value) -> changes.add(new ClusterCommand.ConfigChange(topicId, key, value)));
        request.getRemoveList().forEach(key -> changes.add(new ClusterCommand.ConfigChange(topicId, key, null)));
        return changes;
    }

    @Override
    public void electLeaders(ElectLeadersRequest request, StreamObserver<ElectLeadersResponse> observer) {
        TopicImage topic = parts.metadata().image().topic(request.getTopic());
        if (topic == null) {
            finish(
                    observer,
                    ElectLeadersResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                            .setErrorMessage("no topic \"" + request.getTopic() + "\"")
                            .build());
            return;
        }
        List<PartitionKey> partitions = new ArrayList<>();
        if (request.getPartitionsCount() == 0) {
            for (int number = 0; number < topic.partitions().size(); number++) {
                partitions.add(new PartitionKey(topic.topicId(), number));
            }
        }
        request.getPartitionsList().forEach(number -> partitions.add(new PartitionKey(topic.topicId(), number)));
        ClusterCommand.ElectionKind kind = request.getKind() == ElectionKind.ELECTION_KIND_UNCLEAN
                ? ClusterCommand.ElectionKind.UNCLEAN
                : ClusterCommand.ElectionKind.PREFERRED;
        submit(new ClusterCommand.ElectLeaders(kind, partitions), observer, (answer, image) -> {
            ElectLeadersResponse.Builder response =
                    ElectLeadersResponse.newBuilder().setError(answer.error()).setErrorMessage(answer.message());
            answer.partitions().forEach(outcome -> response.addOutcomes(Descriptions.of(outcome)));
            return response.build();
        });
    }

    @Override
    public void undeleteTopic(UndeleteTopicRequest request, StreamObserver<UndeleteTopicResponse> observer) {
        submit(
                new ClusterCommand.UndeleteTopic(
                        TopicChanges.deletedId(parts.metadata().image(), request.getName(), request.getTopicId())),
                observer,
                (answer, image) -> UndeleteTopicResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    @Override
    public void createPartitions(CreatePartitionsRequest request, StreamObserver<CreatePartitionsResponse> observer) {
        if (request.getTopic().equals(OffsetsTopic.NAME)) {
            finish(
                    observer,
                    CreatePartitionsResponse.newBuilder()
                            .setError(ErrorCode.ERROR_CODE_INVALID_REQUEST)
                            .setErrorMessage("groups would move to other partitions and lose their offsets")
                            .build());
            return;
        }
        submit(
                TopicChanges.addPartitions(parts.metadata().image(), request),
                observer,
                (answer, image) -> CreatePartitionsResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    @Override
    public void alterReassignments(
            AlterReassignmentsRequest request, StreamObserver<AlterReassignmentsResponse> observer) {
        submit(TopicChanges.reassign(parts.metadata().image(), request), observer, (answer, image) -> {
            AlterReassignmentsResponse.Builder response = AlterReassignmentsResponse.newBuilder()
                    .setError(answer.error())
                    .setErrorMessage(answer.message());
            answer.partitions().forEach(outcome -> response.addOutcomes(Descriptions.of(outcome)));
            return response.build();
        });
    }

    @Override
    public void planReassignments(
            PlanReassignmentsRequest request, StreamObserver<PlanReassignmentsResponse> observer) {
        finish(observer, TopicChanges.plan(parts.metadata().image(), request.getLeavingList()));
    }

    @Override
    public void drainBroker(DrainBrokerRequest request, StreamObserver<DrainBrokerResponse> observer) {
        submit(
                new ClusterCommand.DrainBroker(presentLife(request.getBrokerId()), !request.getCancel()),
                observer,
                (answer, image) -> DrainBrokerResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    private ClusterCommand.BrokerLife presentLife(int brokerId) {
        BrokerImage broker = parts.metadata().image().brokers().get(brokerId);
        return new ClusterCommand.BrokerLife(brokerId, broker == null ? -1 : broker.brokerEpoch());
    }

    @Override
    public void unregisterBroker(UnregisterBrokerRequest request, StreamObserver<UnregisterBrokerResponse> observer) {
        submit(
                new ClusterCommand.UnregisterBroker(presentLife(request.getBrokerId())),
                observer,
                (answer, image) -> UnregisterBrokerResponse.newBuilder()
                        .setError(answer.error())
                        .setErrorMessage(answer.message())
                        .build());
    }

    private <R> void submit(
            ClusterCommand command, StreamObserver<R> observer, BiFunction<CommandAnswer, ClusterImage, R> toResponse) {
        answer(observer, submit(command, toResponse));
    }

    /** Takes a command to the controller; a success is told once this node's image has it. */
    private <R> CompletionStage<R> submit(
            ClusterCommand command, BiFunction<CommandAnswer, ClusterImage, R> toResponse) {
        return parts.metadata()
                .submit(command, TIMEOUT_MS)
                .thenCompose(answer -> answer.isOk()
                        ? parts.progress().reached(answer.index()).thenApply(image -> toResponse.apply(answer, image))
                        : CompletableFuture.completedFuture(
                                toResponse.apply(answer, parts.metadata().image())));
    }

    /** Nobody up the stack answers for a fault that is met later. */
    private static <R> void answer(StreamObserver<R> observer, CompletionStage<R> later) {
        Future<?> unused = later.whenComplete((response, fault) -> {
                    if (fault == null) {
                        finish(observer, response);
                    } else {
                        observer.onError(Faults.unexpected("a change of the cluster", fault));
                    }
                })
                .toCompletableFuture();
    }

    private static <R> void finish(StreamObserver<R> observer, R response) {
        observer.onNext(response);
        observer.onCompleted();
    }
}
