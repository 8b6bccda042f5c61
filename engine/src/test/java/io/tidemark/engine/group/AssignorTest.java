// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.group.Assignor.Subscriber;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AssignorTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @Property(tries = 300)
    void everyPartitionGoesToOneMemberThatReadsIt(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 7) Integer> subscriptions,
            @ForAll @IntRange(min = 0, max = 12) int partitionCount) {
        GroupTopics topics = topics(partitionCount);
        for (Assignor assignor : List.of(new UniformAssignor(), new RangeAssignor())) {
            SortedMap<String, Subscriber> members = members(subscriptions, new TreeMap<>());
            SortedMap<String, SortedSet<PartitionKey>> given = assignor.assign(members, topics);

            assertThat(given.keySet()).isEqualTo(members.keySet());
            List<PartitionKey> all = new ArrayList<>();
            given.forEach((memberId, partitions) -> {
                all.addAll(partitions);
                assertThat(readable(requireNonNull(members.get(memberId)), topics))
                        .containsAll(partitions);
            });
            SortedSet<PartitionKey> wanted = new TreeSet<>();
            members.values().forEach(member -> wanted.addAll(readable(member, topics)));
            assertThat(all).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(wanted);
        }
    }

    @Property(tries = 300)
    void givenItsOwnResultItGivesTheSame(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 7) Integer> subscriptions,
            @ForAll @IntRange(min = 0, max = 12) int partitionCount) {
        GroupTopics topics = topics(partitionCount);
        for (Assignor assignor : List.of(new UniformAssignor(), new RangeAssignor())) {
            SortedMap<String, SortedSet<PartitionKey>> first =
                    assignor.assign(members(subscriptions, new TreeMap<>()), topics);
            assertThat(assignor.assign(members(subscriptions, first), topics)).isEqualTo(first);
        }
    }

    @Property(tries = 200)
    void equalSubscriptionsGetEqualNumbers(
            @ForAll @IntRange(min = 1, max = 9) int before,
            @ForAll @IntRange(min = 1, max = 9) int after,
            @ForAll @IntRange(min = 0, max = 40) int partitionCount) {
        GroupTopics topics = topics(partitionCount);
        UniformAssignor assignor = new UniformAssignor();
        SortedMap<String, SortedSet<PartitionKey>> first =
                assignor.assign(members(all(before), new TreeMap<>()), topics);
        SortedMap<String, SortedSet<PartitionKey>> second = assignor.assign(members(all(after), first), topics);

        int fewest = second.values().stream().mapToInt(Collection::size).min().orElse(0);
        int most = second.values().stream().mapToInt(Collection::size).max().orElse(0);
        assertThat(most - fewest).isLessThanOrEqualTo(1);
        if (after >= before) {
            // Nobody who was there gets something that another who is still there had.
            first.forEach((memberId, had) -> {
                SortedSet<PartitionKey> has = new TreeSet<>(requireNonNull(second.get(memberId)));
                has.removeAll(had);
                assertThat(has).isEmpty();
            });
        }
    }

    @Test
    void membersReadNearTheirRackWhenNumbersAllowIt() {
        GroupTopics topics =
                new TestTopics().with("a", 6, List.of("east", "west")).build();
        SortedMap<String, Subscriber> members = new TreeMap<>();
        members.put("m1", new Subscriber("m1", "west", new TreeSet<>(List.of("a")), new TreeSet<>()));
        members.put("m2", new Subscriber("m2", "east", new TreeSet<>(List.of("a")), new TreeSet<>()));

        assertThat(new UniformAssignor().assign(members, topics).get("m1"))
                .containsExactly(TestTopics.key("a", 1), TestTopics.key("a", 3), TestTopics.key("a", 5));
    }

    @Test
    void rangeKeepsPartitionsOfEqualNumberTogether() {
        GroupTopics topics = topics(5);
        SortedMap<String, SortedSet<PartitionKey>> given =
                new RangeAssignor().assign(members(all(2), new TreeMap<>()), topics);

        assertThat(given.get("m0")).hasSize(9).contains(TestTopics.key("a", 2), TestTopics.key("b", 2));
        assertThat(given.get("m1")).hasSize(6).contains(TestTopics.key("a", 3), TestTopics.key("c", 4));
    }

    private static GroupTopics topics(int partitionCount) {
        return new TestTopics()
                .with("a", partitionCount)
                .with("b", partitionCount)
                .with("c", partitionCount)
                .build();
    }

    private static List<Integer> all(int count) {
        return new ArrayList<>(java.util.Collections.nCopies(count, 7));
    }

    /** Members by their subscription: each bit is a topic. */
    private static SortedMap<String, Subscriber> members(
            List<Integer> subscriptions, SortedMap<String, SortedSet<PartitionKey>> previous) {
        SortedMap<String, Subscriber> members = new TreeMap<>();
        for (int i = 0; i < subscriptions.size(); i++) {
            SortedSet<String> names = new TreeSet<>();
            for (int bit = 0; bit < NAMES.size(); bit++) {
                if ((subscriptions.get(i) & (1 << bit)) != 0) {
                    names.add(NAMES.get(bit));
                }
            }
            String memberId = "m" + i;
            members.put(
                    memberId, new Subscriber(memberId, "", names, previous.getOrDefault(memberId, new TreeSet<>())));
        }
        return members;
    }

    private static SortedSet<PartitionKey> readable(Subscriber member, GroupTopics topics) {
        SortedSet<PartitionKey> readable = new TreeSet<>();
        member.topics().forEach(name -> readable.addAll(topics.partitionsOf(name)));
        return readable;
    }
}
