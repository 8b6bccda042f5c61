// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.Sessions.MemberKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far each member's commits have come, by the numbers that it gives them: one that was overtaken on another connection
 * must not put an older offset over a newer one. The same for those who commit without being members and name themselves.
 * Not in the log: a commit names the coordinator to which it was sent, and no other carries it out.
 */
final class CommitOrder {
    /** Those who are no members never say that they are gone; the one heard of least lately is forgotten first. */
    private static final int MAX_COMMITTERS = 10_000;

    private final SortedMap<MemberKey, Long> latest = new TreeMap<>();
    private final Map<MemberKey, Long> latestOfOthers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MemberKey, Long> eldest) {
            return size() > MAX_COMMITTERS;
        }
    };

    /** Notes a commit; false when a later one came before it. One without a number, or of nobody, has no order. */
    boolean isInOrder(GroupRequest.Commit commit) {
        boolean isMember = !commit.memberId().isEmpty();
        String id = isMember ? commit.memberId() : commit.committerId();
        if (commit.sequence() == 0 || id.isEmpty()) {
            return true;
        }
        Map<MemberKey, Long> order = isMember ? latest : latestOfOthers;
        MemberKey key = new MemberKey(commit.groupId(), id);
        if (commit.sequence() <= order.getOrDefault(key, 0L)) {
            return false;
        }
        order.put(key, commit.sequence());
        return true;
    }

    /** Forgets members that are gone. */
    void keepOnly(Groups groups) {
        latest.keySet().removeIf(key -> !groups.group(key.groupId()).members().containsKey(key.memberId()));
    }
}
