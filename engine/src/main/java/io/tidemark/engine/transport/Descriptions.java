// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.replication.ReplicaState;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FollowerDescription;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.ReplicaDescription;
import io.tidemark.v1.TopicDescription;
import io.tidemark.v1.TopicListing;
import java.util.List;

/** The image's parts as administrators see them. */
final class Descriptions {
    private Descriptions() {}

    /** With which of its partitions are among those whose replicas lie in fewer racks than they could. */
    static TopicDescription of(TopicImage topic, List<PartitionKey> rackBroken) {
        TopicDescription.Builder description = of(topic).toBuilder();
        for (PartitionKey partition : rackBroken) {
            if (partition.topicId().equals(topic.topicId())) {
                description.addRackBroken(partition.partition());
            }
        }
        return description.build();
    }

    static TopicDescription of(TopicImage topic) {
        TopicDescription.Builder description = TopicDescription.newBuilder()
                .setName(topic.name())
                .setTopicId(WireIds.toWire(topic.topicId()))
                .putAllConfigs(topic.configs());
        for (int number = 0; number < topic.partitions().size(); number++) {
            description.addPartitions(
                    MetadataCodec.toProto(number, topic.partitions().get(number)));
        }
        return description.build();
    }

    static TopicDescription unknown(String name) {
        return TopicDescription.newBuilder()
                .setName(name)
                .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                .build();
    }

    /** Of a topic of which a node that has just started cannot say whether it exists. */
    static TopicDescription notKnownYet(String name) {
        return TopicDescription.newBuilder()
                .setName(name)
                .setError(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE)
                .build();
    }

    static TopicListing listing(TopicImage topic) {
        return TopicListing.newBuilder()
                .setName(topic.name())
                .setTopicId(WireIds.toWire(topic.topicId()))
                .setPartitionCount(topic.partitions().size())
                .setReplicationFactor(topic.partitions().get(0).replicas().size())
                .setPurgeAtMs(topic.isDeleted() ? topic.purgeAtMs() : 0)
                .build();
    }

    static ReplicaDescription of(PartitionSnapshot snapshot) {
        ReplicaState state = snapshot.state();
        ReplicaDescription.Builder description = ReplicaDescription.newBuilder()
                .setTopic(snapshot.topic())
                .setPartition(snapshot.partition())
                .setLeads(state.role() == ReplicaState.Role.LEADER)
                .setLogStartOffset(state.logStartOffset())
                .setLogEndOffset(state.logEndOffset())
                .setHighWatermark(state.highWatermark());
        String offline = snapshot.offline();
        if (offline != null) {
            description.setOffline(offline);
        }
        if (snapshot.sinceWeakWriteMs() != PartitionSnapshot.NEVER) {
            description.setSinceWeakWriteMs(snapshot.sinceWeakWriteMs());
        }
        for (int i = 0; i < state.followers().size(); i++) {
            description.addFollowers(FollowerDescription.newBuilder()
                    .setBrokerId(state.followers().get(i))
                    .setLogEndOffset(state.followerEndOffsets().get(i)));
        }
        return description.build();
    }

    static BrokerDescription of(BrokerImage broker) {
        return BrokerDescription.newBuilder()
                .setBrokerId(broker.brokerId())
                .setBrokerEpoch(broker.brokerEpoch())
                .setEndpoint(MetadataCodec.toProto(broker.endpoint()))
                .setRack(broker.rack())
                .setFenced(broker.fenced())
                .setInControlledShutdown(broker.inControlledShutdown())
                .setDraining(broker.draining())
                .build();
    }

    static PartitionOutcome of(CommandAnswer.PartitionOutcome outcome) {
        PartitionOutcome.Builder wire = PartitionOutcome.newBuilder()
                .setTopicId(WireIds.toWire(outcome.partition().topicId()))
                .setPartition(outcome.partition().partition())
                .setError(outcome.error());
        PartitionImage record = outcome.record();
        if (record != null) {
            wire.setRecord(MetadataCodec.toProto(outcome.partition().partition(), record));
        }
        return wire.build();
    }
}
