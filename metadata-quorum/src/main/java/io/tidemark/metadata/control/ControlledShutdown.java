// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.image.BrokerImage;
import java.util.List;

/** Begins a broker's shutdown in good order: it stops leading and leaves the in-sync replicas before it ends. */
final class ControlledShutdown {
    private ControlledShutdown() {}

    static Decision decide(ClusterDraft cluster, BeginShutdown command) {
        BrokerImage broker = Lives.current(cluster, command.broker());
        if (broker == null) {
            return Lives.refuse(cluster, command.broker());
        }
        if (!broker.inControlledShutdown()) {
            cluster.put(broker.shuttingDown());
            IsrDeparture.leaveAll(cluster, List.of(broker.brokerId()));
        }
        return cluster.done();
    }
}
