// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** What a coordinator answers. */
public sealed interface GroupReply {
    /** The request as a whole was not carried out. */
    record Failed(GroupError error, String message) implements GroupReply {}

    /** What the member is to do. */
    record Assigned(int memberEpoch, long version, SortedSet<PartitionKey> assigned) implements GroupReply {}

    /** Done. */
    record Done() implements GroupReply {}

    /** Done for the partitions that have no error. */
    record PerPartition(SortedMap<PartitionKey, GroupError> errors) implements GroupReply {}

    /** Groups as they are committed. */
    record Described(List<Group> groups) implements GroupReply {}
}
