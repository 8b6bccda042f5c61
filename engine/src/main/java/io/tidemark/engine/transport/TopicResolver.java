// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.LeaderHint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds what a request names in the latest image, and who leads it. Thread-safe. */
final class TopicResolver {
    private final Supplier<ClusterImage> image;

    TopicResolver(Supplier<ClusterImage> image) {
        this.image = image;
    }

    /**
     * What a request names.
     *
     * @param topic the topic; null with an error
     * @param key the partition; null with an error
     * @param error {@code ERROR_CODE_UNSPECIFIED} when it was found
     * @param message one line for people; empty when it was found
     */
    record Resolved(@Nullable TopicImage topic, @Nullable PartitionKey key, ErrorCode error, String message) {
        private static Resolved missing(ErrorCode error, String message) {
            return new Resolved(null, null, error, message);
        }
    }

    /** Finds a partition by name, id or both; both must agree. */
    Resolved resolve(String name, ByteString topicId, int partition) {
        ClusterImage current = image.get();
        UUID id = WireIds.fromWire(topicId);
        if (!topicId.isEmpty() && id == null) {
            return Resolved.missing(ErrorCode.ERROR_CODE_INVALID_REQUEST, "a topic id has 16 bytes");
        }
        TopicImage topic = id != null && name.isEmpty() ? current.topics().get(id) : current.topic(name);
        if (topic == null) {
            return Resolved.missing(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "no topic " + (name.isEmpty() ? "with id " + id : "\"" + name + "\""));
        }
        if (isOfAnotherLife(id, topic)) {
            return Resolved.missing(
                    ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID,
                    "topic \"" + name + "\" has id " + topic.topicId() + ", not " + id);
        }
        if (partition < 0 || partition >= topic.partitions().size()) {
            return Resolved.missing(
                    ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                    "topic \"" + topic.name() + "\" has no partition " + partition);
        }
        return new Resolved(topic, new PartitionKey(topic.topicId(), partition), ErrorCode.ERROR_CODE_UNSPECIFIED, "");
    }

    /** Whether the request means a topic of the same name that was deleted or is yet to come (guard G2). */
    private static boolean isOfAnotherLife(@Nullable UUID id, TopicImage topic) {
        return id != null && !id.equals(topic.topicId());
    }

    /** Who leads the partition as this node knows it. */
    LeaderHint leaderOf(PartitionKey key) {
        ClusterImage current = image.get();
        PartitionImage partition = current.partition(key);
        if (partition == null) {
            return LeaderHint.newBuilder().setLeaderId(PartitionImage.NO_LEADER).build();
        }
        LeaderHint.Builder hint =
                LeaderHint.newBuilder().setLeaderId(partition.leader()).setLeaderEpoch(partition.leaderEpoch());
        BrokerImage broker = current.brokers().get(partition.leader());
        if (broker != null) {
            hint.setHost(broker.endpoint().host()).setPort(broker.endpoint().port());
        }
        return hint.build();
    }

    /** A replica of the partition and where it is reached. */
    LeaderHint replica(PartitionKey key, int brokerId) {
        ClusterImage current = image.get();
        PartitionImage partition = current.partition(key);
        LeaderHint.Builder hint = LeaderHint.newBuilder()
                .setLeaderId(brokerId)
                .setLeaderEpoch(partition == null ? -1 : partition.leaderEpoch());
        BrokerImage broker = current.brokers().get(brokerId);
        if (broker != null) {
            hint.setHost(broker.endpoint().host()).setPort(broker.endpoint().port());
        }
        return hint.build();
    }

    /** Brokers in a rack, by id; none for an empty name. */
    List<Integer> brokersIn(String rack) {
        List<Integer> found = new ArrayList<>();
        if (!rack.isEmpty()) {
            image.get().brokers().forEach((brokerId, broker) -> {
                if (broker.rack().equals(rack)) {
                    found.add(brokerId);
                }
            });
        }
        return List.copyOf(found);
    }
}
