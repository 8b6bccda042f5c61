// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import io.tidemark.cli.health.ReplicaReasons;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.TopicListing;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** The forms in which topics are printed. */
public final class TopicText {
    private TopicText() {}

    /** One line for each partition, in the words of Kafka's tools. */
    public static List<String> lines(TopicDescription topic) {
        return topic.getPartitionsList().stream()
                .map(partition -> line(topic.getName(), partition) + racks(topic, partition))
                .toList();
    }

    /** The same, with why replicas are not in sync, and when {@code isWide} with what decisions go by. */
    static List<String> lines(TopicDescription topic, ReplicaReasons why, boolean isWide) {
        return topic.getPartitionsList().stream()
                .map(partition -> line(topic.getName(), partition)
                        + (isWide ? wide(partition) : "")
                        + racks(topic, partition)
                        + behind(why.of(topic.getName(), partition)))
                .toList();
    }

    private static String wide(PartitionRecord partition) {
        return "  MinIsr: " + partition.getMinIsr()
                + "  LeaderEpoch: " + partition.getLeaderEpoch()
                + "  PartitionEpoch: " + partition.getPartitionEpoch()
                + "  LastKnownElr: " + commas(partition.getLastKnownElrList())
                + "  Adding: " + commas(partition.getAddingList())
                + "  Removing: " + commas(partition.getRemovingList());
    }

    private static String behind(Map<Integer, String> reasons) {
        return reasons.isEmpty()
                ? ""
                : reasons.entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", ", "  Behind: ", ""));
    }

    /** A description as JSON, with why replicas are not in sync. */
    static JsonObject json(TopicDescription topic, ReplicaReasons why) {
        JsonObject json = json(topic);
        JsonArray partitions = json.getAsJsonArray("partitions");
        for (int i = 0; i < topic.getPartitionsCount(); i++) {
            JsonObject behind = new JsonObject();
            why.of(topic.getName(), topic.getPartitions(i))
                    .forEach((brokerId, reason) -> behind.addProperty(String.valueOf(brokerId), reason));
            partitions.get(i).getAsJsonObject().add("behind", behind);
        }
        return json;
    }

    /** The one topic that was asked for by name, which must be there. */
    public static TopicDescription requireFound(List<TopicDescription> topics) {
        topics.forEach(TopicText::requireFound);
        if (topics.size() != 1) {
            throw CommandException.failed("the cluster described " + topics.size() + " topics instead of one");
        }
        return topics.get(0);
    }

    /** The partition with this number, or a failure that says which there are. */
    public static PartitionRecord requirePartition(TopicDescription topic, int partition) {
        if (partition < 0 || partition >= topic.getPartitionsCount()) {
            throw CommandException.failed("topic " + topic.getName() + " has no partition " + partition + ", only 0 to "
                    + (topic.getPartitionsCount() - 1));
        }
        return topic.getPartitions(partition);
    }

    static void requireFound(TopicDescription topic) {
        if (topic.getError() == ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION) {
            throw CommandException.failed("there is no topic " + topic.getName() + ": see 'tidemark topic list'");
        }
        if (topic.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            throw CommandException.failed("cannot describe topic " + topic.getName() + ": "
                    + topic.getError().name().replace("ERROR_CODE_", ""));
        }
    }

    private static String line(String topic, PartitionRecord partition) {
        String text = "Topic: " + topic
                + "  Partition: " + partition.getPartition()
                + "  Leader: " + (partition.getLeader() < 0 ? "none" : partition.getLeader())
                + "  Replicas: " + commas(partition.getReplicasList())
                + "  Isr: " + commas(partition.getIsrList())
                + "  Elr: " + commas(partition.getElrList());
        return text.stripTrailing();
    }

    /** Says so when the replicas lie in fewer racks than they could. */
    static String racks(TopicDescription topic, PartitionRecord partition) {
        return topic.getRackBrokenList().contains(partition.getPartition()) ? "  Racks: too few" : "";
    }

    private static String commas(List<Integer> brokerIds) {
        return brokerIds.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** A description as JSON. */
    public static JsonObject json(TopicDescription topic) {
        JsonObject json = new JsonObject();
        json.addProperty("name", topic.getName());
        json.addProperty("topicId", topicId(topic.getTopicId()));
        JsonObject configs = new JsonObject();
        new TreeMap<>(topic.getConfigsMap()).forEach(configs::addProperty);
        json.add("configs", configs);
        JsonArray partitions = new JsonArray();
        for (PartitionRecord record : topic.getPartitionsList()) {
            JsonObject partition = json(record);
            partition.addProperty("rackBroken", topic.getRackBrokenList().contains(record.getPartition()));
            partitions.add(partition);
        }
        json.add("partitions", partitions);
        return json;
    }

    private static JsonObject json(PartitionRecord partition) {
        JsonObject json = new JsonObject();
        json.addProperty("partition", partition.getPartition());
        json.addProperty("leader", partition.getLeader());
        json.addProperty("leaderEpoch", partition.getLeaderEpoch());
        json.addProperty("partitionEpoch", partition.getPartitionEpoch());
        json.add("replicas", array(partition.getReplicasList()));
        json.add("isr", array(partition.getIsrList()));
        json.add("elr", array(partition.getElrList()));
        json.add("lastKnownElr", array(partition.getLastKnownElrList()));
        json.addProperty("minIsr", partition.getMinIsr());
        json.addProperty("recovery", partition.getRecovery().name().replace("RECOVERY_STATE_", ""));
        json.addProperty("lastUncleanLeaderEpoch", partition.getLastUncleanLeaderEpoch());
        return json;
    }

    /** An entry of a list as JSON. */
    static JsonObject json(TopicListing topic) {
        JsonObject json = new JsonObject();
        json.addProperty("name", topic.getName());
        json.addProperty("topicId", topicId(topic.getTopicId()));
        json.addProperty("partitions", topic.getPartitionCount());
        json.addProperty("replicationFactor", topic.getReplicationFactor());
        return json;
    }

    private static JsonArray array(List<Integer> numbers) {
        JsonArray array = new JsonArray();
        numbers.forEach(array::add);
        return array;
    }

    private static String topicId(ByteString bytes) {
        if (bytes.size() != 16) {
            return "";
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return new UUID(buffer.getLong(), buffer.getLong()).toString();
    }
}
