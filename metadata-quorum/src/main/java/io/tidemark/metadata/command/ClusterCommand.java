// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that may be asked of the metadata quorum. A command states intent; what comes of it is decided in the log. */
public sealed interface ClusterCommand {
    /** Hands itself to the visitor's method for its kind, so that a forgotten kind does not compile. */
    <R> R accept(Visitor<R> visitor);

    /**
     * One method for each kind of command.
     *
     * @param <R> what comes of a visit
     */
    interface Visitor<R> {
        /** Visits a {@link FormatCluster}. */
        R formatCluster(FormatCluster command);

        /** Visits a {@link RegisterBroker}. */
        R registerBroker(RegisterBroker command);

        /** Visits a {@link FenceBrokers}. */
        R fenceBrokers(FenceBrokers command);

        /** Visits a {@link UnfenceBroker}. */
        R unfenceBroker(UnfenceBroker command);

        /** Visits a {@link BeginShutdown}. */
        R beginShutdown(BeginShutdown command);

        /** Visits a {@link CreateTopic}. */
        R createTopic(CreateTopic command);

        /** Visits a {@link DeleteTopic}. */
        R deleteTopic(DeleteTopic command);

        /** Visits a {@link AlterPartitions}. */
        R alterPartitions(AlterPartitions command);

        /** Visits a {@link ElectLeaders}. */
        R electLeaders(ElectLeaders command);

        /** Visits a {@link AlterConfigs}. */
        R alterConfigs(AlterConfigs command);

        /** Visits a {@link AllocateProducerIds}. */
        R allocateProducerIds(AllocateProducerIds command);

        /** Visits a {@link NoOp}. */
        R noOp(NoOp command);
    }

    /**
     * Gives a new cluster its id.
     *
     * @param clusterId the id
     * @param firstProducerId random start of producer ids
     */
    record FormatCluster(String clusterId, long firstProducerId) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.formatCluster(this);
        }
    }

    /**
     * Registers one life of a broker process (KIP-631).
     *
     * @param previousBrokerEpoch epoch that the clean-shutdown file names; -1 after an unclean stop
     * @param lossy whether the stop may have lost what was not flushed
     * @param uncleanPartitions partitions whose recovery found less than was promised
     */
    record RegisterBroker(
            int brokerId,
            UUID incarnationId,
            Endpoint endpoint,
            String rack,
            UUID directoryId,
            long previousBrokerEpoch,
            boolean lossy,
            List<PartitionKey> uncleanPartitions,
            UUID replicaSecret)
            implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.registerBroker(this);
        }
    }

    /**
     * A broker in one life.
     *
     * @param brokerId broker id
     * @param brokerEpoch broker epoch
     */
    record BrokerLife(int brokerId, long brokerEpoch) {}

    /** Fences brokers whose lease ended, each only in the life that was seen to end. Controller only. */
    record FenceBrokers(List<BrokerLife> brokers) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.fenceBrokers(this);
        }
    }

    /** Lets a registered broker lead and be in sync again. Controller only. */
    record UnfenceBroker(BrokerLife broker) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unfenceBroker(this);
        }
    }

    /** Begins a controlled shutdown: elections away from the broker, out of every ISR. Controller only. */
    record BeginShutdown(BrokerLife broker) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.beginShutdown(this);
        }
    }

    /**
     * Creates a topic.
     *
     * @param assignment explicit replicas per partition; empty for automatic placement
     */
    record CreateTopic(
            String name,
            UUID topicId,
            int partitionCount,
            int replicationFactor,
            SortedMap<String, String> configs,
            List<List<Integer>> assignment)
            implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createTopic(this);
        }
    }

    /** Deletes a topic. */
    record DeleteTopic(UUID topicId) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.deleteTopic(this);
        }
    }

    /** A leader's proposals of new in-sync replicas. */
    record AlterPartitions(BrokerLife sender, List<IsrProposal> proposals) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.alterPartitions(this);
        }
    }

    /**
     * One proposal of new in-sync replicas.
     *
     * @param leaderEpoch leader epoch of the proposing leader
     * @param partitionEpoch partition epoch that the proposal is based on
     * @param newIsr the new in-sync replicas, each in the life known to the leader
     * @param recovery {@code RECOVERED} ends the recovery after an unclean election
     */
    record IsrProposal(
            PartitionKey partition,
            int leaderEpoch,
            int partitionEpoch,
            List<BrokerLife> newIsr,
            RecoveryState recovery) {}

    /** Elects leaders on request. */
    record ElectLeaders(ElectionKind kind, List<PartitionKey> partitions) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.electLeaders(this);
        }
    }

    /** How a leader is elected on request. */
    enum ElectionKind {
        /** The first replica, if it is in sync. */
        PREFERRED,
        /** Any live replica, accepting loss. */
        UNCLEAN
    }

    /** Changes configs. */
    record AlterConfigs(List<ConfigChange> changes) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.alterConfigs(this);
        }
    }

    /**
     * One changed config.
     *
     * @param topicId topic; null for the cluster-wide default
     * @param value new value; null removes the key
     */
    record ConfigChange(
            @Nullable UUID topicId, String key, @Nullable String value) {}

    /** Takes a block of producer ids. */
    record AllocateProducerIds(int count) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.allocateProducerIds(this);
        }
    }

    /** Changes nothing; keeps an idle log moving. Controller only. */
    record NoOp() implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.noOp(this);
        }
    }
}
