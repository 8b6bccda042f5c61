// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Registers a life of a broker process (KIP-631). It begins fenced, and in one step (guard G35) leaves every in-sync
 * replica set; where it may have lost records it also stops being an eligible leader replica.
 *
 * <p>What may be lost: everything, when the data directory is another one or one of an older life; of topics that are not, or
 * were not always, flushed before they are acknowledged, everything, when the stop was lossy; else only the partitions that the broker
 * names. A process that was killed and comes back on the same boot with an intact log has lost nothing.
 *
 * <p>Another life under the same id is in the way while it is unfenced, unless the new one proves that it ended: by
 * naming its epoch, which only its clean-shutdown file tells. All others wait until the old life's lease ends and try
 * again.
 */
final class BrokerRegistration {
    private final ClusterDraft cluster;
    private final RegisterBroker command;
    private final @Nullable BrokerImage previous;
    private final boolean everythingUnclean;
    private final TreeSet<PartitionKey> uncleanPartitions;

    private BrokerRegistration(ClusterDraft cluster, RegisterBroker command) {
        this.cluster = cluster;
        this.command = command;
        this.previous = cluster.broker(command.brokerId());
        this.everythingUnclean = previous == null || isForeignDirectory(previous, command);
        this.uncleanPartitions = new TreeSet<>(command.uncleanPartitions());
    }

    static Decision decide(ClusterDraft cluster, RegisterBroker command) {
        return new BrokerRegistration(cluster, command).decide();
    }

    private static boolean isForeignDirectory(BrokerImage previous, RegisterBroker command) {
        boolean olderLife =
                command.previousBrokerEpoch() >= 0 && command.previousBrokerEpoch() != previous.brokerEpoch();
        return olderLife || !command.directoryId().equals(previous.directoryId());
    }

    private Decision decide() {
        if (command.brokerId() < 0) {
            return invalid("broker id " + command.brokerId() + " is negative; choose one from 0");
        }
        int port = command.endpoint().port();
        if (command.endpoint().host().isBlank() || port < 1 || port > 65535) {
            return invalid("broker " + command.brokerId() + " names no address that others can reach: set a host and a"
                    + " port of 1 to 65535");
        }
        int clusterLevel = cluster.before().featureLevel();
        if (command.supportedLevel() < clusterLevel) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL,
                    "the cluster's feature level is " + clusterLevel + " and broker " + command.brokerId()
                            + " supports up to " + command.supportedLevel()
                            + ": start it with the newer software");
        }
        if (previous != null && previous.incarnationId().equals(command.incarnationId())) {
            return registered(previous.brokerEpoch());
        }
        if (previous != null && isOvertaken(previous)) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_DUPLICATE_BROKER_REGISTRATION,
                    "broker " + command.brokerId() + " was registered with broker epoch " + previous.brokerEpoch()
                            + " since this registration began; the older process must end, the newer one tries again");
        }
        if (previous != null && isInTheWay(previous)) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_DUPLICATE_BROKER_REGISTRATION,
                    "broker " + command.brokerId() + " runs already at " + previous.endpoint()
                            + "; stop it, or wait until its lease ends, or choose another node.id");
        }
        cluster.put(newLife());
        cluster.forEachPartition(this::leave);
        return registered(cluster.index());
    }

    /** Another life was registered after the sender looked: this may be a registration that was delayed on its way. */
    private boolean isOvertaken(BrokerImage other) {
        long observed = command.observedBrokerEpoch();
        return observed != RegisterBroker.NOT_OBSERVED && observed != other.brokerEpoch();
    }

    private boolean isInTheWay(BrokerImage other) {
        return !other.fenced() && command.previousBrokerEpoch() != other.brokerEpoch();
    }

    private BrokerImage newLife() {
        return new BrokerImage(
                command.brokerId(),
                cluster.index(),
                command.incarnationId(),
                command.endpoint(),
                command.rack(),
                command.directoryId(),
                true,
                false,
                false,
                command.replicaSecret(),
                command.supportedLevel());
    }

    private void leave(PartitionKey key, PartitionImage partition) {
        List<Integer> self = List.of(command.brokerId());
        boolean holdsPromise =
                partition.isr().contains(command.brokerId()) || partition.elr().contains(command.brokerId());
        if (holdsPromise) {
            IsrDeparture.leave(cluster, key, partition, self, mayHaveLost(key) ? self : List.of());
        }
    }

    private boolean mayHaveLost(PartitionKey key) {
        if (everythingUnclean || uncleanPartitions.contains(key)) {
            return true;
        }
        return command.lossy() && !cluster.configs(key.topicId()).wasAlwaysFlushed();
    }

    private Decision registered(long brokerEpoch) {
        return cluster.done(new CommandAnswer(
                ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), brokerEpoch, null, List.of(), -1));
    }

    private Decision invalid(String message) {
        return cluster.refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, message);
    }
}
