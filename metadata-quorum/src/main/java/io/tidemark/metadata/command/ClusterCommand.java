// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
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

        /** Visits a {@link UndeleteTopic}. */
        R undeleteTopic(UndeleteTopic command);

        /** Visits a {@link PurgeTopics}. */
        R purgeTopics(PurgeTopics command);

        /** Visits a {@link AddPartitions}. */
        R addPartitions(AddPartitions command);

        /** Visits a {@link ReassignPartitions}. */
        R reassignPartitions(ReassignPartitions command);

        /** Visits a {@link ReportFailedReplicas}. */
        R reportFailedReplicas(ReportFailedReplicas command);

        /** Visits a {@link ReportRecoveredLogs}. */
        R reportRecoveredLogs(ReportRecoveredLogs command);

        /** Visits a {@link ElectRecovered}. */
        R electRecovered(ElectRecovered command);

        /** Visits a {@link UnregisterBroker}. */
        R unregisterBroker(UnregisterBroker command);

        /** Visits a {@link DrainBroker}. */
        R drainBroker(DrainBroker command);

        /** Visits a {@link UpgradeFeatures}. */
        R upgradeFeatures(UpgradeFeatures command);

        /** Visits a {@link NoOp}. */
        R noOp(NoOp command);
    }

    /**
     * Gives a new cluster its id.
     *
     * @param clusterId the id
     * @param firstProducerId random start of producer ids
     * @param featureLevel feature level that the cluster begins with
     */
    record FormatCluster(String clusterId, long firstProducerId, int featureLevel) implements ClusterCommand {
        /** With the latest feature level. */
        public FormatCluster(String clusterId, long firstProducerId) {
            this(clusterId, firstProducerId, FeatureLevel.LATEST);
        }

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
     * @param observedBrokerEpoch epoch of the life under this id that the sender saw when it began, -1 for none; only that
     *     life may be replaced. {@link #NOT_OBSERVED} when it did not look
     * @param supportedLevel highest feature level that the broker's software supports
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
            UUID replicaSecret,
            long observedBrokerEpoch,
            int supportedLevel)
            implements ClusterCommand {
        /** The sender did not look whom it replaces; a {@code MetadataClient} then does. */
        public static final long NOT_OBSERVED = -2;

        /** The same, saying whom it replaces. */
        public RegisterBroker observing(long brokerEpoch) {
            return new RegisterBroker(
                    brokerId,
                    incarnationId,
                    endpoint,
                    rack,
                    directoryId,
                    previousBrokerEpoch,
                    lossy,
                    uncleanPartitions,
                    replicaSecret,
                    brokerEpoch,
                    supportedLevel);
        }

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

    /**
     * Deletes a topic. Until its grace period ends it can be had back.
     *
     * @param graceMs grace period in milliseconds, 0 for none; null for the topic's config
     */
    record DeleteTopic(UUID topicId, @Nullable Long graceMs) implements ClusterCommand {
        /** With the grace period of the topic's config. */
        public DeleteTopic(UUID topicId) {
            this(topicId, null);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.deleteTopic(this);
        }
    }

    /** Gives back a deleted topic whose grace period has not ended. */
    record UndeleteTopic(UUID topicId) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.undeleteTopic(this);
        }
    }

    /** Removes deleted topics whose grace period has ended. Controller only. */
    record PurgeTopics(List<UUID> topicIds) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.purgeTopics(this);
        }
    }

    /**
     * Gives a topic more partitions.
     *
     * @param partitionCount number of partitions that it shall have
     * @param assignment explicit replicas of each new partition; empty for automatic placement
     */
    record AddPartitions(UUID topicId, int partitionCount, List<List<Integer>> assignment) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.addPartitions(this);
        }
    }

    /** Moves partitions to other replicas, or calls off moves that are under way (KIP-455). */
    record ReassignPartitions(List<ReplicaChange> changes) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.reassignPartitions(this);
        }
    }

    /**
     * New replicas of one partition.
     *
     * @param replicas the replicas to be, in order of preference; empty to call off the move that is under way
     * @param throttleBytesPerS most bytes per second that a broker takes in for the replicas that are being added; 0 for no
     *     limit
     */
    record ReplicaChange(PartitionKey partition, List<Integer> replicas, long throttleBytesPerS) {
        /** Without a limit. */
        public ReplicaChange(PartitionKey partition, List<Integer> replicas) {
            this(partition, replicas, 0);
        }
    }

    /** A broker's word that the logs of some of its replicas failed. */
    record ReportFailedReplicas(BrokerLife sender, List<FailedReplica> replicas) implements ClusterCommand {
        /** The partitions whose replicas failed. */
        public List<PartitionKey> partitions() {
            return replicas.stream().map(FailedReplica::partition).toList();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.reportFailedReplicas(this);
        }
    }

    /**
     * A replica that cannot do its work.
     *
     * @param damagedInEpoch leader epoch in which damage was found in its log; the replica begins again with what is whole in
     *     a later one. -1 when the log failed
     */
    record FailedReplica(PartitionKey partition, int damagedInEpoch) {
        private static final int FAILED = -1;

        /** A replica whose log failed. */
        public static FailedReplica failed(PartitionKey partition) {
            return new FailedReplica(partition, FAILED);
        }

        /** Whether damage was found, which what is whole of the log may outlive. */
        public boolean isDamaged() {
            return damagedInEpoch != FAILED;
        }

        /** Whether it waits for the end of a leader epoch to begin again. */
        public boolean waitsForTheEndOf(int leaderEpoch) {
            return isDamaged() && damagedInEpoch == leaderEpoch;
        }
    }

    /**
     * What a broker has of partitions that lost every eligible leader replica (KIP-966). The active controller keeps it in
     * memory; it never enters the log.
     */
    record ReportRecoveredLogs(BrokerLife sender, List<RecoveredLog> logs) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.reportRecoveredLogs(this);
        }
    }

    /**
     * What a replica has of a partition.
     *
     * @param lastEpoch leader epoch of the last record; -1 for an empty log
     * @param logEndOffset log end offset
     */
    record RecoveredLog(PartitionKey partition, int lastEpoch, long logEndOffset) {}

    /** Elects the longest logs where no eligible leader replica is left; records may be lost. Controller only. */
    record ElectRecovered(List<RecoveredElection> elections) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.electRecovered(this);
        }
    }

    /**
     * One such election.
     *
     * @param partitionEpoch partition epoch that the choice is based on
     * @param winner the chosen replica, in the life that reported
     * @param lastEpoch leader epoch of its last record; -1 for an empty log
     * @param logEndOffset its log end offset
     */
    record RecoveredElection(
            PartitionKey partition, int partitionEpoch, BrokerLife winner, int lastEpoch, long logEndOffset) {}

    /** Forgets a broker that is fenced and will not come back. */
    record UnregisterBroker(BrokerLife broker) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unregisterBroker(this);
        }
    }

    /**
     * Drains a broker in this life, or ends it.
     *
     * @param draining false to end it
     */
    record DrainBroker(BrokerLife broker, boolean draining) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.drainBroker(this);
        }
    }

    /**
     * Raises the cluster's feature level, for good. Controller only: it has asked the voters whether they support it.
     *
     * @param level the level, not below the present one
     */
    record UpgradeFeatures(int level) implements ClusterCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.upgradeFeatures(this);
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
