// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.BrokerRecord;
import io.tidemark.v1.ImageRecord;
import io.tidemark.v1.TopicRecord;
import java.util.UUID;
import org.pcollections.TreePMap;

/** Whole images; topic ids by name are rebuilt on reading. */
final class ImageCodec {
    private ImageCodec() {}

    static ImageRecord write(ClusterImage image) {
        ImageRecord.Builder builder = ImageRecord.newBuilder()
                .setFormatVersion(MetadataCodec.FORMAT_VERSION)
                .setIndex(image.index())
                .setClusterId(image.clusterId())
                .putAllClusterConfigs(image.clusterConfigs())
                .setNextProducerId(image.nextProducerId())
                .setFeatureLevel(image.featureLevel());
        image.brokers().values().forEach(broker -> builder.addBrokers(RecordCodec.write(broker)));
        image.topics().values().forEach(topic -> builder.addTopics(RecordCodec.write(topic)));
        return builder.build();
    }

    static ClusterImage read(ImageRecord message) throws MetadataFormatException {
        MetadataCodec.checkVersion(message.getFormatVersion(), "metadata image");
        TreePMap<Integer, BrokerImage> brokers = TreePMap.empty();
        for (BrokerRecord record : message.getBrokersList()) {
            brokers = brokers.plus(record.getBrokerId(), RecordCodec.read(record));
        }
        TreePMap<UUID, TopicImage> topics = TreePMap.empty();
        TreePMap<String, UUID> topicIds = TreePMap.empty();
        for (TopicRecord record : message.getTopicsList()) {
            TopicImage topic = RecordCodec.read(record);
            topics = topics.plus(topic.topicId(), topic);
            topicIds = topic.isDeleted() ? topicIds : topicIds.plus(topic.name(), topic.topicId());
        }
        return new ClusterImage(
                message.getIndex(),
                message.getClusterId(),
                brokers,
                topics,
                topicIds,
                TreePMap.from(message.getClusterConfigsMap()),
                message.getNextProducerId(),
                FeatureLevel.of(message.getFeatureLevel()));
    }
}
