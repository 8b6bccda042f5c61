// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Shares partitions out among members: each partition of a topic that somebody reads goes to exactly one member that reads
 * it. A function of its arguments; given what it gave, with nothing else changed, it gives the same again.
 */
interface Assignor {
    /** Its name in configurations. */
    String name();

    /**
     * Shares out.
     *
     * @param members members by id
     * @param topics what there is to read
     * @return what each member shall read, for every member
     */
    SortedMap<String, SortedSet<PartitionKey>> assign(SortedMap<String, Subscriber> members, GroupTopics topics);

    /**
     * A member to be given partitions.
     *
     * @param sortKey where it stands among the members: the instance id, else the member id
     * @param rack its rack; empty for none
     * @param topics what it reads
     * @param previous what it was given before
     */
    record Subscriber(String sortKey, String rack, SortedSet<String> topics, SortedSet<PartitionKey> previous) {}
}
