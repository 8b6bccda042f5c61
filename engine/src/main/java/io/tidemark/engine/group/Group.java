// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * All that is known of a group: the newest record of each kind and key. Immutable, so that what is decided and what is
 * committed are two values.
 *
 * @param groupId group id
 * @param epoch the epoch; null for a group that never had members
 * @param members members by id
 * @param targets what each member shall read
 * @param currents what each member reads
 * @param offsets committed offsets
 */
public record Group(
        String groupId,
        @Nullable GroupEpoch epoch,
        TreePMap<String, Member> members,
        TreePMap<String, SortedSet<PartitionKey>> targets,
        TreePMap<String, CurrentAssignment> currents,
        TreePMap<PartitionKey, CommittedOffset> offsets) {

    /** What a group does. */
    public enum Phase {
        /** It has no members. */
        EMPTY,
        /** Members are changing over to the newest assignment. */
        RECONCILING,
        /** Every member reads what it shall. */
        STABLE
    }

    static Group nothing(String groupId) {
        return new Group(groupId, null, TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), TreePMap.empty());
    }

    boolean isNothing() {
        return epoch == null && members.isEmpty() && targets.isEmpty() && currents.isEmpty() && offsets.isEmpty();
    }

    /** Grows with every new assignment; 0 before the first. */
    public int groupEpoch() {
        return epoch == null ? 0 : epoch.groupEpoch();
    }

    /** What the group does. */
    public Phase phase() {
        if (members.isEmpty()) {
            return Phase.EMPTY;
        }
        for (String memberId : members.keySet()) {
            CurrentAssignment current = current(memberId);
            boolean isThere = current.memberEpoch() == groupEpoch()
                    && current.revoking().isEmpty()
                    && current.assigned().equals(target(memberId));
            if (!isThere) {
                return Phase.RECONCILING;
            }
        }
        return Phase.STABLE;
    }

    /** What a member shall read. */
    public SortedSet<PartitionKey> target(String memberId) {
        return targets.getOrDefault(memberId, new TreeSet<>());
    }

    /** What a member reads. */
    public CurrentAssignment current(String memberId) {
        return currents.getOrDefault(memberId, CurrentAssignment.JOINING);
    }

    /** The member of this instance; null when there is none. */
    @Nullable
    String memberOf(String instanceId) {
        for (var member : members.entrySet()) {
            if (member.getValue().isStatic() && member.getValue().instanceId().equals(instanceId)) {
                return member.getKey();
            }
        }
        return null;
    }

    /** What the others own. */
    SortedSet<PartitionKey> ownedByOthers(String memberId) {
        SortedSet<PartitionKey> owned = new TreeSet<>();
        currents.forEach((other, current) -> {
            if (!other.equals(memberId)) {
                owned.addAll(current.assigned());
                owned.addAll(current.revoking());
            }
        });
        return owned;
    }

    /** The group after a record. Records of different keys may come in any order. */
    Group with(GroupRecord record) {
        if (record instanceof GroupRecord.Epoch it) {
            return new Group(groupId, it.value(), members, targets, currents, offsets);
        } else if (record instanceof GroupRecord.Subscription it) {
            return new Group(groupId, epoch, put(members, it.memberId(), it.value()), targets, currents, offsets);
        } else if (record instanceof GroupRecord.Target it) {
            return new Group(groupId, epoch, members, put(targets, it.memberId(), it.value()), currents, offsets);
        } else if (record instanceof GroupRecord.Current it) {
            return new Group(groupId, epoch, members, targets, put(currents, it.memberId(), it.value()), offsets);
        } else if (record instanceof GroupRecord.Offset it) {
            return new Group(groupId, epoch, members, targets, currents, put(offsets, it.key(), it.value()));
        }
        return this;
    }

    private static <K, V> TreePMap<K, V> put(TreePMap<K, V> map, K key, @Nullable V value) {
        return value == null ? map.minus(key) : map.plus(key, value);
    }
}
