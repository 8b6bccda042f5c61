// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.grpc.StatusRuntimeException;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.ConsumerHeartbeatResponse;
import io.tidemark.v1.DeleteGroupRequest;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsRequest;
import io.tidemark.v1.FetchOffsetsResponse;
import io.tidemark.v1.FindCoordinatorRequest;
import io.tidemark.v1.FindCoordinatorResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.GroupServiceGrpc.GroupServiceBlockingStub;
import io.tidemark.v1.LeaveGroupRequest;
import io.tidemark.v1.OffsetToCommit;
import io.tidemark.v1.TopicPartitions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A group as a plain gRPC client sees it; every call goes on until a coordinator answers for good. */
final class GroupClient {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final ClusterClient client;
    private final Map<Integer, Integer> ports;
    private final String groupId;

    GroupClient(ClusterClient client, Map<Integer, Integer> ports, String groupId) {
        this.client = client;
        this.ports = new TreeMap<>(ports);
        this.groupId = groupId;
    }

    /** A node is gone. */
    void leaveOut(int node) {
        ports.remove(node);
    }

    WireMember member(String memberId, String topic) {
        return new WireMember(memberId, topic);
    }

    /** Node id of the coordinator that some node names and that is not known to be gone. */
    int coordinator() {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < endNs) {
            for (int node : ports.keySet()) {
                try {
                    FindCoordinatorResponse found = stub(node)
                            .findCoordinator(FindCoordinatorRequest.newBuilder()
                                    .setGroupId(groupId)
                                    .build());
                    int leader = found.getCoordinator().getLeaderId();
                    if (ports.containsKey(leader)) {
                        return leader;
                    }
                } catch (StatusRuntimeException gone) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            LockSupport.parkNanos(10_000_000);
        }
        throw new AssertionError("nobody coordinates " + groupId);
    }

    private GroupServiceBlockingStub stub(int node) {
        return GroupServiceGrpc.newBlockingStub(client.channel(node)).withDeadlineAfter(10, TimeUnit.SECONDS);
    }

    private <R> R ask(Function<GroupServiceBlockingStub, R> call, Function<R, ErrorCode> errorOf) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < endNs) {
            try {
                R answer = call.apply(stub(coordinator()));
                if (!isPassing(errorOf.apply(answer))) {
                    return answer;
                }
                last = errorOf.apply(answer).name();
            } catch (StatusRuntimeException gone) {
                last = gone.getStatus().toString();
            }
            LockSupport.parkNanos(10_000_000);
        }
        throw new AssertionError("no coordinator answered for good; the last said " + last);
    }

    private static boolean isPassing(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_NOT_COORDINATOR,
                    ERROR_CODE_COORDINATOR_LOADING,
                    ERROR_CODE_COORDINATOR_NOT_AVAILABLE,
                    ERROR_CODE_REQUEST_TIMED_OUT -> true;
            default -> false;
        };
    }

    /** The committed offset; -1 for none. */
    long committed(String topic, int partition) {
        FetchOffsetsRequest request = FetchOffsetsRequest.newBuilder()
                .setGroupId(groupId)
                .addTopics(TopicPartitions.newBuilder().setTopic(topic).addPartitions(partition))
                .build();
        return ask(stub -> stub.fetchOffsets(request), FetchOffsetsResponse::getError)
                .getOffsets(0)
                .getOffset();
    }

    ErrorCode delete() {
        DeleteGroupRequest request =
                DeleteGroupRequest.newBuilder().setGroupId(groupId).build();
        return ask(stub -> stub.deleteGroup(request), answer -> answer.getError())
                .getError();
    }

    /** Heartbeats until each of them reads so many partitions. */
    static void settle(List<WireMember> members, int partitionCount) {
        ClusterClient.await("members read " + partitionCount + " each", () -> {
            members.forEach(WireMember::heartbeat);
            return members.stream().allMatch(member -> member.owned().size() == partitionCount);
        });
    }

    /** A member that does at once what it is told. */
    final class WireMember {
        private final String memberId;
        private final String topic;
        private int memberEpoch;
        private long version;
        private SortedSet<Integer> owned = new TreeSet<>();

        WireMember(String memberId, String topic) {
            this.memberId = memberId;
            this.topic = topic;
        }

        int memberEpoch() {
            return memberEpoch;
        }

        SortedSet<Integer> owned() {
            return owned;
        }

        void heartbeat() {
            ConsumerHeartbeatRequest request = ConsumerHeartbeatRequest.newBuilder()
                    .setGroupId(groupId)
                    .setMemberId(memberId)
                    .setMemberEpoch(memberEpoch)
                    .addTopics(topic)
                    .setSeenAssignmentVersion(version)
                    .setAppliedAssignmentVersion(version)
                    .setMaxWaitMs(100)
                    .build();
            ConsumerHeartbeatResponse answer =
                    ask(stub -> stub.consumerHeartbeat(request), ConsumerHeartbeatResponse::getError);
            if (answer.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
                throw new AssertionError(memberId + ": " + answer.getErrorMessage());
            }
            memberEpoch = answer.getMemberEpoch();
            version = answer.getAssignmentVersion();
            owned = new TreeSet<>();
            answer.getAssignmentList().forEach(each -> owned.addAll(each.getPartitionsList()));
        }

        void heartbeatUntil(String what, BooleanSupplier condition) {
            ClusterClient.await(what, () -> {
                heartbeat();
                return condition.getAsBoolean();
            });
        }

        ErrorCode commit(int partition, long offset) {
            CommitOffsetsRequest request = CommitOffsetsRequest.newBuilder()
                    .setGroupId(groupId)
                    .setMemberId(memberId)
                    .setMemberEpoch(memberEpoch)
                    .addOffsets(OffsetToCommit.newBuilder()
                            .setTopic(topic)
                            .setPartition(partition)
                            .setOffset(offset))
                    .build();
            CommitOffsetsResponse answer = ask(stub -> stub.commitOffsets(request), CommitOffsetsResponse::getError);
            return answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED
                    ? answer.getPartitions(0).getError()
                    : answer.getError();
        }

        void leave() {
            LeaveGroupRequest request = LeaveGroupRequest.newBuilder()
                    .setGroupId(groupId)
                    .setMemberId(memberId)
                    .build();
            ask(stub -> stub.leaveGroup(request), answer -> answer.getError());
        }
    }
}
