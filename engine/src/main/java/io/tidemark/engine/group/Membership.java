// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.GroupReply.Assigned;
import io.tidemark.engine.group.GroupReply.Done;
import io.tidemark.engine.group.GroupReply.Failed;
import io.tidemark.engine.group.GroupRequest.Heartbeat;
import io.tidemark.engine.group.GroupRequest.Leave;
import org.jspecify.annotations.Nullable;

/** Who comes, stays and goes. Changes the draft only when the request is carried out. */
final class Membership {
    private final int maxMembers;

    Membership(int maxMembers) {
        this.maxMembers = maxMembers;
    }

    GroupReply heartbeat(GroupDraft draft, Heartbeat request, GroupTopics topics, long wallMs) {
        Failed refusal = request.memberEpoch() == 0 ? join(draft, request) : stay(draft.group(), request);
        if (refusal != null) {
            return refusal;
        }
        Member before = draft.group().members().get(request.memberId());
        if (!request.member().equals(before)) {
            draft.subscribe(request.memberId(), request.member());
        }
        if (before == null || request.member().changesAssignment(before)) {
            draft.assign(topics, wallMs);
        }
        // More than one step may be free: what is given up is confirmed and something else is there to be had.
        while (draft.reconcile(request.memberId(), request.appliedVersion())) {
            if (!draft.group().current(request.memberId()).revoking().isEmpty()) {
                break;
            }
        }
        return assigned(draft.group(), request.memberId());
    }

    static Assigned assigned(Group group, String memberId) {
        CurrentAssignment current = group.current(memberId);
        return new Assigned(current.memberEpoch(), current.version(), current.assigned());
    }

    /** Null when the member may join; a repeated join of a member that is there changes nothing. */
    private @Nullable Failed join(GroupDraft draft, Heartbeat request) {
        Group group = draft.group();
        if (group.members().containsKey(request.memberId())) {
            return group.current(request.memberId()).isAway() ? failed(GroupError.FENCED_MEMBER_EPOCH) : null;
        }
        String holder =
                request.member().isStatic() ? group.memberOf(request.member().instanceId()) : null;
        if (holder != null) {
            return takeOver(draft, holder, request.memberId());
        }
        return group.members().size() >= maxMembers ? failed(GroupError.GROUP_MAX_SIZE_REACHED) : null;
    }

    /** A new life of an instance takes the place that the old one left. */
    private static @Nullable Failed takeOver(GroupDraft draft, String holder, String memberId) {
        Group group = draft.group();
        CurrentAssignment current = group.current(holder);
        Member member = group.members().get(holder);
        if (!current.isAway() || member == null) {
            return failed(GroupError.UNRELEASED_INSTANCE);
        }
        draft.remove(holder);
        draft.subscribe(memberId, member);
        draft.emit(new GroupRecord.Target(group.groupId(), memberId, group.target(holder)));
        draft.current(memberId, current.takenOver());
        return null;
    }

    private static @Nullable Failed stay(Group group, Heartbeat request) {
        if (!group.members().containsKey(request.memberId())) {
            boolean isReplaced = request.member().isStatic()
                    && group.memberOf(request.member().instanceId()) != null;
            return failed(isReplaced ? GroupError.FENCED_INSTANCE : GroupError.UNKNOWN_MEMBER);
        }
        return group.current(request.memberId()).accepts(request.memberEpoch())
                ? null
                : failed(GroupError.FENCED_MEMBER_EPOCH);
    }

    GroupReply leave(GroupDraft draft, Leave request, GroupTopics topics, long wallMs) {
        Member member = draft.group().members().get(request.memberId());
        if (member == null) {
            return failed(GroupError.UNKNOWN_MEMBER);
        }
        if (request.keepPlace() && member.isStatic()) {
            CurrentAssignment current = draft.group().current(request.memberId());
            if (!current.isAway()) {
                draft.current(request.memberId(), current.leftForNow());
            }
        } else {
            remove(draft, request.memberId(), topics, wallMs);
        }
        return new Done();
    }

    /** Takes a member out and shares out anew what it had. */
    static void remove(GroupDraft draft, String memberId, GroupTopics topics, long wallMs) {
        draft.remove(memberId);
        draft.assign(topics, wallMs);
    }

    static Failed failed(GroupError error) {
        return new Failed(error, "");
    }
}
