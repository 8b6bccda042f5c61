// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.engine.group.Assignor.Subscriber;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One sharing out in equal numbers, step by step. */
final class UniformShares {
    private final SortedMap<String, Share> shares = new TreeMap<>();
    /** Who reads each partition. */
    private final SortedMap<PartitionKey, List<Share>> readers = new TreeMap<>();

    private final SortedMap<PartitionKey, SortedSet<String>> racks = new TreeMap<>();
    private final SortedSet<PartitionKey> free = new TreeSet<>();

    /** What one member has. */
    private static final class Share {
        private final Subscriber member;
        private final SortedSet<PartitionKey> partitions = new TreeSet<>();

        Share(Subscriber member) {
            this.member = member;
        }

        int size() {
            return partitions.size();
        }
    }

    UniformShares(SortedMap<String, Subscriber> members, GroupTopics topics) {
        SortedMap<String, List<Share>> byTopic = new TreeMap<>();
        members.forEach((memberId, member) -> {
            Share share = new Share(member);
            shares.put(memberId, share);
            member.topics().forEach(topic -> byTopic.computeIfAbsent(topic, none -> new ArrayList<>())
                    .add(share));
        });
        byTopic.forEach((name, sharing) -> {
            GroupTopic topic = topics.byName().get(name);
            for (PartitionKey partition : topics.partitionsOf(name)) {
                readers.put(partition, sharing);
                racks.put(
                        partition,
                        topic == null ? new TreeSet<>() : topic.racks().get(partition.partition()));
                free.add(partition);
            }
        });
    }

    /** Everybody keeps what it had and still reads. */
    void keepPrevious() {
        for (Share share : shares.values()) {
            for (PartitionKey partition : share.member.previous()) {
                List<Share> allowed = readers.get(partition);
                if (allowed != null && allowed.contains(share) && free.remove(partition)) {
                    share.partitions.add(partition);
                }
            }
        }
    }

    /** Members near a replica get what is free, as long as nobody gets more than its part. */
    void giveNear() {
        int part = shares.isEmpty() ? 0 : readers.size() / shares.size();
        for (PartitionKey partition : new ArrayList<>(free)) {
            Share near = least(partition, share -> isNear(share, partition) && share.size() < part);
            if (near != null) {
                give(partition, near);
            }
        }
    }

    /** What is free goes to whoever has least. */
    void giveRest() {
        for (PartitionKey partition : new ArrayList<>(free)) {
            Share poorest = least(partition, share -> true);
            if (poorest != null) {
                give(partition, poorest);
            }
        }
    }

    /** Moves partitions from who has most to who has at least two less; each move makes the numbers more equal. */
    void level() {
        boolean hasMoved = true;
        while (hasMoved) {
            hasMoved = false;
            List<Share> richestFirst = new ArrayList<>(shares.values());
            richestFirst.sort(Comparator.comparingInt(share -> -share.size()));
            for (int i = 0; i < richestFirst.size() && !hasMoved; i++) {
                int next = i + 1 < richestFirst.size() ? richestFirst.get(i + 1).size() : 0;
                hasMoved = giveAway(richestFirst.get(i), next);
            }
        }
    }

    /** Gives only until another has more: else it would have to be given something back. */
    private boolean giveAway(Share giver, int nextSize) {
        boolean hasMoved = false;
        for (PartitionKey partition : farFirst(giver)) {
            if (hasMoved && giver.size() < nextSize) {
                break;
            }
            Share taker = least(partition, share -> share != giver);
            if (taker != null && giver.size() - taker.size() >= 2) {
                giver.partitions.remove(partition);
                taker.partitions.add(partition);
                hasMoved = true;
            }
        }
        return hasMoved;
    }

    private List<PartitionKey> farFirst(Share giver) {
        List<PartitionKey> order = new ArrayList<>(giver.partitions);
        order.sort(Comparator.comparing((PartitionKey partition) -> isNear(giver, partition))
                .thenComparing(Comparator.reverseOrder()));
        return order;
    }

    private boolean isNear(Share share, PartitionKey partition) {
        SortedSet<String> near = racks.get(partition);
        return !share.member.rack().isEmpty() && near != null && near.contains(share.member.rack());
    }

    private @Nullable Share least(PartitionKey partition, java.util.function.Predicate<Share> condition) {
        Share least = null;
        for (Share share : readers.getOrDefault(partition, List.of())) {
            if (condition.test(share) && (least == null || share.size() < least.size())) {
                least = share;
            }
        }
        return least;
    }

    private void give(PartitionKey partition, Share share) {
        free.remove(partition);
        share.partitions.add(partition);
    }

    SortedMap<String, SortedSet<PartitionKey>> result() {
        SortedMap<String, SortedSet<PartitionKey>> result = new TreeMap<>();
        shares.forEach((memberId, share) -> result.put(memberId, share.partitions));
        return result;
    }
}
