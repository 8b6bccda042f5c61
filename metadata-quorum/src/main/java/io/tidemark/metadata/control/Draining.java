// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.DrainBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.ErrorCode;

/**
 * Drains a broker: its leaders go to other in-sync replicas at once, and where there is none now, as soon as there is one.
 * Until that is ended, or the broker is started again, it is elected, and gets replicas of new partitions, only where
 * nobody else is. It stays in sync, so nothing becomes less safe, and it is never left without a leader in its place.
 */
final class Draining {
    private Draining() {}

    static Decision decide(ClusterDraft cluster, DrainBroker command) {
        BrokerImage broker = Lives.current(cluster, command.broker());
        if (broker == null) {
            return Lives.refuse(cluster, command.broker());
        }
        // Voters of older software would elect others.
        if (cluster.before().featureLevel() < FeatureLevel.DRAINED_BROKERS) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL,
                    "brokers can be drained from feature level " + FeatureLevel.DRAINED_BROKERS
                            + " on and the cluster has " + cluster.before().featureLevel()
                            + ": upgrade the features first");
        }
        if (broker.draining() != command.draining()) {
            cluster.put(broker.withDraining(command.draining()));
        }
        if (command.draining()) {
            cluster.forEachPartition((key, partition) -> {
                if (partition.leader() == broker.brokerId()) {
                    PartitionDraft draft = new PartitionDraft(partition);
                    if (LeaderElection.relieve(cluster, draft)) {
                        cluster.put(key, draft);
                    }
                }
            });
        }
        return cluster.done();
    }
}
