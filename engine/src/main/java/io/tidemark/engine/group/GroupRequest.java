// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/** What clients ask of a coordinator. */
public sealed interface GroupRequest {
    /** The group; empty for a question about all. */
    String groupId();

    /**
     * A sign of life.
     *
     * @param memberId member id
     * @param memberEpoch member epoch of the last answer; 0 to join
     * @param member the member as it describes itself
     * @param seenVersion newest assignment that it has heard of
     * @param appliedVersion assignment that it has put into force
     * @param waitMs longest wait for news, milliseconds
     */
    record Heartbeat(
            String groupId,
            String memberId,
            int memberEpoch,
            Member member,
            long seenVersion,
            long appliedVersion,
            int waitMs)
            implements GroupRequest {}

    /** A member leaves, perhaps to come back soon. */
    record Leave(String groupId, String memberId, boolean keepPlace) implements GroupRequest {}

    /**
     * Offsets to commit.
     *
     * @param memberId member id; empty for one who is no member
     * @param committerId for one who is no member, whose attempts the sequence orders; empty for none
     * @param memberEpoch member epoch
     * @param sequence rises with each attempt of the member or committer; 0 for one that has no order
     * @param coordinatorEpoch leader epoch of the coordinator that is asked; empty for any
     * @param offsets the offsets
     */
    record Commit(
            String groupId,
            String memberId,
            String committerId,
            int memberEpoch,
            long sequence,
            OptionalInt coordinatorEpoch,
            SortedMap<PartitionKey, CommittedOffset> offsets)
            implements GroupRequest {}

    /** Asks for the group as it is committed. */
    record Describe(String groupId) implements GroupRequest {}

    /** Asks for all groups as they are committed. */
    record DescribeAll() implements GroupRequest {
        @Override
        public String groupId() {
            return "";
        }
    }

    /** Deletes a group without members. */
    record Delete(String groupId) implements GroupRequest {}

    /** Deletes offsets. */
    record DeleteOffsets(String groupId, List<PartitionKey> keys) implements GroupRequest {}
}
