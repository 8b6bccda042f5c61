// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a member reads. Whatever is in either set is owned by it.
 *
 * @param memberEpoch the group epoch that it has come to; {@link #AWAY} for a static member that is away
 * @param previousMemberEpoch the epoch before: the answer that told the newer one may be lost
 * @param version grows with every change of {@code assigned}
 * @param assigned what it may read
 * @param revoking what it may still be reading until it has applied this version
 */
public record CurrentAssignment(
        int memberEpoch,
        int previousMemberEpoch,
        long version,
        SortedSet<PartitionKey> assigned,
        SortedSet<PartitionKey> revoking) {

    /** Member epoch of a static member that is away. */
    public static final int AWAY = -2;

    /** What a member has that has just come. */
    static final CurrentAssignment JOINING = new CurrentAssignment(0, 0, 0, new TreeSet<>(), new TreeSet<>());

    /** Copies the sets. */
    public CurrentAssignment {
        assigned = Collections.unmodifiableSortedSet(new TreeSet<>(assigned));
        revoking = Collections.unmodifiableSortedSet(new TreeSet<>(revoking));
    }

    /** Whether the member owns the partition. */
    public boolean owns(PartitionKey key) {
        return assigned.contains(key) || revoking.contains(key);
    }

    boolean isAway() {
        return memberEpoch == AWAY;
    }

    /** Whether a member may speak in this epoch. */
    boolean accepts(int epoch) {
        return epoch > 0 && !isAway() && (epoch == memberEpoch || epoch == previousMemberEpoch);
    }

    /** The member left and will be back: it holds nothing, and its place is kept. */
    CurrentAssignment leftForNow() {
        return new CurrentAssignment(AWAY, AWAY, version, assigned, new TreeSet<>());
    }

    /** What another life of the same instance takes over. */
    CurrentAssignment takenOver() {
        return new CurrentAssignment(0, 0, version + 1, assigned, new TreeSet<>());
    }
}
