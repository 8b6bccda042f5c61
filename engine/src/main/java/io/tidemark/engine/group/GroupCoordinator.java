// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.GroupEffect.Announce;
import io.tidemark.engine.group.GroupEffect.Answer;
import io.tidemark.engine.group.GroupEffect.Confirm;
import io.tidemark.engine.group.GroupEffect.Load;
import io.tidemark.engine.group.GroupReply.Described;
import io.tidemark.engine.group.GroupReply.Failed;
import io.tidemark.engine.group.GroupRequest.Heartbeat;
import io.tidemark.engine.group.WaitingHeartbeats.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates the groups of one partition of the offsets topic in one leader epoch. A request is decided on the newest
 * state, its records are appended, and it is answered once they are committed; nothing that is only decided is ever told.
 * Questions are answered from what is committed, after the partition has confirmed that this broker leads it still (guard
 * G47). Begins by loading, and again whenever an append fails: what it had decided since is forgotten.
 */
public final class GroupCoordinator {
    private static final long EXPIRY_CHECK_MS = 60_000;

    private final int leaderEpoch;
    private final GroupSettings settings;
    private final Membership membership;
    private final GroupWrites writes;
    private final Sessions sessions;
    private final CommitOrder commits = new CommitOrder();
    private final WaitingHeartbeats waiting = new WaitingHeartbeats();
    private final SortedMap<Long, GroupRequest> questions = new TreeMap<>();
    private GroupTopics topics;
    private boolean isLoaded;
    private long nextExpiryMs = Long.MIN_VALUE;

    /** Of this leader epoch; must be loaded first. */
    public GroupCoordinator(int leaderEpoch, GroupSettings settings, GroupTopics topics) {
        this.leaderEpoch = leaderEpoch;
        this.settings = settings;
        this.topics = topics;
        this.membership = new Membership(settings.maxMembers());
        this.writes = new GroupWrites(settings.maxBatchBytes());
        this.sessions = new Sessions(settings.sessionTimeoutMs());
    }

    /** The state was read: all of it committed, and nothing else. */
    public void onLoaded(Groups read, GroupTime time, Consumer<GroupEffect> out) {
        writes.restart(read);
        sessions.restart(read, time.nowMs());
        isLoaded = true;
        out.accept(new Announce("coordinates " + read.byId().size() + " groups"));
        onTopics(topics, time, out);
    }

    /** There is something else to read. */
    public void onTopics(GroupTopics changed, GroupTime time, Consumer<GroupEffect> out) {
        topics = changed;
        if (isLoaded) {
            for (Group group : new ArrayList<>(writes.decided().byId().values())) {
                GroupDraft draft = new GroupDraft(group);
                draft.reassignIfStale(topics, time.wallMs());
                carryOut(draft, time, out);
            }
            writes.flush(out);
        }
    }

    /** A client asks something; answered by {@link Answer} with the token, once. */
    public void onRequest(long token, GroupRequest request, GroupTime time, Consumer<GroupEffect> out) {
        if (!isLoaded) {
            fail(token, GroupError.COORDINATOR_LOADING, out);
        } else if (request instanceof GroupRequest.Describe || request instanceof GroupRequest.DescribeAll) {
            questions.put(token, request);
            out.accept(new Confirm(token));
        } else if (request instanceof Heartbeat heartbeat) {
            onHeartbeat(token, heartbeat, time, out);
        } else {
            onChange(token, request, time, out);
        }
        writes.flush(out);
    }

    private void onHeartbeat(long token, Heartbeat request, GroupTime time, Consumer<GroupEffect> out) {
        GroupDraft draft = new GroupDraft(writes.decided().group(request.groupId()));
        GroupReply reply = membership.heartbeat(draft, request, topics, time.wallMs());
        Waiting earlier = waiting.remove(request.groupId(), request.memberId());
        boolean isDone = carryOut(draft, time, out);
        GroupReply told = isDone ? reply : Membership.failed(GroupError.INVALID_REQUEST);
        if (earlier != null) {
            writes.answer(new Answer(earlier.token(), told), out);
        }
        if (!(told instanceof GroupReply.Assigned assigned)) {
            writes.answer(new Answer(token, told), out);
            return;
        }
        sessions.heard(draft.group(), request.memberId(), time.nowMs());
        int waitMs = Math.min(request.waitMs(), settings.heartbeatIntervalMs());
        boolean isNews = isNews(request, assigned);
        if (isNews || waitMs <= 0) {
            writes.answer(new Answer(token, assigned), out);
        } else {
            waiting.add(new Waiting(token, request, time.nowMs() + waitMs));
        }
    }

    private static boolean isNews(Heartbeat request, GroupReply.Assigned assigned) {
        return request.memberEpoch() != assigned.memberEpoch() || request.seenVersion() != assigned.version();
    }

    private void onChange(long token, GroupRequest request, GroupTime time, Consumer<GroupEffect> out) {
        GroupDraft draft = new GroupDraft(writes.decided().group(request.groupId()));
        GroupReply reply = decide(draft, request, time.wallMs());
        if (carryOut(draft, time, out)) {
            writes.answer(new Answer(token, reply), out);
        } else {
            fail(token, GroupError.INVALID_REQUEST, out);
        }
    }

    private GroupReply decide(GroupDraft draft, GroupRequest request, long wallMs) {
        if (request instanceof GroupRequest.Leave leave) {
            return membership.leave(draft, leave, topics, wallMs);
        } else if (request instanceof GroupRequest.Commit commit) {
            return commit(draft, commit);
        } else if (request instanceof GroupRequest.DeleteOffsets delete) {
            return OffsetChanges.delete(draft, delete, topics);
        } else if (request instanceof GroupRequest.Delete) {
            return OffsetChanges.deleteGroup(draft);
        }
        throw new IllegalArgumentException("not a change: " + request);
    }

    private GroupReply commit(GroupDraft draft, GroupRequest.Commit request) {
        if (request.coordinatorEpoch().orElse(leaderEpoch) != leaderEpoch) {
            return Membership.failed(GroupError.NOT_COORDINATOR);
        }
        return commits.isInOrder(request)
                ? OffsetChanges.commit(draft, request)
                : Membership.failed(GroupError.OVERTAKEN);
    }

    /** Takes the draft's records in, and what follows for members that wait; false when they are too many. */
    private boolean carryOut(GroupDraft draft, GroupTime time, Consumer<GroupEffect> out) {
        if (draft.records().isEmpty()) {
            return true;
        }
        List<Waiting> told = reconcileWaiting(draft);
        if (writes.isTooLarge(draft.records())) {
            return false;
        }
        writes.decide(draft.records());
        for (Waiting each : told) {
            waiting.remove(each.request().groupId(), each.request().memberId());
            writes.answer(new Answer(each.token(), answerTo(each, draft.group())), out);
        }
        Group group = draft.group();
        draft.records().forEach(record -> {
            if (record instanceof GroupRecord.Current current) {
                sessions.follow(group, current.memberId(), time.nowMs());
            } else if (record instanceof GroupRecord.Subscription member) {
                sessions.follow(group, member.memberId(), time.nowMs());
            }
        });
        return true;
    }

    private static GroupReply answerTo(Waiting waiting, Group group) {
        String memberId = waiting.request().memberId();
        if (!group.members().containsKey(memberId)) {
            return Membership.failed(GroupError.UNKNOWN_MEMBER);
        }
        return group.current(memberId).isAway()
                ? Membership.failed(GroupError.FENCED_MEMBER_EPOCH)
                : Membership.assigned(group, memberId);
    }

    /** Moves on those that wait, again until nobody can: what one has given up another may get. */
    private List<Waiting> reconcileWaiting(GroupDraft draft) {
        List<Waiting> members = waiting.of(draft.group().groupId());
        boolean hasMoved = true;
        while (hasMoved) {
            hasMoved = false;
            for (Waiting each : members) {
                if (draft.group().members().containsKey(each.request().memberId())) {
                    hasMoved |= draft.reconcile(
                            each.request().memberId(), each.request().appliedVersion());
                }
            }
        }
        return members.stream()
                .filter(each -> !(answerTo(each, draft.group()) instanceof GroupReply.Assigned assigned)
                        || isNews(each.request(), assigned))
                .toList();
    }

    /** What was appended last is committed. */
    public void onAppended(Consumer<GroupEffect> out) {
        writes.onAppended(out);
        writes.flush(out);
    }

    /** What was appended last was refused, or may be committed yet: only the log knows. */
    public void onAppendFailed(String reason, Consumer<GroupEffect> out) {
        out.accept(new Announce("reads the log again: " + reason));
        stop(GroupError.REQUEST_TIMED_OUT, GroupError.COORDINATOR_NOT_AVAILABLE, out);
        out.accept(new Load());
    }

    /** The broker does not lead the partition in this epoch any more. Nothing may follow. */
    public void onResigned(Consumer<GroupEffect> out) {
        stop(GroupError.NOT_COORDINATOR, GroupError.NOT_COORDINATOR, out);
    }

    private void stop(GroupError underWay, GroupError others, Consumer<GroupEffect> out) {
        isLoaded = false;
        writes.failAll(underWay, others, out);
        waiting.takeAll().forEach(each -> fail(each.token(), others, out));
        questions.keySet().forEach(token -> fail(token, others, out));
        questions.clear();
        sessions.clear();
    }

    /** Whether the broker led the partition after the question came. */
    public void onConfirmed(long token, boolean isLeader, Consumer<GroupEffect> out) {
        GroupRequest question = questions.remove(token);
        if (question == null) {
            return; // Answered when the coordinator stopped.
        }
        if (isLeader) {
            out.accept(new Answer(token, answerTo(question)));
        } else {
            fail(token, GroupError.COORDINATOR_NOT_AVAILABLE, out);
        }
    }

    private GroupReply answerTo(GroupRequest question) {
        Groups groups = writes.committed();
        if (question instanceof GroupRequest.DescribeAll) {
            return new Described(List.copyOf(groups.byId().values()));
        }
        Group group = groups.byId().get(question.groupId());
        return group == null ? Membership.failed(GroupError.GROUP_NOT_FOUND) : new Described(List.of(group));
    }

    /** Time has passed. */
    public void onTick(GroupTime time, Consumer<GroupEffect> out) {
        if (!isLoaded) {
            return;
        }
        for (Waiting due : waiting.due(time.nowMs())) {
            Waiting removed =
                    waiting.remove(due.request().groupId(), due.request().memberId());
            if (removed != null) {
                Group group = writes.decided().group(due.request().groupId());
                writes.answer(new Answer(due.token(), answerTo(due, group)), out);
            }
        }
        for (Sessions.MemberKey gone : sessions.expired(time.nowMs())) {
            out.accept(new Announce("member " + gone.memberId() + " of group " + gone.groupId()
                    + " is out: nothing was heard of it, or it did not give up its partitions in time"));
            GroupDraft draft = new GroupDraft(writes.decided().group(gone.groupId()));
            Membership.remove(draft, gone.memberId(), topics, time.wallMs());
            carryOut(draft, time, out);
        }
        expireOffsets(time, out);
        writes.flush(out);
    }

    private void expireOffsets(GroupTime time, Consumer<GroupEffect> out) {
        if (time.nowMs() < nextExpiryMs) {
            return;
        }
        nextExpiryMs = time.nowMs() + EXPIRY_CHECK_MS;
        commits.keepOnly(writes.decided());
        for (Group group : new ArrayList<>(writes.decided().byId().values())) {
            GroupDraft draft = new GroupDraft(group);
            OffsetChanges.expire(draft, topics, settings.offsetsRetentionMs(), time.wallMs());
            carryOut(draft, time, out);
        }
    }

    /** What is committed; null until it is loaded. */
    public @Nullable Groups committed() {
        return isLoaded ? writes.committed() : null;
    }

    private static void fail(long token, GroupError error, Consumer<GroupEffect> out) {
        out.accept(new Answer(token, new Failed(error, "")));
    }
}
