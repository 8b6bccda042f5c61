// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gives each member a row of neighbouring partitions of each topic, so that partitions of equal number stay together. */
final class RangeAssignor implements Assignor {
    @Override
    public String name() {
        return "range";
    }

    @Override
    public SortedMap<String, SortedSet<PartitionKey>> assign(
            SortedMap<String, Subscriber> members, GroupTopics topics) {
        SortedMap<String, SortedSet<PartitionKey>> assigned = new TreeMap<>();
        SortedSet<String> names = new TreeSet<>();
        members.forEach((memberId, member) -> {
            assigned.put(memberId, new TreeSet<>());
            names.addAll(member.topics());
        });
        for (String name : names) {
            share(inOrder(name, members), new ArrayList<>(topics.partitionsOf(name)), assigned);
        }
        return assigned;
    }

    private static List<String> inOrder(String topic, SortedMap<String, Subscriber> members) {
        return members.entrySet().stream()
                .filter(member -> member.getValue().topics().contains(topic))
                .sorted(Comparator.comparing(member -> member.getValue().sortKey()))
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    private static void share(
            List<String> readers, List<PartitionKey> partitions, SortedMap<String, SortedSet<PartitionKey>> assigned) {
        int start = 0;
        for (int i = 0; i < readers.size(); i++) {
            int count = partitions.size() / readers.size() + (i < partitions.size() % readers.size() ? 1 : 0);
            assigned.computeIfAbsent(readers.get(i), none -> new TreeSet<>())
                    .addAll(partitions.subList(start, start + count));
            start += count;
        }
    }
}
