// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.GroupReply.Done;
import io.tidemark.engine.group.GroupReply.PerPartition;
import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Commits and removes offsets. */
final class OffsetChanges {
    private OffsetChanges() {}

    static GroupReply commit(GroupDraft draft, GroupRequest.Commit request) {
        Group group = draft.group();
        if (request.memberId().isEmpty()) {
            if (!group.members().isEmpty()) {
                return Membership.failed(GroupError.GROUP_NOT_EMPTY);
            }
        } else if (!group.members().containsKey(request.memberId())) {
            return Membership.failed(GroupError.UNKNOWN_MEMBER);
        } else if (!group.current(request.memberId()).accepts(request.memberEpoch())) {
            return Membership.failed(GroupError.FENCED_MEMBER_EPOCH);
        }
        SortedMap<PartitionKey, GroupError> errors = new TreeMap<>();
        request.offsets().forEach((key, offset) -> {
            boolean mayCommit = request.memberId().isEmpty()
                    || group.current(request.memberId()).owns(key);
            errors.put(key, mayCommit ? GroupError.NONE : GroupError.PARTITION_NOT_OWNED);
            if (mayCommit) {
                draft.emit(new GroupRecord.Offset(group.groupId(), key, offset));
            }
        });
        return new PerPartition(errors);
    }

    static GroupReply delete(GroupDraft draft, GroupRequest.DeleteOffsets request, GroupTopics topics) {
        Group group = draft.group();
        if (group.isNothing()) {
            return Membership.failed(GroupError.GROUP_NOT_FOUND);
        }
        SortedSet<PartitionKey> read = new TreeSet<>();
        group.members().values().forEach(member -> member.topics()
                .forEach(topic -> read.addAll(topics.partitionsOf(topic))));
        SortedMap<PartitionKey, GroupError> errors = new TreeMap<>();
        for (PartitionKey key : request.keys()) {
            errors.put(key, read.contains(key) ? GroupError.GROUP_NOT_EMPTY : GroupError.NONE);
            if (!read.contains(key) && group.offsets().containsKey(key)) {
                draft.emit(new GroupRecord.Offset(group.groupId(), key, null));
            }
        }
        return new PerPartition(errors);
    }

    static GroupReply deleteGroup(GroupDraft draft) {
        Group group = draft.group();
        if (group.isNothing()) {
            return Membership.failed(GroupError.GROUP_NOT_FOUND);
        }
        if (!group.members().isEmpty()) {
            return Membership.failed(GroupError.GROUP_NOT_EMPTY);
        }
        group.offsets().keySet().forEach(key -> draft.emit(new GroupRecord.Offset(group.groupId(), key, null)));
        forget(draft);
        return new Done();
    }

    /**
     * Removes what nobody will miss: offsets of a group that has had no members for so long (KIP-211), and of topics that
     * are gone. While there is a member, the offsets of topics that exist stay.
     */
    static void expire(GroupDraft draft, GroupTopics topics, long retentionMs, long wallMs) {
        Group group = draft.group();
        GroupEpoch epoch = group.epoch();
        long emptySinceMs = epoch == null ? Long.MIN_VALUE : epoch.emptySinceMs();
        group.offsets().forEach((key, offset) -> {
            boolean isUsed = !group.members().isEmpty() && topics.known().contains(key.topicId());
            long sinceMs = group.members().isEmpty()
                    ? Math.max(emptySinceMs, offset.commitTimestampMs())
                    : offset.commitTimestampMs();
            if (!isUsed && wallMs - sinceMs >= retentionMs) {
                draft.emit(new GroupRecord.Offset(group.groupId(), key, null));
            }
        });
        boolean isOver = epoch != null && group.members().isEmpty() && wallMs - emptySinceMs >= retentionMs;
        if (isOver && draft.group().offsets().isEmpty()) {
            forget(draft);
        }
    }

    private static void forget(GroupDraft draft) {
        if (draft.group().epoch() != null) {
            draft.emit(new GroupRecord.Epoch(draft.group().groupId(), null));
        }
    }
}
