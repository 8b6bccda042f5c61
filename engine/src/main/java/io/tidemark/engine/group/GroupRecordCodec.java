// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.CoordinatorKey;
import io.tidemark.v1.CoordinatorValue;
import io.tidemark.v1.GroupCurrentValue;
import io.tidemark.v1.GroupEpochKey;
import io.tidemark.v1.GroupEpochValue;
import io.tidemark.v1.GroupMemberKey;
import io.tidemark.v1.GroupMemberValue;
import io.tidemark.v1.GroupOffsetKey;
import io.tidemark.v1.GroupOffsetValue;
import io.tidemark.v1.GroupPartitions;
import io.tidemark.v1.GroupRecordKey;
import io.tidemark.v1.GroupTargetValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Records as bytes, and back. The same record always has the same bytes: the key is what the log is compacted by. */
public final class GroupRecordCodec {
    private static final int RECORD_OVERHEAD_BYTES = 32;

    private GroupRecordCodec() {}

    /** The key's bytes. */
    public static byte[] key(GroupRecord record) {
        GroupRecordKey.Builder key = GroupRecordKey.newBuilder();
        if (record instanceof GroupRecord.Began) {
            key.setCoordinator(CoordinatorKey.getDefaultInstance());
        } else if (record instanceof GroupRecord.Epoch it) {
            key.setEpoch(GroupEpochKey.newBuilder().setGroupId(it.groupId()));
        } else if (record instanceof GroupRecord.Subscription it) {
            key.setMember(memberKey(it.groupId(), it.memberId()));
        } else if (record instanceof GroupRecord.Target it) {
            key.setTarget(memberKey(it.groupId(), it.memberId()));
        } else if (record instanceof GroupRecord.Current it) {
            key.setCurrent(memberKey(it.groupId(), it.memberId()));
        } else if (record instanceof GroupRecord.Offset it) {
            key.setOffset(GroupOffsetKey.newBuilder()
                    .setGroupId(it.groupId())
                    .setTopicId(toWire(it.key().topicId()))
                    .setPartition(it.key().partition()));
        }
        return key.build().toByteArray();
    }

    /** The value's bytes; null for a record that removes. */
    public static byte @Nullable [] value(GroupRecord record) {
        MessageLite value = null;
        if (record instanceof GroupRecord.Began it) {
            value = CoordinatorValue.newBuilder()
                    .setBrokerId(it.brokerId())
                    .setLeaderEpoch(it.leaderEpoch())
                    .build();
        } else if (record instanceof GroupRecord.Epoch it && it.value() != null) {
            value = toWire(it.value());
        } else if (record instanceof GroupRecord.Subscription it && it.value() != null) {
            value = toWire(it.value());
        } else if (record instanceof GroupRecord.Target it && it.value() != null) {
            value = GroupTargetValue.newBuilder()
                    .addAllPartitions(toWire(it.value()))
                    .build();
        } else if (record instanceof GroupRecord.Current it && it.value() != null) {
            value = toWire(it.value());
        } else if (record instanceof GroupRecord.Offset it && it.value() != null) {
            value = toWire(it.value());
        }
        return value == null ? null : value.toByteArray();
    }

    /** Bound of what the record takes in a batch, bytes. */
    static int sizeBytes(GroupRecord record) {
        byte[] value = value(record);
        return key(record).length + (value == null ? 0 : value.length) + RECORD_OVERHEAD_BYTES;
    }

    /**
     * Reads a record.
     *
     * @return null for a kind that a later version writes
     * @throws IllegalArgumentException when the bytes are no record
     */
    public static @Nullable GroupRecord decode(byte[] key, byte @Nullable [] value) {
        try {
            GroupRecordKey parsed = GroupRecordKey.parseFrom(key);
            return switch (parsed.getKindCase()) {
                case COORDINATOR -> began(value);
                case EPOCH ->
                    new GroupRecord.Epoch(
                            parsed.getEpoch().getGroupId(),
                            value == null ? null : fromWire(GroupEpochValue.parseFrom(value)));
                case MEMBER ->
                    new GroupRecord.Subscription(
                            parsed.getMember().getGroupId(),
                            parsed.getMember().getMemberId(),
                            value == null ? null : fromWire(GroupMemberValue.parseFrom(value)));
                case TARGET ->
                    new GroupRecord.Target(
                            parsed.getTarget().getGroupId(),
                            parsed.getTarget().getMemberId(),
                            value == null
                                    ? null
                                    : fromWire(GroupTargetValue.parseFrom(value).getPartitionsList()));
                case CURRENT ->
                    new GroupRecord.Current(
                            parsed.getCurrent().getGroupId(),
                            parsed.getCurrent().getMemberId(),
                            value == null ? null : fromWire(GroupCurrentValue.parseFrom(value)));
                case OFFSET ->
                    new GroupRecord.Offset(
                            parsed.getOffset().getGroupId(),
                            new PartitionKey(
                                    fromWire(parsed.getOffset().getTopicId()),
                                    parsed.getOffset().getPartition()),
                            value == null ? null : fromWire(GroupOffsetValue.parseFrom(value)));
                case KIND_NOT_SET -> null;
            };
        } catch (InvalidProtocolBufferException malformed) {
            throw new IllegalArgumentException("not a record of a group: " + malformed.getMessage(), malformed);
        }
    }

    private static GroupRecord.Began began(byte @Nullable [] value) throws InvalidProtocolBufferException {
        CoordinatorValue parsed = CoordinatorValue.parseFrom(value == null ? new byte[0] : value);
        return new GroupRecord.Began(parsed.getBrokerId(), parsed.getLeaderEpoch());
    }

    private static GroupMemberKey memberKey(String groupId, String memberId) {
        return GroupMemberKey.newBuilder()
                .setGroupId(groupId)
                .setMemberId(memberId)
                .build();
    }

    private static GroupEpochValue toWire(GroupEpoch epoch) {
        return GroupEpochValue.newBuilder()
                .setGroupEpoch(epoch.groupEpoch())
                .setEmptySinceMs(epoch.emptySinceMs())
                .setAssignor(epoch.assignor())
                .build();
    }

    private static GroupEpoch fromWire(GroupEpochValue value) {
        return new GroupEpoch(value.getGroupEpoch(), value.getEmptySinceMs(), value.getAssignor());
    }

    private static GroupMemberValue toWire(Member member) {
        return GroupMemberValue.newBuilder()
                .setInstanceId(member.instanceId())
                .setRack(member.rack())
                .setClientId(member.clientId())
                .addAllTopics(member.topics())
                .setRebalanceTimeoutMs(member.rebalanceTimeoutMs())
                .setAssignor(member.assignor())
                .setProtocolType(member.protocolType())
                .setProtocolBytes(member.protocolBytes())
                .build();
    }

    private static Member fromWire(GroupMemberValue value) {
        return new Member(
                value.getInstanceId(),
                value.getRack(),
                value.getClientId(),
                new TreeSet<>(value.getTopicsList()),
                value.getRebalanceTimeoutMs(),
                value.getAssignor(),
                value.getProtocolType(),
                value.getProtocolBytes());
    }

    private static GroupCurrentValue toWire(CurrentAssignment current) {
        return GroupCurrentValue.newBuilder()
                .setMemberEpoch(current.memberEpoch())
                .setPreviousMemberEpoch(current.previousMemberEpoch())
                .setVersion(current.version())
                .addAllAssigned(toWire(current.assigned()))
                .addAllRevoking(toWire(current.revoking()))
                .build();
    }

    private static CurrentAssignment fromWire(GroupCurrentValue value) {
        return new CurrentAssignment(
                value.getMemberEpoch(),
                value.getPreviousMemberEpoch(),
                value.getVersion(),
                fromWire(value.getAssignedList()),
                fromWire(value.getRevokingList()));
    }

    private static GroupOffsetValue toWire(CommittedOffset offset) {
        return GroupOffsetValue.newBuilder()
                .setOffset(offset.offset())
                .setLeaderEpoch(offset.leaderEpoch())
                .setMetadata(offset.metadata())
                .setCommitTimestampMs(offset.commitTimestampMs())
                .build();
    }

    private static CommittedOffset fromWire(GroupOffsetValue value) {
        return new CommittedOffset(
                value.getOffset(), value.getLeaderEpoch(), value.getMetadata(), value.getCommitTimestampMs());
    }

    private static List<GroupPartitions> toWire(SortedSet<PartitionKey> partitions) {
        SortedMap<UUID, GroupPartitions.Builder> byTopic = new TreeMap<>();
        for (PartitionKey key : partitions) {
            byTopic.computeIfAbsent(
                            key.topicId(), id -> GroupPartitions.newBuilder().setTopicId(toWire(id)))
                    .addPartitions(key.partition());
        }
        return byTopic.values().stream().map(GroupPartitions.Builder::build).toList();
    }

    private static SortedSet<PartitionKey> fromWire(List<GroupPartitions> topics) {
        SortedSet<PartitionKey> partitions = new TreeSet<>();
        for (GroupPartitions topic : topics) {
            UUID topicId = fromWire(topic.getTopicId());
            topic.getPartitionsList().forEach(partition -> partitions.add(new PartitionKey(topicId, partition)));
        }
        return partitions;
    }

    private static ByteString toWire(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .flip();
        return ByteString.copyFrom(bytes);
    }

    private static UUID fromWire(ByteString bytes) {
        if (bytes.size() != 16) {
            throw new IllegalArgumentException("a topic id has 16 bytes, not " + bytes.size());
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
