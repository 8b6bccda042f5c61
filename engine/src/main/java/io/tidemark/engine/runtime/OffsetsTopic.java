// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.group.GroupTopic;
import io.tidemark.engine.group.GroupTopics;
import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The topic that groups are kept in: compacted, made on first use, written by coordinators only. A group belongs to the
 * partition that its id hashes to, so the number of partitions must never change.
 */
public final class OffsetsTopic {
    /** Its name. */
    public static final String NAME = "__consumer_offsets";

    /** The config that may not be changed: all that keeps committed offsets. */
    public static final String CLEANUP_POLICY = "cleanup.policy";

    private static final String SEGMENT_BYTES = String.valueOf(64 << 20);
    private static final int MIN_INSYNC_REPLICAS = 2;

    private OffsetsTopic() {}

    /** The partition of a group: CRC-32C of the id in UTF-8 as an unsigned number, modulo the number of partitions. */
    public static int partitionOf(String groupId, int partitionCount) {
        CRC32C hash = new CRC32C();
        hash.update(groupId.getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % partitionCount);
    }

    /** The command that makes it, with fewer replicas where there are fewer brokers. */
    static CreateTopic creation(ClusterImage image, int partitionCount, int replicationFactor) {
        int replicas = Math.max(1, Math.min(replicationFactor, image.brokers().size()));
        SortedMap<String, String> configs = new TreeMap<>();
        configs.put(CLEANUP_POLICY, "compact");
        configs.put("segment.bytes", SEGMENT_BYTES);
        configs.put("min.insync.replicas", String.valueOf(Math.min(MIN_INSYNC_REPLICAS, replicas)));
        return new CreateTopic(NAME, UUID.randomUUID(), partitionCount, replicas, configs, List.of());
    }

    /** What groups can read. */
    static GroupTopics readable(ClusterImage image) {
        SortedMap<String, GroupTopic> byName = new TreeMap<>();
        image.topicIds().forEach((name, topicId) -> {
            TopicImage topic = image.topics().get(topicId);
            if (topic != null && !name.equals(NAME)) {
                byName.put(name, new GroupTopic(topicId, racks(image, topic)));
            }
        });
        return new GroupTopics(byName, new TreeSet<>(image.topics().keySet()));
    }

    private static List<SortedSet<String>> racks(ClusterImage image, TopicImage topic) {
        List<SortedSet<String>> racks = new ArrayList<>();
        for (PartitionImage partition : topic.partitions()) {
            SortedSet<String> near = new TreeSet<>();
            for (int replica : partition.replicas()) {
                BrokerImage broker = image.brokers().get(replica);
                if (broker != null && !broker.rack().isEmpty()) {
                    near.add(broker.rack());
                }
            }
            racks.add(near);
        }
        return racks;
    }
}
