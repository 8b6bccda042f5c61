// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.StreamObserver;
import io.tidemark.engine.group.Assignors;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.engine.group.GroupSettings;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.GroupHost;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.ConsumerHeartbeatResponse;
import io.tidemark.v1.DeleteGroupRequest;
import io.tidemark.v1.DeleteGroupResponse;
import io.tidemark.v1.DeleteOffsetsRequest;
import io.tidemark.v1.DeleteOffsetsResponse;
import io.tidemark.v1.DescribeGroupRequest;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsRequest;
import io.tidemark.v1.FetchOffsetsResponse;
import io.tidemark.v1.FindCoordinatorRequest;
import io.tidemark.v1.FindCoordinatorResponse;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.LeaveGroupRequest;
import io.tidemark.v1.LeaveGroupResponse;
import io.tidemark.v1.ListGroupsRequest;
import io.tidemark.v1.ListGroupsResponse;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves consumer groups. Holds no state; a heartbeat that waits holds no thread. */
public final class GroupService extends GroupServiceGrpc.GroupServiceImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(GroupService.class);
    private static final int ID_MAX_CHARS = 255;
    private static final int PROTOCOL_MAX_BYTES = 65_536;

    private final GroupHost host;
    private final GroupSettings settings;
    private final TopicResolver topics;
    private final GroupWire wire;
    private final Clock clock;

    /** Over the coordinators of this node and its latest image. */
    public GroupService(GroupHost host, GroupSettings settings, Supplier<ClusterImage> image, Clock clock) {
        this.clock = clock;
        this.host = host;
        this.settings = settings;
        this.topics = new TopicResolver(image);
        this.wire = new GroupWire(image);
    }

    @Override
    public void findCoordinator(FindCoordinatorRequest request, StreamObserver<FindCoordinatorResponse> observer) {
        checkId("group_id", request.getGroupId());
        LeaderHint coordinator = coordinatorOf(request.getGroupId());
        FindCoordinatorResponse.Builder response =
                FindCoordinatorResponse.newBuilder().setCoordinator(coordinator);
        if (coordinator.getLeaderId() < 0) {
            host.createTopic();
            response.setError(ErrorCode.ERROR_CODE_COORDINATOR_NOT_AVAILABLE)
                    .setErrorMessage("the group has no coordinator yet; ask again");
        }
        finish(observer, response.build());
    }

    @Override
    public void consumerHeartbeat(
            ConsumerHeartbeatRequest request, StreamObserver<ConsumerHeartbeatResponse> observer) {
        checkId("group_id", request.getGroupId());
        checkId("member_id", request.getMemberId());
        checkHeartbeat(request);
        host.request(GroupWire.heartbeat(request), reply -> {
            ConsumerHeartbeatResponse.Builder response = ConsumerHeartbeatResponse.newBuilder()
                    .setHeartbeatIntervalMs(settings.heartbeatIntervalMs())
                    .setSessionTimeoutMs(settings.sessionTimeoutMs());
            if (reply instanceof GroupReply.Assigned assigned) {
                response.setMemberEpoch(assigned.memberEpoch())
                        .setAssignmentVersion(assigned.version())
                        .addAllAssignment(wire.partitions(assigned.assigned()));
            } else {
                GroupWire.Outcome outcome = GroupWire.outcome(reply);
                response.setError(outcome.error())
                        .setErrorMessage(outcome.message())
                        .setCoordinator(coordinatorOf(request.getGroupId()));
            }
            finish(observer, response.build());
        });
    }

    private static void checkHeartbeat(ConsumerHeartbeatRequest request) {
        if (request.getInstanceId().length() > ID_MAX_CHARS || request.getRack().length() > ID_MAX_CHARS) {
            throw Faults.invalidArgument("INVALID_ID", "instance_id and rack have at most 255 characters");
        }
        if (request.getMemberEpoch() < 0 || request.getMaxWaitMs() < 0 || request.getRebalanceTimeoutMs() < 0) {
            throw Faults.invalidArgument("INVALID_NUMBER", "epochs and times are not negative");
        }
        if (!Assignors.isKnown(request.getAssignor())) {
            throw Faults.invalidArgument("UNKNOWN_ASSIGNOR", "assignor is uniform or range, or left out");
        }
        if (request.getProtocolBytes().size() > PROTOCOL_MAX_BYTES) {
            throw Faults.invalidArgument("TOO_LARGE", "protocol_bytes has at most " + PROTOCOL_MAX_BYTES + " bytes");
        }
    }

    @Override
    public void leaveGroup(LeaveGroupRequest request, StreamObserver<LeaveGroupResponse> observer) {
        checkId("group_id", request.getGroupId());
        checkId("member_id", request.getMemberId());
        GroupRequest.Leave leave =
                new GroupRequest.Leave(request.getGroupId(), request.getMemberId(), request.getKeepPlace());
        host.request(leave, reply -> {
            GroupWire.Outcome outcome = GroupWire.outcome(reply);
            finish(
                    observer,
                    LeaveGroupResponse.newBuilder()
                            .setError(outcome.error())
                            .setErrorMessage(outcome.message())
                            .setCoordinator(coordinatorOf(request.getGroupId()))
                            .build());
        });
    }

    @Override
    public void commitOffsets(CommitOffsetsRequest request, StreamObserver<CommitOffsetsResponse> observer) {
        checkId("group_id", request.getGroupId());
        if (request.getCommitterId().length() > ID_MAX_CHARS) {
            throw Faults.invalidArgument("INVALID_ID", "committer_id has at most 255 characters");
        }
        OffsetCommitCall call = new OffsetCommitCall(request, topics);
        host.request(
                call.toRequest(clock.wallMs()),
                reply -> finish(observer, call.answer(reply, coordinatorOf(request.getGroupId()))));
    }

    @Override
    public void fetchOffsets(FetchOffsetsRequest request, StreamObserver<FetchOffsetsResponse> observer) {
        checkId("group_id", request.getGroupId());
        host.request(
                new GroupRequest.Describe(request.getGroupId()),
                reply -> finish(
                        observer,
                        wire.offsets(request, reply)
                                .setCoordinator(coordinatorOf(request.getGroupId()))
                                .build()));
    }

    @Override
    public void listGroups(ListGroupsRequest request, StreamObserver<ListGroupsResponse> observer) {
        host.describeAll(replies -> finish(observer, GroupWire.listing(replies)));
    }

    @Override
    public void describeGroup(DescribeGroupRequest request, StreamObserver<DescribeGroupResponse> observer) {
        checkId("group_id", request.getGroupId());
        host.request(
                new GroupRequest.Describe(request.getGroupId()),
                reply -> finish(
                        observer,
                        wire.description(reply)
                                .setCoordinator(coordinatorOf(request.getGroupId()))
                                .build()));
    }

    @Override
    public void deleteGroup(DeleteGroupRequest request, StreamObserver<DeleteGroupResponse> observer) {
        checkId("group_id", request.getGroupId());
        host.request(new GroupRequest.Delete(request.getGroupId()), reply -> {
            GroupWire.Outcome outcome = GroupWire.outcome(reply);
            finish(
                    observer,
                    DeleteGroupResponse.newBuilder()
                            .setError(outcome.error())
                            .setErrorMessage(outcome.message())
                            .setCoordinator(coordinatorOf(request.getGroupId()))
                            .build());
        });
    }

    @Override
    public void deleteOffsets(DeleteOffsetsRequest request, StreamObserver<DeleteOffsetsResponse> observer) {
        checkId("group_id", request.getGroupId());
        OffsetDeleteCall call = new OffsetDeleteCall(request, topics);
        host.request(
                call.toRequest(), reply -> finish(observer, call.answer(reply, coordinatorOf(request.getGroupId()))));
    }

    private LeaderHint coordinatorOf(String groupId) {
        PartitionKey key = host.partitionOf(groupId);
        return key == null ? LeaderHint.newBuilder().setLeaderId(-1).build() : topics.leaderOf(key);
    }

    private static void checkId(String what, String text) {
        if (text.isEmpty() || text.length() > ID_MAX_CHARS) {
            throw Faults.invalidArgument("INVALID_ID", what + " has 1 to " + ID_MAX_CHARS + " characters");
        }
    }

    private static <R> void finish(StreamObserver<R> observer, R response) {
        try {
            observer.onNext(response);
            observer.onCompleted();
        } catch (io.grpc.StatusRuntimeException | IllegalStateException gone) {
            // The asker hung up while its request waited; there is nobody to tell.
            LOG.debug("An answer found nobody: {}", gone.getMessage());
        }
    }
}
