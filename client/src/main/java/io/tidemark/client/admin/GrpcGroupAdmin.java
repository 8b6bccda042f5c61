// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.grpc.MethodDescriptor;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.CoordinatorCalls;
import io.tidemark.client.consumer.CoordinatorCalls.Question;
import io.tidemark.client.consumer.GroupOffsets;
import io.tidemark.client.consumer.OffsetAndMetadata;
import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.client.metadata.AnyNodeCalls.Answer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.ClusterMetadata;
import io.tidemark.client.metadata.Connections;
import io.tidemark.client.metadata.Lane;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.client.metadata.NodeAddress;
import io.tidemark.client.metadata.UnaryCall;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.CommittedOffset;
import io.tidemark.v1.DeleteGroupRequest;
import io.tidemark.v1.DeleteGroupResponse;
import io.tidemark.v1.DescribeClusterRequest;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeGroupRequest;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.GroupListing;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.ListGroupsRequest;
import io.tidemark.v1.ListGroupsResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** {@link GroupAdmin} over the wire. */
final class GrpcGroupAdmin implements GroupAdmin {
    private static final int ATTEMPT_TIMEOUT_MS = 2_000;
    private static final int PAUSE_NS = 50_000_000;
    /** How long the oldest unread records are waited for; a lag without them is told in records only. */
    private static final int READ_MS = 3_000;

    private final ClientConfig config;
    private final Connections connections;
    private final ClusterMetadata metadata;
    private final AnyNodeCalls anyNode;
    private final int timeoutMs;
    /** One for each group, so that its commits have an order. */
    private final Map<String, GroupOffsets> offsetsOf = new ConcurrentHashMap<>();

    GrpcGroupAdmin(ClientConfig config) {
        this.config = config;
        this.connections = new Connections(config.get(ClientKeys.CLIENT_ID));
        this.metadata = new ClusterMetadata(config, connections);
        this.anyNode = new AnyNodeCalls(metadata, connections);
        this.timeoutMs = config.get(ClientKeys.DEFAULT_API_TIMEOUT_MS);
    }

    @Override
    public List<GroupListing> listGroups() {
        List<GroupListing> groups = new ArrayList<>();
        DescribeClusterResponse cluster = anyNode.ask(
                        new AnyNodeCalls.Question<>(
                                "describe the cluster",
                                AdminServiceGrpc.getDescribeClusterMethod(),
                                DescribeClusterRequest.getDefaultInstance(),
                                answer -> ErrorCode.ERROR_CODE_UNSPECIFIED),
                        timeoutMs)
                .value();
        for (BrokerDescription broker : cluster.getBrokersList()) {
            // A fenced broker leads nothing, and so coordinates nothing.
            if (!broker.getFenced()) {
                groups.addAll(groupsOf(broker));
            }
        }
        groups.sort(Comparator.comparing(GroupListing::getGroupId));
        return groups;
    }

    private List<GroupListing> groupsOf(BrokerDescription broker) {
        NodeAddress node = NodeAddress.of(broker.getEndpoint());
        long deadlineMs = MonotonicClock.nowMs() + timeoutMs;
        String problem;
        do {
            try {
                ListGroupsResponse answer = UnaryCall.start(
                                connections.channel(node, Lane.CONTROL),
                                GroupServiceGrpc.getListGroupsMethod(),
                                ListGroupsRequest.getDefaultInstance(),
                                ATTEMPT_TIMEOUT_MS)
                        .get();
                if (answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                    return answer.getGroupsList();
                }
                problem = answer.getErrorMessage();
            } catch (ExecutionException failed) {
                problem = String.valueOf(failed.getMessage());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                problem = "interrupted";
            }
            LockSupport.parkNanos(PAUSE_NS);
        } while (MonotonicClock.nowMs() < deadlineMs && !Thread.currentThread().isInterrupted());
        throw new TidemarkException(
                ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                "broker " + broker.getBrokerId() + " does not tell its groups: " + problem,
                Outcome.NOT_WRITTEN);
    }

    @Override
    public DescribeGroupResponse describeGroup(String groupId) {
        String what = "describe group " + groupId;
        DescribeGroupResponse answer = ask(
                        groupId,
                        what,
                        GroupServiceGrpc.getDescribeGroupMethod(),
                        DescribeGroupRequest.newBuilder().setGroupId(groupId).build(),
                        new Reading<>(DescribeGroupResponse::getError, DescribeGroupResponse::getCoordinator))
                .value();
        AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        return answer;
    }

    @Override
    public void deleteGroup(String groupId) {
        String what = "delete group " + groupId;
        Answer<DeleteGroupResponse> told = ask(
                groupId,
                what,
                GroupServiceGrpc.getDeleteGroupMethod(),
                DeleteGroupRequest.newBuilder().setGroupId(groupId).build(),
                new Reading<>(DeleteGroupResponse::getError, DeleteGroupResponse::getCoordinator));
        DeleteGroupResponse answer = told.value();
        boolean isDeletedBefore = told.isRepetition() && answer.getError() == ErrorCode.ERROR_CODE_GROUP_NOT_FOUND;
        if (!isDeletedBefore) {
            AdminErrors.check(what, answer.getError(), answer.getErrorMessage());
        }
    }

    @Override
    public void alterGroupOffsets(String groupId, Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsetsOf
                .computeIfAbsent(groupId, id -> new GroupOffsets(id, calls(id)))
                .commit(offsets, () -> GroupOffsets.Committer.NO_MEMBER, timeoutMs);
    }

    @Override
    public Map<TopicPartition, GroupLag> lag(DescribeGroupResponse group) {
        Map<TopicPartition, Long> committed = new LinkedHashMap<>();
        for (CommittedOffset offset : group.getOffsetsList()) {
            if (!offset.getTopic().isEmpty()) {
                committed.put(new TopicPartition(offset.getTopic(), offset.getPartition()), offset.getOffset());
            }
        }
        Map<TopicPartition, GroupLag> lags = new LinkedHashMap<>();
        try (Consumer consumer = Consumer.create(config.with("max.partition.fetch.bytes", "1"))) {
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(committed.keySet());
            Map<TopicPartition, Long> ends = consumer.endOffsets(committed.keySet());
            Map<TopicPartition, Long> unread = new LinkedHashMap<>();
            committed.forEach((partition, offset) -> {
                long next = Math.max(offset, starts.getOrDefault(partition, 0L));
                if (next < ends.getOrDefault(partition, 0L)) {
                    unread.put(partition, next);
                }
            });
            Map<TopicPartition, Long> oldest = timestampsAt(consumer, unread);
            long nowMs = System.currentTimeMillis();
            committed.forEach((partition, offset) -> {
                Long timestampMs = oldest.get(partition);
                OptionalLong lagMs = !unread.containsKey(partition)
                        ? OptionalLong.of(0)
                        : timestampMs == null
                                ? OptionalLong.empty()
                                : OptionalLong.of(Math.max(0, nowMs - timestampMs));
                lags.put(
                        partition,
                        new GroupLag(
                                offset, starts.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L), lagMs));
            });
        }
        return lags;
    }

    private static Map<TopicPartition, Long> timestampsAt(Consumer consumer, Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> found = new LinkedHashMap<>();
        Set<TopicPartition> missing = new TreeSet<>(offsets.keySet());
        long deadlineMs = MonotonicClock.nowMs() + READ_MS;
        consumer.assign(missing);
        offsets.forEach(consumer::seek);
        while (!missing.isEmpty() && MonotonicClock.nowMs() < deadlineMs) {
            for (ConsumerRecord record : consumer.poll(Duration.ofMillis(100))) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (missing.remove(partition)) {
                    found.put(partition, record.timestampMs());
                }
            }
        }
        return found;
    }

    /** How the answers of a method are read. */
    private record Reading<R>(Function<R, ErrorCode> errorOf, Function<R, LeaderHint> hintOf) {}

    private <Q, R> Answer<R> ask(
            String groupId, String what, MethodDescriptor<Q, R> method, Q request, Reading<R> reading) {
        return calls(groupId)
                .ask(new Question<>(what, method, leaderEpoch -> request, reading.errorOf, reading.hintOf), timeoutMs);
    }

    private CoordinatorCalls calls(String groupId) {
        return new CoordinatorCalls(groupId, metadata, connections);
    }

    @Override
    public void close() {
        metadata.close();
        connections.close();
    }
}
