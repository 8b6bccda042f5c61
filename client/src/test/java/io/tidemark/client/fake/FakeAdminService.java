// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

import io.grpc.stub.StreamObserver;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.AlterConfigsResponse;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.CreateTopicResponse;
import io.tidemark.v1.DeleteTopicRequest;
import io.tidemark.v1.DeleteTopicResponse;
import io.tidemark.v1.DescribeClusterRequest;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DescribeTopicsResponse;
import io.tidemark.v1.Endpoint;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ListTopicsRequest;
import io.tidemark.v1.ListTopicsResponse;
import io.tidemark.v1.TopicListing;

/** Administration at one broker. */
final class FakeAdminService extends AdminServiceGrpc.AdminServiceImplBase {
    private final FakeCluster cluster;
    private final int brokerId;

    FakeAdminService(FakeCluster cluster, int brokerId) {
        this.cluster = cluster;
        this.brokerId = brokerId;
    }

    @Override
    public void describeTopics(DescribeTopicsRequest request, StreamObserver<DescribeTopicsResponse> out) {
        DescribeTopicsResponse.Builder response = DescribeTopicsResponse.newBuilder();
        synchronized (cluster) {
            Iterable<String> names = request.getNamesCount() == 0 ? cluster.topics.keySet() : request.getNamesList();
            names.forEach(name -> response.addTopics(cluster.describe(name)));
        }
        answer(out, response.build());
    }

    @Override
    public void describeCluster(DescribeClusterRequest request, StreamObserver<DescribeClusterResponse> out) {
        DescribeClusterResponse.Builder response =
                DescribeClusterResponse.newBuilder().setClusterId("fake").setControllerId(brokerId);
        synchronized (cluster) {
            cluster.livePorts()
                    .forEach((id, port) -> response.addBrokers(BrokerDescription.newBuilder()
                            .setBrokerId(id)
                            .setEndpoint(
                                    Endpoint.newBuilder().setHost("127.0.0.1").setPort(port))));
        }
        answer(out, response.build());
    }

    @Override
    public void createTopic(CreateTopicRequest request, StreamObserver<CreateTopicResponse> out) {
        CreateTopicResponse.Builder response = CreateTopicResponse.newBuilder();
        synchronized (cluster) {
            if (cluster.topics.containsKey(request.getName())) {
                response.setError(ErrorCode.ERROR_CODE_TOPIC_ALREADY_EXISTS);
            } else {
                cluster.createTopic(request.getName(), Math.max(1, request.getPartitionCount()));
                request.getConfigsMap().forEach((key, value) -> cluster.setConfig(request.getName(), key, value));
                response.setTopic(cluster.describe(request.getName()));
            }
            response.setError(cluster.orderedOr(response.getError()));
        }
        answer(out, response.build());
    }

    @Override
    public void deleteTopic(DeleteTopicRequest request, StreamObserver<DeleteTopicResponse> out) {
        DeleteTopicResponse.Builder response = DeleteTopicResponse.newBuilder();
        synchronized (cluster) {
            if (cluster.topics.remove(request.getName()) == null) {
                response.setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
            }
            response.setError(cluster.orderedOr(response.getError()));
        }
        answer(out, response.build());
    }

    @Override
    public void listTopics(ListTopicsRequest request, StreamObserver<ListTopicsResponse> out) {
        ListTopicsResponse.Builder response = ListTopicsResponse.newBuilder();
        synchronized (cluster) {
            cluster.topics.forEach((name, topic) -> response.addTopics(TopicListing.newBuilder()
                    .setName(name)
                    .setTopicId(topic.topicId)
                    .setPartitionCount(topic.partitions.size())));
        }
        answer(out, response.build());
    }

    @Override
    public void alterConfigs(AlterConfigsRequest request, StreamObserver<AlterConfigsResponse> out) {
        AlterConfigsResponse.Builder response = AlterConfigsResponse.newBuilder();
        synchronized (cluster) {
            FakeCluster.FakeTopic topic = cluster.topics.get(request.getTopic());
            if (topic == null) {
                response.setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
            } else {
                topic.configs.putAll(request.getSetMap());
                topic.configs.keySet().removeAll(request.getRemoveList());
            }
        }
        answer(out, response.build());
    }

    private static <T> void answer(StreamObserver<T> out, T response) {
        out.onNext(response);
        out.onCompleted();
    }
}
