// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.Sessions.MemberKey;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far each member's commits have come, by the numbers that it gives them: one that was overtaken on another connection
 * must not put an older offset over a newer one. Not in the log: what was sent to an earlier coordinator is refused by it.
 */
final class CommitOrder {
    private final SortedMap<MemberKey, Long> latest = new TreeMap<>();

    /** Notes a commit; false when a later one came before it. One without a number has no order. */
    boolean isInOrder(GroupRequest.Commit commit) {
        if (commit.sequence() == 0 || commit.memberId().isEmpty()) {
            return true;
        }
        MemberKey key = new MemberKey(commit.groupId(), commit.memberId());
        if (commit.sequence() <= latest.getOrDefault(key, 0L)) {
            return false;
        }
        latest.put(key, commit.sequence());
        return true;
    }

    /** Forgets members that are gone. */
    void keepOnly(Groups groups) {
        latest.keySet().removeIf(key -> !groups.group(key.groupId()).members().containsKey(key.memberId()));
    }
}
