// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Fencing and unfencing of brokers (KIP-631, KIP-841). A life that is over changes nothing (guard G37). */
final class Fencing {
    private Fencing() {}

    /**
     * Fences the brokers together, so that none of them is elected in place of another. Lives that are over are skipped;
     * when none is left the command is refused as stale.
     */
    static Decision fence(ClusterDraft cluster, FenceBrokers command) {
        List<Integer> fenced = new ArrayList<>();
        boolean anyCurrent = command.brokers().isEmpty();
        for (BrokerLife life : command.brokers()) {
            BrokerImage broker = Lives.current(cluster, life);
            anyCurrent |= broker != null;
            if (broker != null && !broker.fenced()) {
                cluster.put(broker.withFenced(true));
                fenced.add(broker.brokerId());
            }
        }
        if (!anyCurrent) {
            return Lives.refuse(cluster, command.brokers().get(0));
        }
        if (!fenced.isEmpty()) {
            IsrDeparture.leaveAll(cluster, fenced);
        }
        return cluster.done();
    }

    /** Unfences a broker and elects leaders of the partitions without one that it is a replica of. */
    static Decision unfence(ClusterDraft cluster, UnfenceBroker command) {
        BrokerImage broker = Lives.current(cluster, command.broker());
        if (broker == null) {
            return Lives.refuse(cluster, command.broker());
        }
        if (broker.inControlledShutdown()) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    "broker " + broker.brokerId() + " is shutting down; restart it to bring it back");
        }
        if (!broker.fenced()) {
            return cluster.done();
        }
        cluster.put(broker.withFenced(false));
        cluster.forEachPartition((key, partition) -> {
            if (!partition.hasLeader() && partition.replicas().contains(broker.brokerId())) {
                electLeader(cluster, key);
            }
        });
        return cluster.done();
    }

    /** Gives a partition that has no leader one, if it can. */
    static void electLeader(ClusterDraft cluster, PartitionKey key) {
        var partition = cluster.partition(key);
        if (partition != null) {
            PartitionDraft draft = new PartitionDraft(partition);
            LeaderElection.elect(cluster, key, draft);
            Reassignment.completeIfReady(cluster, key, draft);
            cluster.put(key, draft);
        }
    }
}
