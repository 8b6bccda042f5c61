// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.GroupRequest.Heartbeat;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Heartbeats that are answered when there is news for their member, at most one per member. */
final class WaitingHeartbeats {
    private final SortedMap<String, SortedMap<String, Waiting>> byGroup = new TreeMap<>();

    /** One that waits. */
    record Waiting(long token, Heartbeat request, long untilMs) {}

    void add(Waiting waiting) {
        byGroup.computeIfAbsent(waiting.request.groupId(), none -> new TreeMap<>())
                .put(waiting.request.memberId(), waiting);
    }

    @Nullable
    Waiting remove(String groupId, String memberId) {
        SortedMap<String, Waiting> members = byGroup.get(groupId);
        if (members == null) {
            return null;
        }
        Waiting removed = members.remove(memberId);
        if (members.isEmpty()) {
            byGroup.remove(groupId);
        }
        return removed;
    }

    List<Waiting> of(String groupId) {
        return new ArrayList<>(byGroup.getOrDefault(groupId, new TreeMap<>()).values());
    }

    List<Waiting> due(long nowMs) {
        return all().stream().filter(waiting -> waiting.untilMs <= nowMs).toList();
    }

    /** Takes all out. */
    List<Waiting> takeAll() {
        List<Waiting> all = all();
        byGroup.clear();
        return all;
    }

    private List<Waiting> all() {
        List<Waiting> all = new ArrayList<>();
        byGroup.values().forEach(members -> all.addAll(members.values()));
        return all;
    }
}
