// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.BrokerRecord;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicRecord;
import java.util.List;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** Brokers, topics and partitions. */
final class RecordCodec {
    private RecordCodec() {}

    static BrokerRecord write(BrokerImage broker) {
        return BrokerRecord.newBuilder()
                .setBrokerId(broker.brokerId())
                .setBrokerEpoch(broker.brokerEpoch())
                .setIncarnationId(IdCodec.write(broker.incarnationId()))
                .setEndpoint(write(broker.endpoint()))
                .setRack(broker.rack())
                .setDirectoryId(IdCodec.write(broker.directoryId()))
                .setFenced(broker.fenced())
                .setInControlledShutdown(broker.inControlledShutdown())
                .setDraining(broker.draining())
                .setReplicaSecret(IdCodec.write(broker.replicaSecret()))
                .setSupportedFeatureLevel(broker.supportedLevel())
                .build();
    }

    static BrokerImage read(BrokerRecord message) throws MetadataFormatException {
        return new BrokerImage(
                message.getBrokerId(),
                message.getBrokerEpoch(),
                IdCodec.read(message.getIncarnationId(), "incarnation id"),
                read(message.getEndpoint()),
                message.getRack(),
                IdCodec.read(message.getDirectoryId(), "directory id"),
                message.getFenced(),
                message.getInControlledShutdown(),
                message.getDraining(),
                IdCodec.read(message.getReplicaSecret(), "replica secret"),
                FeatureLevel.of(message.getSupportedFeatureLevel()));
    }

    static io.tidemark.v1.Endpoint write(Endpoint endpoint) {
        return io.tidemark.v1.Endpoint.newBuilder()
                .setHost(endpoint.host())
                .setPort(endpoint.port())
                .build();
    }

    static Endpoint read(io.tidemark.v1.Endpoint message) {
        return new Endpoint(message.getHost(), message.getPort());
    }

    static TopicRecord write(TopicImage topic) {
        TopicRecord.Builder builder = TopicRecord.newBuilder()
                .setTopicId(IdCodec.write(topic.topicId()))
                .setName(topic.name())
                .putAllConfigs(topic.configs());
        int number = 0;
        for (PartitionImage partition : topic.partitions()) {
            builder.addPartitions(write(number, partition));
            number++;
        }
        if (topic.isDeleted()) {
            builder.setPurgeAtMs(topic.purgeAtMs());
        }
        return builder.build();
    }

    static TopicImage read(TopicRecord message) throws MetadataFormatException {
        TreePVector<PartitionImage> partitions = TreePVector.empty();
        for (PartitionRecord partition : message.getPartitionsList()) {
            if (partition.getPartition() != partitions.size()) {
                throw new MetadataFormatException("partition " + partition.getPartition() + " of topic "
                        + message.getName() + " stands in place of " + partitions.size());
            }
            partitions = partitions.plus(read(partition));
        }
        return new TopicImage(
                IdCodec.read(message.getTopicId(), "topic id"),
                message.getName(),
                partitions,
                TreePMap.from(message.getConfigsMap()),
                message.hasPurgeAtMs() ? message.getPurgeAtMs() : TopicImage.LIVE);
    }

    static PartitionRecord write(int number, PartitionImage partition) {
        return PartitionRecord.newBuilder()
                .setPartition(number)
                .addAllReplicas(partition.replicas())
                .addAllAdding(partition.adding())
                .addAllRemoving(partition.removing())
                .addAllIsr(partition.isr())
                .addAllElr(partition.elr())
                .addAllLastKnownElr(partition.lastKnownElr())
                .setLeader(partition.leader())
                .setLeaderEpoch(partition.leaderEpoch())
                .setPartitionEpoch(partition.partitionEpoch())
                .setMinIsr(partition.minIsr())
                .setRecovery(write(partition.recovery()))
                .setLastUncleanLeaderEpoch(partition.lastUncleanLeaderEpoch())
                .setThrottleBytesPerS(partition.throttleBytesPerS())
                .build();
    }

    static PartitionImage read(PartitionRecord message) {
        return new PartitionImage(
                List.copyOf(message.getReplicasList()),
                List.copyOf(message.getAddingList()),
                List.copyOf(message.getRemovingList()),
                List.copyOf(message.getIsrList()),
                List.copyOf(message.getElrList()),
                List.copyOf(message.getLastKnownElrList()),
                message.getLeader(),
                message.getLeaderEpoch(),
                message.getPartitionEpoch(),
                message.getMinIsr(),
                read(message.getRecovery()),
                message.getLastUncleanLeaderEpoch(),
                message.getThrottleBytesPerS());
    }

    static io.tidemark.v1.RecoveryState write(RecoveryState state) {
        return state == RecoveryState.RECOVERING
                ? io.tidemark.v1.RecoveryState.RECOVERY_STATE_RECOVERING
                : io.tidemark.v1.RecoveryState.RECOVERY_STATE_RECOVERED;
    }

    static RecoveryState read(io.tidemark.v1.RecoveryState message) {
        return message == io.tidemark.v1.RecoveryState.RECOVERY_STATE_RECOVERING
                ? RecoveryState.RECOVERING
                : RecoveryState.RECOVERED;
    }
}
