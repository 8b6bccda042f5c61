// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import io.tidemark.engine.group.CommittedOffset;
import io.tidemark.engine.group.CurrentAssignment;
import io.tidemark.engine.group.Group;
import io.tidemark.engine.group.GroupEpoch;
import io.tidemark.engine.group.GroupError;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.engine.group.Member;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsRequest;
import io.tidemark.v1.FetchOffsetsResponse;
import io.tidemark.v1.GroupListing;
import io.tidemark.v1.GroupMember;
import io.tidemark.v1.GroupState;
import io.tidemark.v1.ListGroupsResponse;
import io.tidemark.v1.TopicPartitions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups in the words of the contract, and back. A new error does not compile until it has a word. */
final class GroupWire {
    private static final int DEFAULT_REBALANCE_TIMEOUT_MS = 300_000;

    private final Supplier<ClusterImage> image;
    private final TopicResolver topics;

    /** What a whole request came to. */
    record Outcome(ErrorCode error, String message) {}

    GroupWire(Supplier<ClusterImage> image) {
        this.image = image;
        this.topics = new TopicResolver(image);
    }

    static ErrorCode code(GroupError error) {
        return switch (error) {
            case NONE -> ErrorCode.ERROR_CODE_UNSPECIFIED;
            case NOT_COORDINATOR -> ErrorCode.ERROR_CODE_NOT_COORDINATOR;
            case COORDINATOR_LOADING -> ErrorCode.ERROR_CODE_COORDINATOR_LOADING;
            case COORDINATOR_NOT_AVAILABLE -> ErrorCode.ERROR_CODE_COORDINATOR_NOT_AVAILABLE;
            case REQUEST_TIMED_OUT -> ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT;
            case UNKNOWN_MEMBER -> ErrorCode.ERROR_CODE_UNKNOWN_MEMBER;
            case FENCED_MEMBER_EPOCH -> ErrorCode.ERROR_CODE_FENCED_MEMBER_EPOCH;
            case FENCED_INSTANCE -> ErrorCode.ERROR_CODE_FENCED_INSTANCE;
            case UNRELEASED_INSTANCE -> ErrorCode.ERROR_CODE_UNRELEASED_INSTANCE;
            case GROUP_NOT_EMPTY -> ErrorCode.ERROR_CODE_GROUP_NOT_EMPTY;
            case GROUP_NOT_FOUND -> ErrorCode.ERROR_CODE_GROUP_NOT_FOUND;
            case PARTITION_NOT_OWNED -> ErrorCode.ERROR_CODE_PARTITION_NOT_OWNED;
            case GROUP_MAX_SIZE_REACHED -> ErrorCode.ERROR_CODE_GROUP_MAX_SIZE_REACHED;
            case OVERTAKEN, INVALID_REQUEST -> ErrorCode.ERROR_CODE_INVALID_REQUEST;
        };
    }

    static String describe(GroupError error) {
        return switch (error) {
            case NONE -> "";
            case NOT_COORDINATOR -> "this node does not coordinate the group";
            case COORDINATOR_LOADING -> "the coordinator reads the group's state; ask again";
            case COORDINATOR_NOT_AVAILABLE -> "no coordinator can be sure of the group's state now; ask again";
            case REQUEST_TIMED_OUT -> "the change may be committed yet; ask again";
            case UNKNOWN_MEMBER -> "the group has no such member; join again under a new member id";
            case FENCED_MEMBER_EPOCH -> "the member epoch is old; join again under a new member id";
            case FENCED_INSTANCE -> "another member holds this instance id now";
            case UNRELEASED_INSTANCE -> "a live member holds this instance id; it is free when its session ends";
            case GROUP_NOT_EMPTY -> "members of the group are reading; stop them first";
            case GROUP_NOT_FOUND -> "there is no such group";
            case PARTITION_NOT_OWNED -> "the member does not own the partition any more";
            case GROUP_MAX_SIZE_REACHED -> "the group has as many members as it may have";
            case OVERTAKEN -> "a later commit of this member or committer came before it";
            case INVALID_REQUEST -> "the change is too large to be written at once";
        };
    }

    static Outcome outcome(GroupReply reply) {
        if (reply instanceof GroupReply.Failed failed) {
            String message = failed.message().isEmpty() ? describe(failed.error()) : failed.message();
            return new Outcome(code(failed.error()), message);
        }
        return new Outcome(ErrorCode.ERROR_CODE_UNSPECIFIED, "");
    }

    static GroupRequest.Heartbeat heartbeat(ConsumerHeartbeatRequest request) {
        Member member = new Member(
                request.getInstanceId(),
                request.getRack(),
                request.getClientId(),
                new TreeSet<>(request.getTopicsList()),
                request.getRebalanceTimeoutMs() == 0 ? DEFAULT_REBALANCE_TIMEOUT_MS : request.getRebalanceTimeoutMs(),
                request.getAssignor(),
                request.getProtocolType(),
                request.getProtocolBytes());
        return new GroupRequest.Heartbeat(
                request.getGroupId(),
                request.getMemberId(),
                request.getMemberEpoch(),
                member,
                request.getSeenAssignmentVersion(),
                request.getAppliedAssignmentVersion(),
                request.getMaxWaitMs());
    }

    List<TopicPartitions> partitions(SortedSet<PartitionKey> keys) {
        SortedMap<UUID, TopicPartitions.Builder> byTopic = new TreeMap<>();
        for (PartitionKey key : keys) {
            byTopic.computeIfAbsent(key.topicId(), id -> TopicPartitions.newBuilder()
                            .setTopicId(WireIds.toWire(id))
                            .setTopic(nameOf(id)))
                    .addPartitions(key.partition());
        }
        return byTopic.values().stream().map(TopicPartitions.Builder::build).toList();
    }

    private String nameOf(UUID topicId) {
        TopicImage topic = image.get().topics().get(topicId);
        return topic == null || topic.isDeleted() ? "" : topic.name();
    }

    FetchOffsetsResponse.Builder offsets(FetchOffsetsRequest request, GroupReply reply) {
        FetchOffsetsResponse.Builder response = FetchOffsetsResponse.newBuilder();
        Group group = groupOf(reply);
        Outcome outcome = outcome(reply);
        if (group == null && outcome.error() != ErrorCode.ERROR_CODE_GROUP_NOT_FOUND) {
            return response.setError(outcome.error()).setErrorMessage(outcome.message());
        }
        if (request.getTopicsCount() == 0 && group != null) {
            group.offsets().forEach((key, offset) -> response.addOffsets(offset(key, offset)));
        }
        for (TopicPartitions topic : request.getTopicsList()) {
            for (int partition : topic.getPartitionsList()) {
                response.addOffsets(offset(group, topic, partition));
            }
        }
        return response;
    }

    private io.tidemark.v1.CommittedOffset offset(@Nullable Group group, TopicPartitions topic, int partition) {
        TopicResolver.Resolved target = topics.resolve(topic.getTopic(), topic.getTopicId(), partition);
        PartitionKey key = target.key();
        CommittedOffset offset =
                group == null || key == null ? null : group.offsets().get(key);
        if (key != null && offset != null) {
            return offset(key, offset);
        }
        return io.tidemark.v1.CommittedOffset.newBuilder()
                .setTopic(topic.getTopic())
                .setTopicId(key == null ? ByteString.EMPTY : WireIds.toWire(key.topicId()))
                .setPartition(partition)
                .setError(target.error())
                .setOffset(-1)
                .build();
    }

    private io.tidemark.v1.CommittedOffset offset(PartitionKey key, CommittedOffset offset) {
        io.tidemark.v1.CommittedOffset.Builder wire = io.tidemark.v1.CommittedOffset.newBuilder()
                .setTopic(nameOf(key.topicId()))
                .setTopicId(WireIds.toWire(key.topicId()))
                .setPartition(key.partition())
                .setOffset(offset.offset())
                .setMetadata(offset.metadata())
                .setCommitTimestampMs(offset.commitTimestampMs());
        if (offset.leaderEpoch() >= 0) {
            wire.setLeaderEpoch(offset.leaderEpoch());
        }
        return wire.build();
    }

    private static @Nullable Group groupOf(GroupReply reply) {
        return reply instanceof GroupReply.Described described
                        && !described.groups().isEmpty()
                ? described.groups().get(0)
                : null;
    }

    DescribeGroupResponse.Builder description(GroupReply reply) {
        DescribeGroupResponse.Builder response = DescribeGroupResponse.newBuilder();
        Group group = groupOf(reply);
        if (group == null) {
            Outcome outcome = outcome(reply);
            return response.setError(outcome.error()).setErrorMessage(outcome.message());
        }
        GroupEpoch epoch = group.epoch();
        response.setState(state(group)).setGroupEpoch(group.groupEpoch());
        response.setAssignor(epoch == null ? "" : epoch.assignor());
        group.members().forEach((memberId, member) -> response.addMembers(member(group, memberId, member)));
        group.offsets().forEach((key, offset) -> response.addOffsets(offset(key, offset)));
        return response;
    }

    private GroupMember member(Group group, String memberId, Member member) {
        CurrentAssignment current = group.current(memberId);
        return GroupMember.newBuilder()
                .setMemberId(memberId)
                .setInstanceId(member.instanceId())
                .setRack(member.rack())
                .setClientId(member.clientId())
                .setMemberEpoch(current.memberEpoch())
                .addAllTopics(member.topics())
                .addAllAssignment(partitions(current.assigned()))
                .addAllRevoking(partitions(current.revoking()))
                .addAllTarget(partitions(group.target(memberId)))
                .setProtocolType(member.protocolType())
                .setProtocolBytes(member.protocolBytes())
                .build();
    }

    static ListGroupsResponse listing(List<GroupReply> replies) {
        ListGroupsResponse.Builder response = ListGroupsResponse.newBuilder();
        List<GroupListing> groups = new ArrayList<>();
        for (GroupReply reply : replies) {
            Outcome outcome = outcome(reply);
            if (outcome.error() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
                response.setError(outcome.error()).setErrorMessage(outcome.message());
            }
            if (reply instanceof GroupReply.Described described) {
                described
                        .groups()
                        .forEach(group -> groups.add(GroupListing.newBuilder()
                                .setGroupId(group.groupId())
                                .setState(state(group))
                                .setMemberCount(group.members().size())
                                .build()));
            }
        }
        groups.sort(Comparator.comparing(GroupListing::getGroupId));
        return response.addAllGroups(groups).build();
    }

    private static GroupState state(Group group) {
        return switch (group.phase()) {
            case EMPTY -> GroupState.GROUP_STATE_EMPTY;
            case RECONCILING -> GroupState.GROUP_STATE_RECONCILING;
            case STABLE -> GroupState.GROUP_STATE_STABLE;
        };
    }
}
