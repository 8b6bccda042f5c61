// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.image.BrokerImage;
import org.jspecify.annotations.Nullable;

/** A command of a life that is over changes nothing. */
final class StaleLivesChangeNothing implements Invariant {
    @Override
    public String name() {
        return "I21 stale lives change nothing";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        BrokerLife life = lifeOf(step.command());
        if (life == null) {
            return null;
        }
        BrokerImage broker = step.before().brokers().get(life.brokerId());
        boolean isStale = broker == null || broker.brokerEpoch() != life.brokerEpoch();
        boolean changed = !step.after().topics().equals(step.before().topics())
                || !step.after().brokers().equals(step.before().brokers());
        return isStale && changed ? step.command().toString() : null;
    }

    private static @Nullable BrokerLife lifeOf(ClusterCommand command) {
        if (command instanceof AlterPartitions alter) {
            return alter.sender();
        }
        if (command instanceof UnfenceBroker unfence) {
            return unfence.broker();
        }
        return command instanceof BeginShutdown shutdown ? shutdown.broker() : null;
    }
}
