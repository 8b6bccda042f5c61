// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AlterPartitions;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.ReportFailedReplicas;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.image.BrokerImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command of a life that is over changes nothing. */
final class StaleLivesChangeNothing implements Invariant {
    @Override
    public String name() {
        return "I21 stale lives change nothing";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        List<BrokerLife> lives = livesOf(step.command());
        boolean isStale = !lives.isEmpty() && lives.stream().noneMatch(life -> isCurrent(step, life));
        boolean changed = !step.after().topics().equals(step.before().topics())
                || !step.after().brokers().equals(step.before().brokers());
        return isStale && changed ? step.command().toString() : null;
    }

    private static boolean isCurrent(MetadataStep step, BrokerLife life) {
        BrokerImage broker = step.before().brokers().get(life.brokerId());
        return broker != null && broker.brokerEpoch() == life.brokerEpoch();
    }

    /** Who acts, or is acted on; none for a command of no broker's. */
    private static List<BrokerLife> livesOf(ClusterCommand command) {
        if (command instanceof FenceBrokers fence) {
            return fence.brokers();
        }
        BrokerLife life = lifeOf(command);
        return life == null ? List.of() : List.of(life);
    }

    private static @Nullable BrokerLife lifeOf(ClusterCommand command) {
        if (command instanceof AlterPartitions alter) {
            return alter.sender();
        }
        if (command instanceof UnfenceBroker unfence) {
            return unfence.broker();
        }
        if (command instanceof ReportFailedReplicas report) {
            return report.sender();
        }
        return command instanceof BeginShutdown shutdown ? shutdown.broker() : null;
    }
}
