// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.ConsumerHeartbeatResponse;
import io.tidemark.v1.FetchOffsetsRequest;
import io.tidemark.v1.FetchOffsetsResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.OffsetToCommit;
import io.tidemark.v1.TopicPartitions;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Calls to the group service of one node and no other, each tried once. They fail with
 * {@link io.grpc.StatusRuntimeException}. Thread-safe.
 */
final class GroupCalls implements AutoCloseable {
    private static final long LIMIT_MS = 2_000;

    private final ManagedChannel channel;

    /** Of the node at an address, host:port. */
    GroupCalls(String address) {
        this.channel = NettyChannelBuilder.forTarget("dns:///" + address)
                .usePlaintext()
                .build();
    }

    private GroupServiceGrpc.GroupServiceBlockingStub stub() {
        return GroupServiceGrpc.newBlockingStub(channel).withDeadlineAfter(LIMIT_MS, TimeUnit.MILLISECONDS);
    }

    ConsumerHeartbeatResponse heartbeat(ConsumerHeartbeatRequest request) {
        return stub().consumerHeartbeat(request);
    }

    CommitOffsetsResponse commit(CommitOffsetsRequest request) {
        return stub().commitOffsets(request);
    }

    FetchOffsetsResponse committed(String group, String topic, Collection<Integer> partitions) {
        return stub().fetchOffsets(FetchOffsetsRequest.newBuilder()
                .setGroupId(group)
                .addTopics(TopicPartitions.newBuilder().setTopic(topic).addAllPartitions(partitions))
                .build());
    }

    static OffsetToCommit offset(String topic, int partition, long offset) {
        return OffsetToCommit.newBuilder()
                .setTopic(topic)
                .setPartition(partition)
                .setOffset(offset)
                .build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
