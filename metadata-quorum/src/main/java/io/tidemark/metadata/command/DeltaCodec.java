// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.BrokerRecord;
import io.tidemark.v1.ConfigChange;
import io.tidemark.v1.DeltaRecord;
import io.tidemark.v1.PartitionChange;
import io.tidemark.v1.TopicRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes of the image. */
final class DeltaCodec {
    private DeltaCodec() {}

    static DeltaRecord write(ClusterDelta delta) {
        DeltaRecord.Builder builder = DeltaRecord.newBuilder()
                .setFormatVersion(MetadataCodec.FORMAT_VERSION)
                .setFromIndex(delta.fromIndex())
                .setToIndex(delta.toIndex())
                .addAllRemovedBrokers(delta.removedBrokers());
        delta.brokers().forEach(broker -> builder.addBrokers(RecordCodec.write(broker)));
        delta.newTopics().forEach(topic -> builder.addTopics(RecordCodec.write(topic)));
        writePartitions(builder, delta.partitions());
        delta.deletedTopics().forEach(topicId -> builder.addDeletedTopics(IdCodec.write(topicId)));
        writeConfigs(builder, ByteString.EMPTY, delta.clusterConfigs());
        delta.topicConfigs().forEach((topicId, changes) -> writeConfigs(builder, IdCodec.write(topicId), changes));
        Long nextProducerId = delta.nextProducerId();
        if (nextProducerId != null) {
            builder.setNextProducerId(nextProducerId);
        }
        String clusterId = delta.clusterId();
        if (clusterId != null) {
            builder.setClusterId(clusterId);
        }
        Integer featureLevel = delta.featureLevel();
        if (featureLevel != null) {
            builder.setFeatureLevel(featureLevel);
        }
        return builder.build();
    }

    /** The changes are in order of their topics, so each topic's id is made once. */
    private static void writePartitions(
            DeltaRecord.Builder builder, SortedMap<PartitionKey, PartitionImage> partitions) {
        UUID topic = null;
        ByteString topicId = ByteString.EMPTY;
        for (Map.Entry<PartitionKey, PartitionImage> change : partitions.entrySet()) {
            PartitionKey key = change.getKey();
            if (!key.topicId().equals(topic)) {
                topic = key.topicId();
                topicId = IdCodec.write(topic);
            }
            builder.addPartitions(PartitionChange.newBuilder()
                    .setTopicId(topicId)
                    .setPartition(RecordCodec.write(key.partition(), change.getValue())));
        }
    }

    private static void writeConfigs(
            DeltaRecord.Builder builder, ByteString topicId, Map<String, ? extends @Nullable String> changes) {
        new TreeMap<>(changes).forEach((key, value) -> {
            ConfigChange.Builder change =
                    ConfigChange.newBuilder().setTopicId(topicId).setKey(key);
            if (value != null) {
                change.setValue(value);
            }
            builder.addConfigs(change);
        });
    }

    static ClusterDelta read(DeltaRecord message) throws MetadataFormatException {
        MetadataCodec.checkVersion(message.getFormatVersion(), "metadata delta");
        SortedMap<UUID, Map<String, @Nullable String>> topicConfigs = new TreeMap<>();
        Map<String, @Nullable String> clusterConfigs = new TreeMap<>();
        for (ConfigChange change : message.getConfigsList()) {
            Map<String, @Nullable String> changes = change.getTopicId().isEmpty()
                    ? clusterConfigs
                    : topicConfigs.computeIfAbsent(
                            IdCodec.read(change.getTopicId(), "topic id"), unused -> new TreeMap<>());
            changes.put(change.getKey(), change.hasValue() ? change.getValue() : null);
        }
        return new ClusterDelta(
                message.getFromIndex(),
                message.getToIndex(),
                readBrokers(message),
                new TreeSet<>(message.getRemovedBrokersList()),
                readTopics(message),
                readPartitions(message),
                readDeletedTopics(message),
                topicConfigs,
                clusterConfigs,
                message.hasNextProducerId() ? message.getNextProducerId() : null,
                message.hasClusterId() ? message.getClusterId() : null,
                message.hasFeatureLevel() ? message.getFeatureLevel() : null);
    }

    private static List<BrokerImage> readBrokers(DeltaRecord message) throws MetadataFormatException {
        List<BrokerImage> brokers = new ArrayList<>();
        for (BrokerRecord record : message.getBrokersList()) {
            brokers.add(RecordCodec.read(record));
        }
        return brokers;
    }

    private static List<TopicImage> readTopics(DeltaRecord message) throws MetadataFormatException {
        List<TopicImage> topics = new ArrayList<>();
        for (TopicRecord record : message.getTopicsList()) {
            topics.add(RecordCodec.read(record));
        }
        return topics;
    }

    private static SortedMap<PartitionKey, PartitionImage> readPartitions(DeltaRecord message)
            throws MetadataFormatException {
        SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
        for (PartitionChange change : message.getPartitionsList()) {
            partitions.put(
                    IdCodec.key(change.getTopicId(), change.getPartition().getPartition()),
                    RecordCodec.read(change.getPartition()));
        }
        return partitions;
    }

    private static SortedSet<UUID> readDeletedTopics(DeltaRecord message) throws MetadataFormatException {
        SortedSet<UUID> deleted = new TreeSet<>();
        for (ByteString topicId : message.getDeletedTopicsList()) {
            deleted.add(IdCodec.read(topicId, "topic id"));
        }
        return deleted;
    }
}
