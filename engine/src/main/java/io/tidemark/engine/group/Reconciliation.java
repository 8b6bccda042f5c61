// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Brings a member one step nearer to what it shall read. First it gives up what it shall not read any more; once it has
 * applied that, it comes to the group's epoch and gets what nobody else owns; the rest follows when the others have given
 * it up. So no partition ever has two owners.
 */
final class Reconciliation {
    private Reconciliation() {}

    /**
     * The next step; the same object when there is none.
     *
     * @param group the group
     * @param memberId the member
     * @param appliedVersion the version that the member has put into force
     */
    static CurrentAssignment next(Group group, String memberId, long appliedVersion) {
        CurrentAssignment current = group.current(memberId);
        boolean isGivingUp = !current.revoking().isEmpty() && appliedVersion != current.version();
        if (current.isAway() || isGivingUp) {
            return current;
        }
        SortedSet<PartitionKey> target = group.target(memberId);
        SortedSet<PartitionKey> keep = new TreeSet<>(current.assigned());
        keep.retainAll(target);
        SortedSet<PartitionKey> revoke = new TreeSet<>(current.assigned());
        revoke.removeAll(target);
        if (!revoke.isEmpty()) {
            return new CurrentAssignment(
                    current.memberEpoch(), current.previousMemberEpoch(), current.version() + 1, keep, revoke);
        }
        SortedSet<PartitionKey> add = new TreeSet<>(target);
        add.removeAll(keep);
        if (!add.isEmpty()) {
            add.removeAll(group.ownedByOthers(memberId));
        }
        boolean isInEpoch = current.memberEpoch() == group.groupEpoch();
        if (isInEpoch && add.isEmpty() && current.revoking().isEmpty()) {
            return current;
        }
        keep.addAll(add);
        return new CurrentAssignment(
                group.groupEpoch(),
                isInEpoch ? current.previousMemberEpoch() : current.memberEpoch(),
                add.isEmpty() ? current.version() : current.version() + 1,
                keep,
                new TreeSet<>());
    }
}
