// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Topics whose ids follow from their names. */
final class TestTopics {
    private final SortedMap<String, GroupTopic> byName = new TreeMap<>();

    static UUID id(String name) {
        return new UUID(7, name.hashCode());
    }

    static PartitionKey key(String name, int partition) {
        return new PartitionKey(id(name), partition);
    }

    TestTopics with(String name, int partitionCount) {
        return with(name, partitionCount, List.of(""));
    }

    /** Partition n has its replica in the rack n modulo the number of racks. */
    TestTopics with(String name, int partitionCount, List<String> racks) {
        List<SortedSet<String>> replicas = new ArrayList<>();
        for (int partition = 0; partition < partitionCount; partition++) {
            replicas.add(new TreeSet<>(List.of(racks.get(partition % racks.size()))));
        }
        byName.put(name, new GroupTopic(id(name), replicas));
        return this;
    }

    GroupTopics build() {
        SortedSet<UUID> known = new TreeSet<>();
        byName.values().forEach(topic -> known.add(topic.topicId()));
        return new GroupTopics(new TreeMap<>(byName), known);
    }
}
