// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.DeleteRecordsPartition;
import io.tidemark.v1.DeleteRecordsRequest;
import io.tidemark.v1.DeleteTopicRequest;
import io.tidemark.v1.DeletedRecords;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.TopicDescription;
import java.util.concurrent.TimeUnit;

/**
 * Calls of one node and no other, each tried once: what a client that goes from node to node would smooth over. They fail
 * with {@link io.grpc.StatusRuntimeException}. Thread-safe.
 */
final class NodeCalls implements AutoCloseable {
    private static final long LIMIT_MS = 3_000;
    private static final long SHORT_MS = 700;

    private final ManagedChannel channel;

    /** Of the node at an address, host:port. */
    NodeCalls(String address) {
        this.channel = NettyChannelBuilder.forTarget("dns:///" + address)
                .usePlaintext()
                .build();
    }

    private AdminServiceGrpc.AdminServiceBlockingStub admin(long limitMs) {
        return AdminServiceGrpc.newBlockingStub(channel).withDeadlineAfter(limitMs, TimeUnit.MILLISECONDS);
    }

    /** Sets a config; answered once this node knows of it. */
    ErrorCode set(String topic, String key, long value) {
        return admin(LIMIT_MS)
                .alterConfigs(AlterConfigsRequest.newBuilder()
                        .setTopic(topic)
                        .putSet(key, String.valueOf(value))
                        .build())
                .getError();
    }

    /** A config as this node knows it, as soon as a topic is described; -1 when it is not set. */
    long config(String topic, String key) {
        String value = describeSoon(topic).getConfigsMap().get(key);
        return value == null ? -1 : Long.parseLong(value);
    }

    /**
     * A topic as this node knows it; its error says when it does not. Sooner than a node could be killed and come back: its next
     * life begins with what it knew long before.
     */
    TopicDescription describeSoon(String topic) {
        return describe(topic, SHORT_MS);
    }

    /** A topic as this node knows it; its error says when it does not. */
    TopicDescription describe(String topic) {
        return describe(topic, LIMIT_MS);
    }

    private TopicDescription describe(String topic, long limitMs) {
        return admin(limitMs)
                .describeTopics(
                        DescribeTopicsRequest.newBuilder().addNames(topic).build())
                .getTopics(0);
    }

    /** Creates a topic of one partition with a config; answered once this node knows of it. */
    ErrorCode create(String topic, String key, long value) {
        return admin(LIMIT_MS)
                .createTopic(CreateTopicRequest.newBuilder()
                        .setName(topic)
                        .setPartitionCount(1)
                        .putConfigs(key, String.valueOf(value))
                        .build())
                .getError();
    }

    /** Deletes a topic for good, and no other of its name; answered once this node knows of it. */
    ErrorCode delete(String topic, ByteString topicId) {
        return admin(LIMIT_MS)
                .deleteTopic(DeleteTopicRequest.newBuilder()
                        .setName(topic)
                        .setTopicId(topicId)
                        .setGraceMs(0)
                        .build())
                .getError();
    }

    /** Deletes records before an offset; the error says whether this node leads the partition. */
    ErrorCode trim(String topic, int partition, long beforeOffset) {
        DeletedRecords answer = ProduceServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(LIMIT_MS, TimeUnit.MILLISECONDS)
                .deleteRecords(DeleteRecordsRequest.newBuilder()
                        .addPartitions(DeleteRecordsPartition.newBuilder()
                                .setTopic(topic)
                                .setPartition(partition)
                                .setBeforeOffset(beforeOffset))
                        .setTimeoutMs((int) LIMIT_MS)
                        .build())
                .getPartitions(0);
        return answer.getError();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
