// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A change of one thing about one group, as it is written to the log; no value removes the thing. */
public sealed interface GroupRecord {
    /** The group; empty for what is about the partition. */
    String groupId();

    /** A broker began to coordinate: everything before is committed once this is. */
    record Began(int brokerId, int leaderEpoch) implements GroupRecord {
        @Override
        public String groupId() {
            return "";
        }
    }

    /** A group's epoch. */
    record Epoch(String groupId, @Nullable GroupEpoch value) implements GroupRecord {}

    /** A member. */
    record Subscription(
            String groupId, String memberId, @Nullable Member value) implements GroupRecord {}

    /** What a member shall read. */
    record Target(String groupId, String memberId, @Nullable SortedSet<PartitionKey> value) implements GroupRecord {}

    /** What a member reads. */
    record Current(
            String groupId, String memberId, @Nullable CurrentAssignment value) implements GroupRecord {}

    /** A committed offset. */
    record Offset(
            String groupId, PartitionKey key, @Nullable CommittedOffset value) implements GroupRecord {}
}
