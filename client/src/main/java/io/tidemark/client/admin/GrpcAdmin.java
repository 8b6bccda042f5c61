// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.grpc.MethodDescriptor;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.client.metadata.AnyNodeCalls.Answer;
import io.tidemark.client.metadata.AnyNodeCalls.Question;
import io.tidemark.client.metadata.CallFault;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.Pause;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.AlterConfigsResponse;
import io.tidemark.v1.AlterReassignmentsRequest;
import io.tidemark.v1.AlterReassignmentsResponse;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.ChangeQuorumResponse;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.ControllerServiceGrpc;
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
import io.tidemark.v1.DescribeQuorumRequest;
import io.tidemark.v1.DescribeQuorumResponse;
import io.tidemark.v1.DescribeReplicasRequest;
import io.tidemark.v1.DescribeReplicasResponse;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DrainBrokerRequest;
import io.tidemark.v1.DrainBrokerResponse;
import io.tidemark.v1.ElectLeadersRequest;
import io.tidemark.v1.ElectLeadersResponse;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ListTopicsRequest;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.PlanReassignmentsRequest;
import io.tidemark.v1.QuorumVoter;
import io.tidemark.v1.Reassignment;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.TopicListing;
import io.tidemark.v1.UndeleteTopicRequest;
import io.tidemark.v1.UndeleteTopicResponse;
import io.tidemark.v1.UnregisterBrokerRequest;
import io.tidemark.v1.UnregisterBrokerResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** {@link Admin} over the wire. */
final class GrpcAdmin implements Admin {
    /** How long one certain node is waited for. */
    private static final int ONE_NODE_TIMEOUT_MS = 2_000;

    private final Connections connections;
    private final ClusterMetadata metadata;
    private final AnyNodeCalls calls;
    private final int timeoutMs;

    GrpcAdmin(ClientConfig config) {
        this.connections = new Connections(config.get(ClientKeys.CLIENT_ID));
        this.metadata = new ClusterMetadata(config, connections);
        this.calls = new AnyNodeCalls(metadata, connections);
        this.timeoutMs = config.get(ClientKeys.DEFAULT_API_TIMEOUT_MS);
    }

    @Override
    public TopicDescription createTopic(
            String name, int partitionCount, int replicationFactor, Map<String, String> configs) {
        String what = "create topic " + name;
        CreateTopicRequest request = CreateTopicRequest.newBuilder()
                .setName(name)
                .setPartitionCount(partitionCount)
                .setReplicationFactor(replicationFactor)
                .putAllConfigs(configs)
                .build();
        Answer<CreateTopicResponse> answer =
                ask(what, AdminServiceGrpc.getCreateTopicMethod(), request, CreateTopicResponse::getError);
        CreateTopicResponse created = answer.value();
        if (created.getError() == ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS && answer.isRepetition()) {
            return createdBefore(request, created);
        }
        AdminErrors.check(what, created.getError(), created.getErrorMessage());
        return created.getTopic();
    }

    /** An earlier attempt, whose answer was lost, may have made the topic; what is there decides. */
    private TopicDescription createdBefore(CreateTopicRequest request, CreateTopicResponse refusal) {
        TopicDescription found = describeTopics(List.of(request.getName())).get(0);
        int replicas =
                found.getPartitionsCount() == 0 ? 0 : found.getPartitions(0).getReplicasCount();
        boolean isAsAsked = found.getPartitionsCount() == Math.max(1, request.getPartitionCount())
                && (request.getReplicationFactor() == 0 || replicas == request.getReplicationFactor())
                && found.getConfigsMap().equals(request.getConfigsMap());
        if (!isAsAsked) {
            AdminErrors.check("create topic " + request.getName(), refusal.getError(), refusal.getErrorMessage());
        }
        return found;
    }

    @Override
    public void deleteTopic(String name) {
        String what = "delete topic " + name;
        DeleteTopicRequest request =
                DeleteTopicRequest.newBuilder().setName(name).build();
        Answer<DeleteTopicResponse> answer =
                ask(what, AdminServiceGrpc.getDeleteTopicMethod(), request, DeleteTopicResponse::getError);
        boolean isDeletedBefore =
                answer.isRepetition() && answer.value().getError() == ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION;
        if (!isDeletedBefore) {
            AdminErrors.check(what, answer.value().getError(), answer.value().getErrorMessage());
        }
    }

    @Override
    public List<TopicListing> listTopics() {
        return listTopics(ListTopicsRequest.getDefaultInstance());
    }

    @Override
    public List<TopicListing> listDeletedTopics() {
        return listTopics(ListTopicsRequest.newBuilder().setDeleted(true).build());
    }

    private List<TopicListing> listTopics(ListTopicsRequest request) {
        return ask(
                        "list topics",
                        AdminServiceGrpc.getListTopicsMethod(),
                        request,
                        answer -> ErrorCode.ERROR_CODE_UNSPECIFIED)
                .value()
                .getTopicsList();
    }

    @Override
    public List<TopicDescription> describeTopics(List<String> names) {
        DescribeTopicsRequest request =
                DescribeTopicsRequest.newBuilder().addAllNames(names).build();
        List<TopicDescription> topics = ask(
                        "describe topics",
                        AdminServiceGrpc.getDescribeTopicsMethod(),
                        request,
                        answer -> ErrorCode.ERROR_CODE_UNSPECIFIED)
                .value()
                .getTopicsList();
        topics.forEach(topic -> AdminErrors.check("describe topic " + topic.getName(), topic.getError(), ""));
        return topics;
    }

    @Override
    public DescribeClusterResponse describeCluster() {
        return ask(
                        "describe the cluster",
                        AdminServiceGrpc.getDescribeClusterMethod(),
                        DescribeClusterRequest.getDefaultInstance(),
                        answer -> ErrorCode.ERROR_CODE_UNSPECIFIED)
                .value();
    }

    @Override
    public DescribeReplicasResponse describeReplicas(BrokerDescription broker, List<String> topics) {
        NodeAddress node = NodeAddress.of(broker.getEndpoint());
        String what = "describe the replicas of broker " + broker.getBrokerId();
        DescribeReplicasRequest request =
                DescribeReplicasRequest.newBuilder().addAllTopics(topics).build();
        try {
            return askOne(what, node, AdminServiceGrpc.getDescribeReplicasMethod(), request);
        } catch (ExecutionException e) {
            CallFault fault = CallFault.of(e);
            throw new TidemarkException(fault.code(), what + ": " + fault.message(), Outcome.NOT_WRITTEN);
        }
    }

    @Override
    public boolean answers(NodeAddress node) {
        try {
            askOne(
                    "ask " + node,
                    node,
                    ControllerServiceGrpc.getDescribeQuorumMethod(),
                    DescribeQuorumRequest.getDefaultInstance());
            return true;
        } catch (ExecutionException e) {
            CallFault fault = CallFault.of(e);
            // Any other refusal is an answer.
            return !fault.isConnectionFault() && fault.code() != ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT;
        }
    }

    /** Asks one certain node, once. */
    private <Q, R> R askOne(String what, NodeAddress node, MethodDescriptor<Q, R> method, Q request)
            throws ExecutionException {
        return connections.ask(node, method, request, ONE_NODE_TIMEOUT_MS, new Pause(what, Outcome.NOT_WRITTEN));
    }

    @Override
    public void alterConfigs(String topic, Map<String, String> set, List<String> remove) {
        String what = topic.isEmpty() ? "alter the cluster's configs" : "alter configs of topic " + topic;
        AlterConfigsRequest request = AlterConfigsRequest.newBuilder()
                .setTopic(topic)
                .putAllSet(set)
                .addAllRemove(remove)
                .build();
        AlterConfigsResponse answer = ask(
                        what, AdminServiceGrpc.getAlterConfigsMethod(), request, AlterConfigsResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
    }

    @Override
    public List<ConfigEntry> describeConfigs(String topic) {
        String what = topic.isEmpty() ? "describe the cluster's configs" : "describe configs of topic " + topic;
        DescribeConfigsResponse answer = ask(
                        what,
                        AdminServiceGrpc.getDescribeConfigsMethod(),
                        DescribeConfigsRequest.newBuilder().setTopic(topic).build(),
                        DescribeConfigsResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer.getEntriesList();
    }

    @Override
    public List<PartitionOutcome> electLeaders(ElectionKind kind, String topic, List<Integer> partitions) {
        String what = "elect leaders of topic " + topic;
        ElectLeadersResponse answer = ask(
                        what,
                        AdminServiceGrpc.getElectLeadersMethod(),
                        ElectLeadersRequest.newBuilder()
                                .setKind(kind)
                                .setTopic(topic)
                                .addAllPartitions(partitions)
                                .build(),
                        ElectLeadersResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer.getOutcomesList();
    }

    @Override
    public Map<TopicPartition, Long> deleteRecords(Map<TopicPartition, Long> beforeOffsets) {
        return new RecordDeletion(metadata, connections).delete(beforeOffsets, timeoutMs);
    }

    @Override
    public void undeleteTopic(String name) {
        String what = "undelete topic " + name;
        UndeleteTopicResponse answer = ask(
                        what,
                        AdminServiceGrpc.getUndeleteTopicMethod(),
                        UndeleteTopicRequest.newBuilder().setName(name).build(),
                        UndeleteTopicResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
    }

    @Override
    public void addPartitions(String topic, int partitionCount) {
        String what = "add partitions to topic " + topic;
        Answer<CreatePartitionsResponse> answer = ask(
                what,
                AdminServiceGrpc.getCreatePartitionsMethod(),
                CreatePartitionsRequest.newBuilder()
                        .setTopic(topic)
                        .setPartitionCount(partitionCount)
                        .build(),
                CreatePartitionsResponse::getError);
        boolean doneBefore =
                answer.isRepetition() && describeTopics(List.of(topic)).get(0).getPartitionsCount() == partitionCount;
        if (!doneBefore) {
            AdminErrors.check(what, answer.value().getError(), answer.value().getErrorMessage());
        }
    }

    @Override
    public List<PartitionOutcome> reassign(List<Reassignment> reassignments) {
        String what = "reassign partitions";
        AlterReassignmentsResponse answer = ask(
                        what,
                        AdminServiceGrpc.getAlterReassignmentsMethod(),
                        AlterReassignmentsRequest.newBuilder()
                                .addAllReassignments(reassignments)
                                .build(),
                        AlterReassignmentsResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer.getOutcomesList();
    }

    @Override
    public List<Reassignment> planReassignments() {
        return plan(PlanReassignmentsRequest.getDefaultInstance());
    }

    @Override
    public List<Reassignment> planEvacuation(int brokerId) {
        return plan(PlanReassignmentsRequest.newBuilder().addLeaving(brokerId).build());
    }

    private List<Reassignment> plan(PlanReassignmentsRequest request) {
        return ask(
                        "plan moves",
                        AdminServiceGrpc.getPlanReassignmentsMethod(),
                        request,
                        answer -> ErrorCode.ERROR_CODE_UNSPECIFIED)
                .value()
                .getReassignmentsList();
    }

    @Override
    public void drainBroker(int brokerId, boolean draining) {
        String what = (draining ? "drain broker " : "end the drain of broker ") + brokerId;
        DrainBrokerResponse response = ask(
                        what,
                        AdminServiceGrpc.getDrainBrokerMethod(),
                        DrainBrokerRequest.newBuilder()
                                .setBrokerId(brokerId)
                                .setCancel(!draining)
                                .build(),
                        DrainBrokerResponse::getError)
                .value();
        AdminErrors.check(what, response.getError(), response.getErrorMessage());
    }

    @Override
    public void unregisterBroker(int brokerId) {
        String what = "unregister broker " + brokerId;
        Answer<UnregisterBrokerResponse> answer = ask(
                what,
                AdminServiceGrpc.getUnregisterBrokerMethod(),
                UnregisterBrokerRequest.newBuilder().setBrokerId(brokerId).build(),
                UnregisterBrokerResponse::getError);
        boolean doneBefore =
                answer.isRepetition() && answer.value().getError() == ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED;
        if (!doneBefore) {
            AdminErrors.check(what, answer.value().getError(), answer.value().getErrorMessage());
        }
    }

    @Override
    public DescribeQuorumResponse describeQuorum() {
        return ask(
                        "describe the quorum",
                        ControllerServiceGrpc.getDescribeQuorumMethod(),
                        DescribeQuorumRequest.getDefaultInstance(),
                        answer -> ErrorCode.ERROR_CODE_UNSPECIFIED)
                .value();
    }

    @Override
    public List<QuorumVoter> changeQuorum(ChangeQuorumRequest change) {
        String what = "change the quorum";
        ChangeQuorumResponse answer = ask(
                        what, ControllerServiceGrpc.getChangeQuorumMethod(), change, ChangeQuorumResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer.getVotersList();
    }

    @Override
    public int upgradeFeatures(int level) {
        String what = "raise the feature level";
        ChangeQuorumRequest change =
                ChangeQuorumRequest.newBuilder().setUpgradeFeatures(level).build();
        ChangeQuorumResponse answer = ask(
                        what, ControllerServiceGrpc.getChangeQuorumMethod(), change, ChangeQuorumResponse::getError)
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer.getFeatureLevel();
    }

    @Override
    public void close() {
        metadata.close();
        connections.close();
    }

    private <Q, R> Answer<R> ask(
            String what, MethodDescriptor<Q, R> method, Q request, Function<R, ErrorCode> errorOf) {
        return calls.ask(new Question<>(what, method, request, errorOf), timeoutMs);
    }
}
