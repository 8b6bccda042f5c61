// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When members were heard of last, and until when they must have given up partitions. Not in the log: a new coordinator
 * grants full times.
 */
final class Sessions {
    private final int timeoutMs;
    private final SortedMap<MemberKey, Session> sessions = new TreeMap<>();

    /** A member of a group. */
    record MemberKey(String groupId, String memberId) implements Comparable<MemberKey> {
        private static final Comparator<MemberKey> ORDER =
                Comparator.comparing(MemberKey::groupId).thenComparing(MemberKey::memberId);

        @Override
        public int compareTo(MemberKey other) {
            return ORDER.compare(this, other);
        }
    }

    private record Session(long heardMs, long revokingVersion, long revokeByMs) {}

    private static final Session FRESH = new Session(0, -1, Long.MAX_VALUE);

    Sessions(int timeoutMs) {
        this.timeoutMs = timeoutMs;
    }

    /** Begins anew with all members of these groups. */
    void restart(Groups groups, long nowMs) {
        sessions.clear();
        groups.byId()
                .forEach((groupId, group) ->
                        group.members().keySet().forEach(memberId -> heard(group, memberId, nowMs)));
    }

    void clear() {
        sessions.clear();
    }

    /** The member was heard of. */
    void heard(Group group, String memberId, long nowMs) {
        MemberKey key = new MemberKey(group.groupId(), memberId);
        Session before = sessions.getOrDefault(key, FRESH);
        sessions.put(key, new Session(nowMs, before.revokingVersion, before.revokeByMs));
        follow(group, memberId, nowMs);
    }

    /** Keeps the time that a member may take to give partitions up; call when its assignment may have changed. */
    void follow(Group group, String memberId, long nowMs) {
        MemberKey key = new MemberKey(group.groupId(), memberId);
        Session session = sessions.get(key);
        Member member = group.members().get(memberId);
        if (session == null || member == null) {
            sessions.remove(key);
            return;
        }
        CurrentAssignment current = group.current(memberId);
        if (current.revoking().isEmpty()) {
            sessions.put(key, new Session(session.heardMs, -1, Long.MAX_VALUE));
        } else if (session.revokingVersion != current.version()) {
            sessions.put(key, new Session(session.heardMs, current.version(), nowMs + member.rebalanceTimeoutMs()));
        }
    }

    /** Members that are out. */
    List<MemberKey> expired(long nowMs) {
        List<MemberKey> expired = new ArrayList<>();
        sessions.forEach((key, session) -> {
            if (nowMs - session.heardMs >= timeoutMs || nowMs >= session.revokeByMs) {
                expired.add(key);
            }
        });
        return expired;
    }
}
