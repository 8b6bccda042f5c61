// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.v1.Acks;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.CreateTopicResponse;
import io.tidemark.v1.DeleteRecordsPartition;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeleteTopicRequest;
import io.tidemark.v1.DeleteTopicResponse;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.DescribeReplicasRequest;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DrainBrokerRequest;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchPartition;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.Record;
import io.tidemark.v1.ReplicaDescription;
import io.tidemark.v1.TopicDescription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A plain gRPC client of a few nodes on the loopback, as small as a client can be. */
final class ClusterClient implements AutoCloseable {
    private final Map<Integer, ManagedChannel> channels = new TreeMap<>();

    ClusterClient(Map<Integer, Integer> portsByNode) {
        portsByNode.forEach((node, port) -> channels.put(
                node,
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build()));
    }

    ManagedChannel channel(int node) {
        ManagedChannel channel = requireNonNull(channels.get(node));
        channel.resetConnectBackoff();
        return channel;
    }

    CreateTopicResponse createTopic(int node, String name, int partitions, int replicas) {
        return AdminServiceGrpc.newBlockingStub(channel(node))
                .withWaitForReady()
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .createTopic(CreateTopicRequest.newBuilder()
                        .setName(name)
                        .setPartitionCount(partitions)
                        .setReplicationFactor(replicas)
                        .build());
    }

    void deleteTopic(int node, String name) {
        DeleteTopicResponse response = AdminServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .deleteTopic(DeleteTopicRequest.newBuilder().setName(name).build());
        if (response.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            throw new AssertionError(response.getErrorMessage());
        }
    }

    ErrorCode alterConfig(int node, String topic, String key, String value) {
        return AdminServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .alterConfigs(AlterConfigsRequest.newBuilder()
                        .setTopic(topic)
                        .putSet(key, value)
                        .build())
                .getError();
    }

    TopicDescription describe(int node, String topic) {
        return AdminServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .describeTopics(
                        DescribeTopicsRequest.newBuilder().addNames(topic).build())
                .getTopics(0);
    }

    /** The node's replica of the topic's only partition, as the node tells. */
    ReplicaDescription replica(int node, String topic) {
        return AdminServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .describeReplicas(
                        DescribeReplicasRequest.newBuilder().addTopics(topic).build())
                .getReplicas(0);
    }

    /** Has the node drain a broker, or end it. */
    ErrorCode drain(int node, int brokerId, boolean cancel) {
        return AdminServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .drainBroker(DrainBrokerRequest.newBuilder()
                        .setBrokerId(brokerId)
                        .setCancel(cancel)
                        .build())
                .getError();
    }

    PartitionRecord partition(int node, String topic) {
        return describe(node, topic).getPartitions(0);
    }

    ProduceResponse produce(int node, String topic, String value) {
        return produce(
                node,
                topic,
                request -> request.addRecords(Record.newBuilder().setValue(ByteString.copyFromUtf8(value))));
    }

    private ProduceResponse produce(int node, String topic, UnaryOperator<ProduceRequest.Builder> records) {
        ProduceRequest.Builder request = ProduceRequest.newBuilder()
                .setTopic(topic)
                .setAcks(Acks.ACKS_ALL)
                .setTimeoutMs(5_000);
        return ProduceServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .produce(records.apply(request).build());
    }

    /** Writes one record as a producer that counts its records. */
    ProduceResponse produceAs(int node, String topic, long producerId, int sequence, String value) {
        BatchBuilder batch = new BatchBuilder(Compression.NONE);
        batch.producer(producerId, (short) 0, sequence);
        batch.append(1_000, (byte[]) null, value.getBytes(StandardCharsets.UTF_8), List.of());
        return produce(node, topic, request -> request.setBatch(ByteString.copyFrom(batch.build(0, 0))));
    }

    /** Writes until some node of those acknowledges; each refusal moves on to the next. */
    ProduceResponse produceSomewhere(List<Integer> nodes, String topic, String value) {
        List<String> refusals = new ArrayList<>();
        long endNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (System.nanoTime() < endNs) {
            for (int node : nodes) {
                try {
                    ProduceResponse response = produce(node, topic, value);
                    if (response.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                        return response;
                    }
                    refusals.add(node + ": " + response.getErrorMessage());
                } catch (StatusRuntimeException gone) {
                    refusals.add(node + ": " + gone.getStatus());
                }
            }
            LockSupport.parkNanos(5_000_000);
        }
        throw new AssertionError(
                "nobody took the write: " + refusals.subList(Math.max(0, refusals.size() - 6), refusals.size()));
    }

    FetchedPartition fetch(int node, String topic, long offset, int maxWaitMs) {
        return FetchServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .fetch(FetchRequest.newBuilder()
                        .setMaxWaitMs(maxWaitMs)
                        .setDecodeRecords(true)
                        .addPartitions(
                                FetchPartition.newBuilder().setTopic(topic).setFetchOffset(offset))
                        .build())
                .getPartitions(0);
    }

    FetchedPartition fetchFromRack(int node, String topic, String rack) {
        return FetchServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .fetch(FetchRequest.newBuilder()
                        .setMaxWaitMs(5_000)
                        .setDecodeRecords(true)
                        .setRack(rack)
                        .addPartitions(FetchPartition.newBuilder().setTopic(topic))
                        .build())
                .getPartitions(0);
    }

    DeletedRecords deleteRecords(int node, String topic, long beforeOffset) {
        return ProduceServiceGrpc.newBlockingStub(channel(node))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .deleteRecords(DeleteRecordsRequest.newBuilder()
                        .setTimeoutMs(5_000)
                        .addPartitions(DeleteRecordsPartition.newBuilder()
                                .setTopic(topic)
                                .setBeforeOffset(beforeOffset))
                        .build())
                .getPartitions(0);
    }

    List<String> values(int node, String topic) {
        return fetch(node, topic, 0, 0).getRecordsList().stream()
                .map(record -> record.getValue().toStringUtf8())
                .toList();
    }

    static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (StatusRuntimeException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
