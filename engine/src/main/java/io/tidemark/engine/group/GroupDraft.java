// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.Assignor.Subscriber;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** A group while it is being changed, and the records that change it. */
final class GroupDraft {
    private final List<GroupRecord> records = new ArrayList<>();
    private Group group;

    GroupDraft(Group group) {
        this.group = group;
    }

    Group group() {
        return group;
    }

    List<GroupRecord> records() {
        return records;
    }

    void emit(GroupRecord record) {
        records.add(record);
        group = group.with(record);
    }

    void subscribe(String memberId, Member member) {
        emit(new GroupRecord.Subscription(group.groupId(), memberId, member));
    }

    void current(String memberId, CurrentAssignment current) {
        emit(new GroupRecord.Current(group.groupId(), memberId, current));
    }

    /** Takes a member out; {@link #assign} must follow unless another takes its place. */
    void remove(String memberId) {
        emit(new GroupRecord.Subscription(group.groupId(), memberId, null));
        if (group.targets().containsKey(memberId)) {
            emit(new GroupRecord.Target(group.groupId(), memberId, null));
        }
        if (group.currents().containsKey(memberId)) {
            emit(new GroupRecord.Current(group.groupId(), memberId, null));
        }
    }

    /** Moves a member one step nearer to its target; false when there is no step. */
    boolean reconcile(String memberId, long appliedVersion) {
        CurrentAssignment before = group.current(memberId);
        CurrentAssignment next = Reconciliation.next(group, memberId, appliedVersion);
        if (next.equals(before)) {
            return false;
        }
        current(memberId, next);
        return true;
    }

    /** The members changed: a new epoch with a new assignment, or the note that nobody is left. */
    void assign(GroupTopics topics, long wallMs) {
        if (group.members().isEmpty()) {
            emit(new GroupRecord.Epoch(
                    group.groupId(), new GroupEpoch(group.groupEpoch() + 1, wallMs, assignorName())));
            return;
        }
        Assignor assignor = Assignors.chosenBy(group);
        emit(new GroupRecord.Epoch(
                group.groupId(), new GroupEpoch(group.groupEpoch() + 1, GroupEpoch.NOT_EMPTY, assignor.name())));
        emitTargets(assignor.assign(subscribers(), topics));
    }

    /** There may be something else to read: a new epoch only if that changes what somebody shall read. */
    void reassignIfStale(GroupTopics topics, long wallMs) {
        if (!group.members().isEmpty()) {
            SortedMap<String, SortedSet<PartitionKey>> targets =
                    Assignors.chosenBy(group).assign(subscribers(), topics);
            boolean isStale = targets.entrySet().stream()
                    .anyMatch(target -> !target.getValue().equals(group.target(target.getKey())));
            if (isStale) {
                assign(topics, wallMs);
            }
        }
    }

    private String assignorName() {
        GroupEpoch epoch = group.epoch();
        return epoch == null ? "" : epoch.assignor();
    }

    private SortedMap<String, Subscriber> subscribers() {
        SortedMap<String, Subscriber> subscribers = new TreeMap<>();
        group.members()
                .forEach((memberId, member) -> subscribers.put(
                        memberId,
                        new Subscriber(
                                member.isStatic() ? member.instanceId() : memberId,
                                member.rack(),
                                member.topics(),
                                group.target(memberId))));
        return subscribers;
    }

    private void emitTargets(SortedMap<String, SortedSet<PartitionKey>> targets) {
        targets.forEach((memberId, target) -> {
            if (!target.equals(group.target(memberId))) {
                emit(new GroupRecord.Target(group.groupId(), memberId, target));
            }
        });
    }
}
